/**
 * A small device model and the link machine joined by a bad wire, in virtual time. One seed reproduces a run:
 * LINK_SEED=17 npm test -- firmware-bridge/simulation
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { stepLink } from '../../firmware-bridge/link.ts'
import { initialLink, type LinkReport, type LinkResume } from '../../firmware-bridge/link-state.ts'
import { decodeBody } from '../../firmware-bridge/tlp.ts'
import { todays } from '../runner/rotation.ts'
import type { Said } from './bench.ts'
import { ahead, isDue } from './deadlines.ts'

const SERIAL = 'SH-00412'
const STEP_MS = 5
const RUN_MS = 40_000
const SETTLE_MS = 20_000

interface Faults {
  readonly drop: number
  readonly corrupt: number
  readonly double: number
  readonly reorder: number
  readonly stale: number
  readonly unplug: number
  readonly hostCrash: number
}
const NONE: Faults = { drop: 0, corrupt: 0, double: 0, reorder: 0, stale: 0, unplug: 0, hostCrash: 0 }
const ROWS: readonly [string, Faults, seeds: number][] = [
  ['a clean wire', NONE, 3],
  ['lost and corrupted lines', { ...NONE, drop: 0.02, corrupt: 0.02 }, 20],
  ['doubled, reordered and stale lines', { ...NONE, double: 0.05, reorder: 0.05, stale: 0.02 }, 20],
  ['unplugging under traffic', { ...NONE, unplug: 0.002, drop: 0.01 }, 20],
  ['crashes of the host', { ...NONE, hostCrash: 0.002, drop: 0.01 }, 20],
  ['everything at once', { drop: 0.04, corrupt: 0.04, double: 0.04, reorder: 0.04, stale: 0.01, unplug: 0.001, hostCrash: 0.001 }, 40],
]

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Sends each event once, keeps it until acknowledged, answers what it is asked. */
function newDevice(nowMs: () => number, send: (body: string) => void) {
  const ring = new Map<number, string>()
  let hi = 0
  let acked = 0
  return {
    truth: [] as string[],
    get acked() {
      return acked
    },
    get hi() {
      return hi
    },
    deal(card: string) {
      hi += 1
      const body = `C ${hi} ${nowMs()} ${card}`
      this.truth.push(body)
      ring.set(hi, body)
      send(body)
    },
    beat: () => send(`HB ${nowMs()} ${hi} ${acked} crc=0 long=0 gap=0 over=0`),
    hear(body: string) {
      const message = decodeBody(body)
      if (message.kind === 'identify') send(`HI v=1 dev=shoe sn=${SERIAL} fw=1 boot=7 lo=${acked + 1} hi=${hi} cap=512 t=${nowMs()}`)
      if (message.kind === 'time') send(`TS ${message.n} ${nowMs()}`)
      if (message.kind === 'ack' && message.seq > acked) {
        for (let seq = acked + 1; seq <= message.seq; seq++) ring.delete(seq)
        acked = message.seq
      }
      if (message.kind === 'resend') {
        if (message.from <= acked || message.to > hi) send(`NK range ${message.from} ${message.to}`)
        for (let seq = message.from; seq <= message.to && seq < message.from + 16; seq++) {
          const event = ring.get(seq)
          if (event !== undefined) send(event)
        }
      }
    },
  }
}

/** Lines under way, delivered in order of their time of arrival unless a fault says otherwise. */
function newWire(random: () => number, faults: Faults, nowMs: () => number) {
  let flying: { atMs: number; text: string }[] = []
  let freeAtMs = 0
  const past: string[] = []
  function put(text: string, atMs: number): void {
    flying.push({ atMs, text })
  }
  return {
    send(body: string) {
      const text = formatLine(body).trimEnd()
      past.push(text)
      if (random() < faults.drop) return
      freeAtMs = Math.max(freeAtMs, nowMs()) + 3
      const lateMs = random() < faults.reorder ? 20 + random() * 100 : 0
      const place = Math.floor(random() * text.length)
      const isBad = random() < faults.corrupt
      put(isBad ? text.slice(0, place) + String.fromCharCode(random() * 256) + text.slice(place + 1) : text, freeAtMs + lateMs)
      if (random() < faults.double) put(text, freeAtMs + lateMs + 1)
      if (random() < faults.stale) put(past[Math.floor(random() * past.length)] ?? text, freeAtMs + 5)
    },
    arrived(): string[] {
      const due = flying.filter(({ atMs }) => atMs <= nowMs()).sort((a, b) => a.atMs - b.atMs)
      flying = flying.filter(({ atMs }) => atMs > nowMs())
      return due.map(({ text }) => text)
    },
    cut() {
      flying = []
    },
  }
}

type Journaled = (LinkReport & { kind: 'line' }) | (LinkReport & { kind: 'missing' })

function resumeOf(journal: readonly Journaled[]): LinkResume | null {
  const newest = journal.findLast((record) => record.kind === 'missing' || record.late !== true)
  if (newest === undefined) return null
  const lastSeq = newest.kind === 'line' ? newest.seq : newest.to
  const missing = journal.filter((record) => record.kind === 'missing').map(({ from, to }) => ({ from, to }))
  return { serial: SERIAL, boot: 7, lastSeq, missing, ...(newest.kind === 'line' ? { lastBody: newest.body } : {}) }
}

