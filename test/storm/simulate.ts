/** One seed: a table is played on devices that speak TLP to the whole daemon, faults befall it, and at the end the promises are checked. */
import { decodeBody, isEvent } from '../../firmware-bridge/tlp.ts'
import { lineFaults } from '../../simulators/device/faults.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { playActions } from '../../simulators/device/player.ts'
import { type SimulatedDevice, startDevice } from '../../simulators/device/rig.ts'
import { HOUSES } from '../../src/house/index.ts'
import { type RunningTable, startTable } from '../../src/pipeline/table.ts'
import { BASE_MS, playedRounds } from '../engine/table-play.ts'
import { type Fate, fakeDisk, seeded } from '../journal/fake-disk.ts'
import { CODE } from '../pipeline/daemon.ts'
import { configFor } from '../pipeline/heard-play.ts'
import { type Broken, checkPromises } from './check.ts'
import { fakeBroker } from './fake-broker.ts'
import { fakeLine } from './fake-line.ts'
import { FAULTS, type World } from './faults.ts'
import { virtualTime } from './virtual-time.ts'

export interface Job {
  readonly seed: number
  readonly rounds: number
}

export interface Outcome {
  readonly seed: number
  readonly rounds: number
  readonly faults: readonly string[]
  readonly records: number
  readonly broken: readonly Broken[]
}

const ONE_IN = 0.5
const LOOK_MS = 500
/** A slow card. */
const WRITE_MS_MAX = 400
/** Everything that was away is back by then, and what waited has been sent. */
const CALM_MS = 60_000
const BOOT_MS = 1000

export const simulate = async ({ seed, rounds }: Job): Promise<Outcome> => {
  const random = seeded(seed)
  const time = virtualTime()
  try {
    return await play(time, random, { seed, rounds })
  } finally {
    time.restore()
  }
}

