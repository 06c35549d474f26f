/** What changes put into faultless rounds and taken back at once do to what is reported of them. */

import { AREAS } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type Thought, withSecondThoughts } from '../../simulators/table/second-thoughts.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { type Found, noteFindings } from '../accuracy/errors-told.ts'
import { CHIPS, closedRounds, lastWords } from '../engine/table-play.ts'
import { type Daemon, hearPlay } from '../pipeline/heard-play.ts'
import { daemonOf, playScene, type Scene, toldIn } from '../soak/scene.ts'

interface Told {
  readonly rounds: ReadonlyMap<string, RoundResult>
  readonly found: readonly Found[]
}

export const tell = (actions: readonly TableAction[], daemon: Daemon): Told => {
  const found = new Map<string, Found>()
  const said: TableEvent[] = []
  hearPlay(actions, daemon, (heard) => {
    noteFindings(found, heard)
    said.push(...heard.events)
  })
  void closedRounds
  return { rounds: new Map(lastWords(said).map((result) => [result.openedAt, result])), found: [...found.values()] }
}

export interface Compared {
  readonly thoughts: readonly Thought[]
  readonly accused: readonly string[]
  readonly changed: readonly string[]
  readonly lost: readonly string[]
  readonly actions: readonly TableAction[]
}

const NUMBERS = ['staked', 'due', 'moved'] as const

export const compare = (scene: Scene, share: number, apartMs: number, where: 'play' | 'settling'): Compared => {
  const rounds = playScene(scene)
  const daemon = daemonOf(scene)
  const plain = toldIn(scene, rounds)
  const spans = rounds.map(({ truth }) => {
    const last = truth.cards.at(-1)?.atMs ?? 0
    return {
      from: where === 'play' ? truth.openedAtMs : last,
      to: where === 'play' ? last : truth.settledAtMs,
      boxes: truth.boxes.map(({ box }) => box),
    }
  })
  const { actions, thoughts } = withSecondThoughts(
    plain,
    (at, next) => spans.find(({ from, to }) => at >= from && next <= to)?.boxes ?? [],
    {
      chips: CHIPS,
      lastsMs: 2300,
      apartMs,
      share,
      areas: AREAS.filter((area) => scene.spots.includes(area)),
      random: seededRandom(scene.seed * 7919 + scene.number),
    },
  )
  const [base, told] = [tell(plain, daemon), tell(actions, daemon)]
  const accused = told.found
    .filter(
      ({ finding: { severity, code, box } }) =>
        severity !== 'info' && !base.found.some(({ finding }) => finding.code === code && finding.box === box),
    )
    .map(({ finding: { code, grade, box, round }, withdrawn }) => `${round} ${code} ${grade} box ${box}${withdrawn ? ' withdrawn' : ''}`)
  const changed: string[] = []
  const lost: string[] = []
  for (const [openedAt, before] of base.rounds) {
    const after = told.rounds.get(openedAt)
    if (after === undefined) {
      lost.push(`round ${before.round} is not told`)
      continue
    }
    if (before.complete && !after.complete) lost.push(`round ${before.round} is incomplete`)
    for (const { box, hands, spots } of before.boxes) {
      const other = after.boxes.find((each) => each.box === box)
      for (const area of AREAS) {
        const [one, two] = [spots[area], other?.spots[area]]
        if (!one) continue
        for (const name of NUMBERS) {
          if (one[name] === null || one[name] === two?.[name]) continue
          const text = `${before.round} ${box}.${area} ${name} ${one[name]} ${two?.[name]}`
          if (two === undefined || two[name] === null) lost.push(text)
          else changed.push(text)
        }
      }
      for (const [nth, hand] of hands.entries()) {
        const now = other?.hands[nth]
        if (!hand.certain) continue
        const same = JSON.stringify([hand.cards, hand.actions, hand.outcome]) === JSON.stringify([now?.cards, now?.actions, now?.outcome])
        if (!now?.certain) lost.push(`${before.round} box ${box} hand ${nth + 1} not certain`)
        else if (!same)
          changed.push(`${before.round} box ${box} hand ${nth + 1} ${hand.actions} ${hand.outcome} to ${now.actions} ${now.outcome}`)
      }
    }
  }
  return { thoughts, accused, changed, lost, actions }
}
