/** What every driver of a reader of badges must do, whatever the reader: each badge that is laid there is told, and nobody who is not there. */
import { type BadgeFile, tagOf } from '../../devices/driver.ts'
import type { Talker } from '../../devices/talker.ts'
import { virtualTiming } from '../../simulators/device/timing.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type BadgeTwin, startBadgeReader } from '../../simulators/talkers/badge-twin.ts'
import { BADGE_TWINS, TWINS } from '../../simulators/talkers/index.ts'
import { garbage, whole } from '../../simulators/talkers/twin.ts'
import { earOf, twinAmong } from './ear.ts'

const FAULTY = 0.1
/** A badge lies there so long at least, and so much longer at most; a pause between two of them, where there is one, is as long. */
const [LIES_MS, LONGER_MS] = [2000, 3000]
export const badgeTwinOf = (driver: string): BadgeTwin => twinAmong(BADGE_TWINS, driver)

const badgeFileOf = ({ badges }: BadgeTwin): BadgeFile =>
  new Map([...badges].flatMap(([dealer, own]) => own.map((badge) => [tagOf(badge), dealer] as const)))

/** A listener with its driver, and the reader on its port, in virtual time. */
export function badgeBench(talker: Talker, seed: number, faultShare = 0, twin = badgeTwinOf(talker.name)) {
  const random = seededRandom(seed)
  const timing = virtualTiming(1000)
  const ear = earOf({ talker, serial: twin.serial, given: { badges: badgeFileOf(twin) }, nowMs: timing.nowMs })
  const { reports, step } = ear
  const hear = (text: string): void => ear.hear(text, random)
  const reader = startBadgeReader({ twin, timing, random, faultShare, port: { write: async (text) => hear(text) } })
  return {
    ...{ twin, random, reports, hear, lay: reader.lay, pass: timing.advance, counters: ear.counters },
    /** The port hangs up and is open again. */
    reopen() {
      step({ kind: 'closed', reason: 'unplugged' })
      step({ kind: 'opened' })
    },
    /** The dealers told since a report. */
    told: (from = 0): readonly string[] =>
      reports.slice(from).flatMap((each) => (each.kind === 'line' && each.message.kind === 'badge' ? [each.message.dealer] : [])),
    incidents: (from = 0): readonly string[] =>
      reports.slice(from).flatMap((each) => (each.kind === 'incident' ? [`${each.code}: ${each.text}`] : [])),
  }
}

const withoutEqual = (dealers: readonly string[]): readonly string[] => dealers.filter((dealer, at) => dealer !== dealers[at - 1])

/** So many reliefs with faults; who is told is compared with whose badge lay there. What is wrong with it. */
export function conformBadges(talker: Talker, reliefs: number, seed: number, twin = badgeTwinOf(talker.name)): readonly string[] {
  const own = badgeBench(talker, seed, FAULTY, twin)
  const { random } = own
  const dealers = [...own.twin.badges]
  const due: string[] = []
  for (let relief = 0; relief < reliefs; relief++) {
    const [dealer, badges] = dealers[whole(random, dealers.length)] ?? ['', []]
    due.push(dealer)
    own.lay(badges[whole(random, badges.length)] ?? null)
    own.pass(LIES_MS + whole(random, LONGER_MS))
    if (random() < 0.5) continue
    own.lay(null)
    own.pass(LIES_MS + whole(random, LONGER_MS))
  }
  // A badge that is told again says nothing new.
  const [told, expected] = [withoutEqual(own.told()), withoutEqual(due)]
  const at = expected.findIndex((dealer, nth) => told[nth] !== dealer)
  if (at < 0 && told.length === expected.length) return []
  return [`${talker.name} SEED=${seed}: after ${at} dealers ${expected[at]} had come, and ${told[at]} was told`]
}

/** So many bytes of noise and of other devices' messages. Returns the dealers told of it, and who is told when a badge comes then. */
export function withstandBadges(talker: Talker, bytes: number, seed: number): readonly [made: number, then: readonly string[]] {
  const own = badgeBench(talker, seed)
  const { random } = own
  const others = TWINS.map((twin) => {
    const voice = twin.begin()
    return () => voice({ kind: 'card', card: '4S' }) ?? ''
  })
  const sources = [() => garbage(random, 400), ...others, () => own.twin.say('0A0012D687').slice(0, 12)]
  for (let fed = 0; fed < bytes; ) {
    const text = sources[whole(random, sources.length)]?.() ?? ''
    own.hear(text)
    own.pass(20)
    fed += text.length
  }
  const from = own.reports.length
  const made = own.told().length
  own.lay('0A003F5B21')
  own.pass(LIES_MS)
  return [made, own.told(from)]
}
