/**
 * A small evening in words, through the real decoders, the fold and the judge. Each word is one line of a device, a second after the one before:
 *
 *   LOAD OPEN CLOSE EMPTY JAM CLEAR REVERSE   the shoe         CUT        the cut card        5S ??      a card
 *   3=2000  3.p22=500  3=500x3,FBx1  3=0      a spot           >3.1 >dealer >-  the pointer   key:absent:3
 *   lost:shoe:2   two lines missing           down:shoe up:shoe           +500  half a second more      tick
 *   wrong:shoe:clock-fault   an incident of the device
 */
import assert from 'node:assert/strict'
import { DRIVERS } from '../../devices/registry.ts'
import { isState, STATE_KINDS, STATE_LINES, type StateKind } from '../../devices/scan.ts'
import { parseConfig } from '../../src/base/config/parse.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { type CoreContext, type CoreState, coreContext, endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { nextDeadline } from '../../src/engine/words/table-views.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import type { ChipEvidence, Limits } from '../../src/rules/table.ts'
import type { EventType, MessageData } from '../../src/wire/payloads.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'

export interface Table {
  readonly house: HouseId
  /** As YAML, `{ burn: 1 }`. */
  readonly rules?: string
  readonly limits?: Partial<Limits>
  readonly boxes?: number
  readonly spots?: string
  readonly chipEvidence?: ChipEvidence
  /** Left out: as the house has it, box-settled. */
  readonly collectAfter?: TableConfig['collectAfter']
  /** Chip values, and what the rack may be off by, minor units. */
  readonly chips?: readonly number[]
  readonly rackTolerance?: number
  /** As YAML, `{ payOrder: true }`. */
  readonly watches?: string
  /** Driver of the shoe; such a table has no reader of the discards. */
  readonly shoe?: string
}

const BASE_MS = Date.UTC(2026, 0, 1)
const STEP_MS = 1000
const SERIALS: { readonly [device: string]: string } = {
  shoe: 'SH-1',
  spots: 'SP-1',
  pointer: 'PT-1',
  badge: 'BG-1',
  key: 'KY-1',
  peek: 'PK-1',
  discards: 'DC-1',
  ...Object.fromEntries(STATE_KINDS.map((kind) => [kind, `${STATE_LINES[kind].verb}-1`])),
}

/** Tables are few and situations many: each is configured once. */
const contexts = new Map<string, CoreContext>()

const contextOf = (table: Table): CoreContext => {
  const key = JSON.stringify(table)
  const known = contexts.get(key) ?? configured(table)
  contexts.set(key, known)
  return known
}

const configured = (table: Table): CoreContext => {
  const limits = { min: 1000, max: 50_000, unit: 500, ...table.limits }
  const yaml = `property: demo
pit: p1
table: bj07
house: ${table.house}
rules: ${table.rules ?? '{ burn: 0 }'}
limits: ${JSON.stringify(limits)}
boxes: ${table.boxes ?? 3}
spots: [${table.spots ?? 'main, main2, main3, ins, p22, pog, rack'}]
chipEvidence: ${table.chipEvidence ?? 'payouts'}
watches: ${table.watches ?? '{}'}
${table.collectAfter ? `collectAfter: ${table.collectAfter}\n` : ''}${table.chips ? `chips: [${table.chips.join()}]\n` : ''}${table.rackTolerance === undefined ? '' : `rackTolerance: ${table.rackTolerance}\n`}journal: journal
devices:
${Object.entries(SERIALS)
  .filter(([name]) => name !== 'discards' || !table.shoe)
  .map(
    ([name, serial]) =>
      `  - { name: ${name}, role: ${name}, path: /dev/${name}, ${name === 'shoe' && table.shoe ? `driver: ${table.shoe}, serial: none` : `driver: tlp, serial: ${serial}`} }`,
  )
  .join('\n')}
`
  const read = parseConfig(yaml, { dir: '/', fileFault: () => null, folderFault: () => null, drivers: DRIVERS, purpose: 'replay' })
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.problems))
  return coreContext(read.tables[0] as (typeof read.tables)[number])
}

type Said = { readonly [T in EventType]: { readonly type: T; readonly round: string | null; readonly data: MessageData[T] } }[EventType]

export interface Told {
  readonly state: CoreState
  readonly said: readonly Said[]
  /** `raised`, `changed` and `withdrawn` with the code, in order. */
  readonly findings: readonly FindingData[]
}

const SHOE = ['LOAD', 'OPEN', 'CLOSE', 'EMPTY', 'JAM', 'CLEAR', 'REVERSE']

/**
 * Tells words and records one after the other; what is said in between can be looked at. `live`: as in a daemon, a tick comes whenever what was
 * awaited has come or never will.
 */