function run(seed: number, faults: Faults) {
  const random = randomOf(seed)
  let now = 0
  const nowMs = () => now
  const toHost = newWire(random, faults, nowMs)
  const toDevice = newWire(random, faults, nowMs)
  const device = newDevice(nowMs, (body) => toHost.send(body))
  const journal: Journaled[] = []
  let unsynced: { atMs: number; record: Journaled }[] = []
  let state = initialLink({ role: 'shoe', serial: SERIAL, resume: { serial: SERIAL, boot: 7, lastSeq: 0 } })
  let reopenAtMs = 0
  let isOpen = false
  const problems: string[] = []

  function feed(said: Said): void {
    const [next, outputs] = stepLink(state, { ...said, nowMs: now, wallMs: 1e12 + now })
    state = next
    for (const output of outputs) {
      if (output.kind === 'write' && isOpen) toDevice.send(parseBody(output.text))
      if (output.kind === 'reopen') unplug()
      if (output.kind !== 'report') continue
      const { report } = output
      if (report.kind === 'line' || report.kind === 'missing') unsynced.push({ atMs: now + random() * 80, record: report })
      if (report.kind === 'incident') problems.push(`incident ${report.text}`)
    }
  }
  function parseBody(text: string): string {
    const line = parseLine(text.trimEnd())
    assert.ok(line.kind === 'line', `${line.kind}, not a line`)
    return line.body
  }
  function unplug(): void {
    toHost.cut()
    toDevice.cut()
    isOpen = false
    reopenAtMs = now + 100
  }
  /** One sync takes everything that waits, in order. */
  function sync(): void {
    if (unsynced.length === 0 || (unsynced[0]?.atMs ?? 0) > now) return
    const records = unsynced.map(({ record }) => record)
    unsynced = []
    journal.push(...records)
    for (const record of records) feed({ kind: 'durable', boot: 7, seq: record.kind === 'line' ? record.seq : record.to })
  }
  function crash(): void {
    unsynced = []
    state = initialLink({ role: 'shoe', serial: SERIAL, resume: resumeOf(journal) ?? { serial: SERIAL, boot: 7, lastSeq: 0 } })
    unplug()
  }

  const isSettled = () => now > RUN_MS && device.acked === device.hi
  for (; now < RUN_MS + SETTLE_MS && !isSettled(); now += STEP_MS) {
    const isWild = now < RUN_MS
    if (isWild && random() < 0.02) device.deal(`${'A23456789TJQK'[Math.floor(random() * 13)]}${'SHDC'[Math.floor(random() * 4)]}`)
    if (now % 1000 === 0) device.beat()
    if (!isOpen && now >= reopenAtMs) {
      isOpen = true
      toHost.cut()
      feed({ kind: 'opened' })
    } else if (isOpen && isWild && random() < faults.unplug) {
      unplug()
      feed({ kind: 'closed', reason: 'unplugged' })
    }
    if (isWild && random() < faults.hostCrash) crash()
    for (const text of toDevice.arrived()) {
      const line = parseLine(text)
      if (line.kind === 'line') device.hear(line.body)
    }
    for (const text of toHost.arrived()) if (isOpen) feed({ kind: 'line', line: parseLine(text) })
    if (now % 50 === 0 && isDue(state, now)) feed({ kind: 'tick' })
    else
      for (const early of ahead(state, { nowMs: now, wallMs: 1e12 + now }))
        problems.push(`${now}: before the deadline it has ${early} to say`)
    sync()
    const newest = resumeOf(journal)?.lastSeq ?? 0
    if (device.acked > newest) problems.push(`event ${device.acked} acknowledged, the journal ends at ${newest}`)
  }
  return { journal, truth: device.truth, problems, isAllAcknowledged: device.acked === device.hi }
}

/** What the journal says against what happened. */
function audit({ journal, truth, problems, isAllAcknowledged }: ReturnType<typeof run>): { faults: string[]; missing: number } {
  const faults = [...problems]
  const believed = new Map<number, string>()
  const missing = new Set<number>()
  let last = 0
  for (const record of journal) {
    if (record.kind === 'missing') {
      if (record.from !== last + 1) faults.push(`missing ${record.from}..${record.to} said after ${last}`)
      for (let seq = record.from; seq <= record.to; seq++) missing.add(seq)
      last = record.to
      continue
    }
    if (believed.has(record.seq)) faults.push(`event ${record.seq} twice`)
    if (truth[record.seq - 1] !== record.body) faults.push(`event ${record.seq} was never "${record.body}"`)
    if (record.late === true && !missing.delete(record.seq)) faults.push(`event ${record.seq} late without having been missing`)
    if (record.late !== true && record.seq !== last + 1) faults.push(`event ${record.seq} after ${last}`)
    if (record.late !== true) last = record.seq
    believed.set(record.seq, record.body)
  }
  if (believed.size + missing.size !== truth.length) faults.push(`${believed.size} played and ${missing.size} missing of ${truth.length}`)
  if (!isAllAcknowledged) faults.push('not everything was acknowledged in the end')
  return { faults, missing: missing.size }
}

const only = process.env.LINK_SEED === undefined ? null : Number(process.env.LINK_SEED)
for (const [name, faults, seeds] of todays(ROWS, 3)) {
  test(`${name}: every event exactly once, in order, or said to be missing; nothing acknowledged before it is durable`, () => {
    let missing = 0
    let events = 0
    for (const seed of only === null ? Array.from({ length: seeds }, (_, n) => n + 1) : [only]) {
      const result = run(seed, faults)
      const found = audit(result)
      assert.deepEqual(found.faults.slice(0, 5), [], `seed ${seed}`)
      missing += found.missing
      events += result.truth.length
    }
    assert.ok(events > 100 * (only === null ? seeds : 1), `${events} events`)
    assert.ok(missing <= events / 500, `${missing} of ${events} events given up: four requests ought to bring nearly all`)
  })
}