const play = async (time: ReturnType<typeof virtualTime>, random: () => number, { seed, rounds }: Job): Promise<Outcome> => {
  const { rules } = HOUSES.gld
  const config = configFor({
    ...{ house: 'gld', rules, boxes: 3, spots: ['main'], spotLagMs: 1500, chipEvidence: 'payouts', journal: '/j' },
    signingKeyFile: '/j/signing.key',
  })
  const broker = fakeBroker(time.world)
  const lines = new Map(config.devices.map(({ path }) => [path, fakeLine(time.world)]))
  const noise = [
    { name: 'corrupt', rate: random() * 0.001 },
    { name: 'drop', rate: random() * 0.02 },
    { name: 'double', rate: random() * 0.02 },
  ] as const
  const isNoisy = random() < ONE_IN
  /** Bodies of the events that a device has forgotten because the daemon acknowledged them. */
  const acknowledged = new Set<string>()
  const said = new Set<string>()
  const devices = config.devices.map(({ role, serial, path }): SimulatedDevice => {
    const model = tlpDevice({ role, serial, clock: { nowMs: time.nowMs } })
    const device = startDevice({
      ...{ model, port: (lines.get(path) as ReturnType<typeof fakeLine>).device, timing: time.world },
      sent: isNoisy ? lineFaults(noise, role, 'sent', seed) : (line) => [{ text: line, pauseMs: 0 }],
    })
    const waiting = new Map<number, string>()
    device.notes$.subscribe(({ what, text }) => {
      const message = decodeBody(text)
      if (what === 'sent' && message.kind !== 'malformed' && message.kind !== 'unknown-verb' && isEvent(message)) {
        waiting.set(message.seq, `${serial} ${text}`)
        said.add(`${serial} ${text}`)
      } else if (what === 'heard' && message.kind === 'ack')
        for (const [seq, body] of waiting) if (seq <= message.seq && waiting.delete(seq)) acknowledged.add(body)
    })
    return device
  })

  let isFailing = false
  const fate: Fate = (op) => (isFailing && (op === 'write' || op === 'create') ? 'fail' : 'ok')
  /** Of one process: when that has died its disk takes nothing more of it. */
  let die = (): void => undefined
  const mortal = (): Fate => {
    let isDead = false
    die = () => {
      isDead = true
    }
    return (op) => (isDead ? 'die' : fate(op))
  }
  let disk = fakeDisk(mortal())
  /** The power goes with the next write: then something is under way. */
  let isCutDue = false
  const written = async (): Promise<void> => {
    const ms = 1 + random() * WRITE_MS_MAX
    if (isCutDue) time.world.after(random() * ms, cut)
    isCutDue = false
    await new Promise<void>((resolve) => setTimeout(resolve, ms))
  }
  const cursor = new Map<string, string>()
  let wallAheadMs = 0
  let table: RunningTable | null = null
  let failure: string | null = null
  const start = async () => {
    const held = disk
    table = await startTable(config, {
      ...{ software: 'storm', code: CODE, newStream: () => 'q3kf9abc', notice: () => undefined },
      mqtt: { urls: ['mqtt://fake'], protocol: 5, ca: null, cert: null, key: null, username: null, passwordFile: null },
      clock: { nowMs: time.nowMs, wallMs: () => BASE_MS + wallAheadMs + time.nowMs() },
      openPort: ({ paths }) => (lines.get(paths[0] ?? '') as ReturnType<typeof fakeLine>).open(),
      processes: { self: 7, held: new Set(), startOf: (pid) => (pid === 7 ? 'boot/1' : null) },
      broker: { connect: broker.connect, now: time.nowMs, random },
      files: Object.assign(Object.create(held) as typeof held, {
        ...held,
        open: async (path: string, mode: 'read' | 'write' | 'create') => {
          const file = await held.open(path, mode)
          const write: typeof file.write = async (bytes, position) => {
            await written()
            return file.write(bytes, position)
          }
          return { ...file, write }
        },
        readText: async (path: string) => cursor.get(path) ?? held.readText(path),
        replace: async (path: string, text: string) => void cursor.set(path, text),
      }),
    })
    table.written$.subscribe({ error: (error: Error) => (failure = error.message) })
  }
  const begin = () => void start().catch((error: Error) => (failure = error.message))
  const world: World = {
    ...{ devices, broker, random },
    after: (ms, run) => void time.world.after(ms, run),
    setDiskFailing: (now) => (isFailing = now),
    stepClock: (ms) => (wallAheadMs += ms),
    cutPower: () => (isCutDue = true),
  }
  const cut = () => {
    die()
    time.killProcess()
    broker.drop()
    for (const line of lines.values()) line.letGo()
    disk = disk.afterPowerCut(random, mortal())
    time.world.after(BOOT_MS, begin)
  }

  begin()
  await time.advance(BOOT_MS)
  const actions = playedRounds(rounds, seed, rules, { boxes: 3, pointer: true }).flatMap((round) => round.actions)
  let isPlaying = true
  const named = { shoe: devices[0], spots: devices[1], pointer: devices[2] } as Parameters<typeof playActions>[1]
  void playActions(actions, named, { timing: time.world }).then(() => (isPlaying = false))
  const kinds = Object.keys(FAULTS).filter(() => random() < ONE_IN)
  const faults: string[] = isNoisy ? ['0 s F1-F3 lines'] : []
  while (isPlaying && failure === null) {
    await time.advance(LOOK_MS)
    const kind = random() < 0.02 ? kinds[Math.floor(random() * kinds.length)] : undefined
    if (kind === undefined) continue
    faults.push(`${time.nowMs() / 1000} s ${kind}`)
    time.world.after(random() * LOOK_MS, () => FAULTS[kind]?.(world))
  }
  await time.advance(CALM_MS)
  const at = { config, disk, folder: config.journal, broker, acknowledged, said }
  const { records, broken } = await checkPromises(at)
  for (const device of devices) device.stop()
  return { seed, rounds, faults, records, broken: failure === null ? broken : [{ promise: 'P2', what: failure }, ...broken] }
}

export const work = (job: unknown): Promise<Outcome> => simulate(job as Job)