export const teller = (table: Table, { live = false } = {}) => {
  const context = contextOf(table)
  let state = initialCore()
  let [n, at] = [0, BASE_MS]
  const seqs = new Map<string, number>()
  const revs = new Map<string, number>()
  const said: Said[] = []

  const take = (body: RecordBody) => {
    const [next, { encoded }] = stepCore(state, { n: ++n, t: at, ...body } as JournalRecord, context)
    state = next
    for (const each of encoded) {
      assert.ok(each.ok, each.ok ? '' : each.refusal.reason)
      const { type, round = null, data } = each.envelope
      said.push({ type, round, data } as Said)
    }
  }
  const seqOf = (device: string, more = 1): number => {
    const seq = (seqs.get(device) ?? 0) + more
    seqs.set(device, seq)
    return seq
  }
  const line = (device: string, verb: string, rest: string, foreign: readonly string[] = []) => {
    const seq = seqOf(device)
    take({
      kind: 'line',
      device,
      serial: SERIALS[device] as string,
      boot: 1,
      seq,
      offset: null,
      line: `${verb} ${seq} ${at} ${rest}`.trim(),
      ...(foreign.length === 0 ? {} : { foreign }),
    })
  }
  const spot = (place: string, chipsAndIds: string) => {
    const [chips = '', marked = ''] = chipsAndIds.split('#')
    const ids = marked === '' ? '' : ` ids=${marked.replaceAll('-', '')}`
    const foreign = marked.split(',').flatMap((id) => (id.startsWith('-') ? [id.slice(1)] : []))
    const name = place === 'rack' || place.includes('.') ? place : `${place}.main`
    const rev = (revs.get(name) ?? 0) + 1
    revs.set(name, rev)
    const stacks = chips === '0' ? [] : chips.split(',').map((stack) => (stack.includes('x') ? stack : `${stack}x1`))
    const amount = stacks.reduce(
      (sum, stack) => sum + (stack.startsWith('FB') ? 0 : stack.split('x').reduce((product, part) => product * Number(part), 1)),
      0,
    )
    line('spots', 'S', `${name} ${rev} ${stacks.length === 0 ? '-' : stacks.join(',')} ${amount}${ids}`, foreign)
  }
  const deadlineBefore = (until: number): number | null => {
    const due = live ? nextDeadline(state.table, context.table) : null
    return due !== null && due < until ? due : null
  }
  const pass = (ms: number) => {
    const until = at + ms
    for (let due = deadlineBefore(until); due !== null; due = deadlineBefore(until)) {
      at = due
      take({ kind: 'tick' })
    }
    at = until
  }
  const word = (text: string) => {
    if (text.startsWith('+')) {
      pass(Number(text.slice(1)))
      return
    }
    pass(STEP_MS)
    const [kind = '', one = '', two = ''] = text.split(':')
    if (SHOE.includes(text)) line('shoe', 'SH', text.toLowerCase())
    else if (text === 'CUT') line('shoe', 'CUT', '')
    else if (text === 'tick') take({ kind: 'tick' })
    else if (kind === 'badge') line('badge', 'B', one)
    else if (kind === 'key') line('spots', 'K', two === '' ? one : `${one} ${two}`)
    else if (kind === 'peek') line('peek', 'PK', one)
    else if (isState({ kind })) line(kind, STATE_LINES[kind as StateKind].verb, `${one} ${two}`)
    else if (kind === 'D') line('discards', 'D', one)
    else if (kind === 'press') line('key', 'K', one)
    else if (kind === 'down' || kind === 'up') take({ kind: 'link', device: one, up: kind === 'up', reason: 'silent' })
    else if (kind === 'wrong') take({ kind: 'incident', device: one, code: two, text: two })
    else if (kind === 'lost') {
      const from = (seqs.get(one) ?? 0) + 1
      take({ kind: 'missing', device: one, serial: SERIALS[one] as string, boot: 1, from, to: seqOf(one, Number(two)) })
    } else if (text.startsWith('>')) line('pointer', 'P', text.slice(1))
    else if (text.includes('=')) spot(text.split('=')[0] as string, text.split('=')[1] as string)
    else line('shoe', 'C', text)
  }
  const told = (): Told => ({
    state,
    said,
    findings: said.flatMap((each) => (each.type === 'finding.raised' ? [each.data] : [])),
  })
  return {
    context,
    tell(words: string): Told {
      for (const each of words.split(/\s+/).filter((text) => text !== '')) word(each)
      return told()
    },
    /** A command as the journal has it once it was found valid. */
    command(name: string, args: unknown, correlation = `c${n}`, user = 'ann'): Told {
      at += STEP_MS
      take({ kind: 'command', user, name, correlation, args, error: null })
      return told()
    },
    /** Sequence of the newest line of a device. */
    seq: (device: string): number => seqs.get(device) ?? 0,
    end(): Told {
      const [next, { encoded }] = endCore(state, context)
      state = next
      for (const each of encoded)
        if (each.ok) said.push({ type: each.envelope.type, round: each.envelope.round ?? null, data: each.envelope.data } as Said)
      return told()
    },
  }
}

/** What stands when these words were told: codes with their grades, in the order in which they were raised. */
export const standingAfter = (table: Table, words: string): readonly string[] => {
  const standing = new Map<string, string>()
  for (const each of teller(table).tell(words).said) {
    if (each.type === 'finding.withdrawn') standing.delete(each.data.finding)
    else if (each.type === 'finding.raised' || each.type === 'finding.changed')
      standing.set(each.data.finding, `${each.data.code} ${each.data.grade}`)
  }
  return [...standing.values()]
}
