/** What the sink requests from the tables again: records that are missing, and records that a seal contradicts. */
import { type Asking, replayCommand } from './commands-to-tables.ts'
import type { Connection } from './connection.ts'
import type { Asked, GapReply, Verdict } from './gaps.ts'
import type { Heard } from './hearing.ts'
import type { ResendVerdict } from './resend.ts'
import { notPutRight } from './store/chain.ts'
import type { Store } from './store/open.ts'
import type { TableState } from './table-state.ts'
import type { Tables } from './tables.ts'

interface RequestsPort {
  readonly options: Asking & {
    readonly store: Store
    readonly link: Pick<Connection, 'publish'>
    /** Monotonic, ms. */
    readonly nowMs: () => number
  }
  readonly tables: Tables
  /** Nothing is requested now: there is no room for it. */
  readonly isFull: () => boolean
  /** For the store. */
  readonly take: (heard: Heard) => void
}

export interface Requests {
  /** Requests what is missing, and after a connection whatever came since. */
  ask(table: TableState): Promise<void>
  reply(reply: GapReply): void
  passTime(table: TableState): void
}

/** What a table sent was not taken just now. */
export const isResting = ({ aside }: TableState, nowMs: number): boolean => aside !== null && nowMs < aside.untilMs

export function createRequests({ options, tables, isFull, take }: RequestsPort): Requests {
  const { store, link, nowMs, correlation } = options
  const request = (table: TableState, asked: Asked | null, from: { reset(): void }) => {
    if (asked === null) return
    table.asked.add(table.current()?.stream ?? null, asked.fromSeq, asked.toSeq)
    if (!link.publish(...replayCommand(table.name, asked, options))) from.reset()
  }
  /** Requests doubted records. Only one span at a time is requested from a table. */
  const isAskedAgain = (table: TableState): boolean => {
    const stream = table.current()
    if (stream === null || table.gap.isAsking()) return false
    request(table, table.resend.ask(stream, nowMs(), correlation), table.resend)
    return table.resend.isAsking()
  }
  const judge = (table: TableState, gap: Verdict, resend: ResendVerdict) => {
    const news = [newsOfGap(table, gap), newsOfResend(table, resend)]
    for (const heard of news) if (heard !== null) take(heard)
  }
  return {
    ask: async (table) => {
      if (!table.presence.isReady() || isFull() || isResting(table, nowMs()) || isAskedAgain(table)) return
      const { complete_to = 0, heard_to = 0 } = table.current() ?? {}
      const held = heard_to > complete_to ? await tables.firstHeld(store, table).catch(() => null) : null
      if (held === null && !table.mayHaveMore) return
      const from = Math.max(complete_to + 1, held === null ? table.askFrom : 1)
      request(table, table.gap.ask(from, held === null ? null : held - 1, nowMs(), correlation), table.gap)
    },
    reply: (reply) => {
      for (const table of tables.all()) judge(table, table.gap.reply(reply, nowMs()), table.resend.reply(reply, nowMs()))
    },
    passTime: (table) => {
      judge(table, table.gap.passTime(nowMs()), table.resend.passTime(nowMs()))
      const stream = table.current()
      const missing = table.gaps.look(stream, nowMs())
      if (missing !== null && table.missingFrom === null) take(gapStands(table, stream?.stream ?? '', missing))
      table.missingFrom = missing
    },
  }
}

const gapStands = ({ name }: TableState, stream: string, missing: number): Heard => ({
  ...{ kind: 'told', table: name, code: 'GAP' },
  text: `records of journal ${stream} from ${missing} on have been missing for more than a minute, although the book holds later ones. Nothing behind the gap is derived, countersigned or acknowledged. The book keeps asking: look whether the table runs, and who can publish as the table`,
})

function newsOfGap(table: TableState, verdict: Verdict): Heard | null {
  const stream = table.current()
  if (verdict.kind === 'up-to-date') table.mayHaveMore = false
  if (verdict.kind === 'told') return { kind: 'told', table: table.name, code: 'GAP', text: verdict.reason }
  // It stands when the record has come: that one may be another than the table had written.
  if (verdict.kind === 'denied') return { kind: 'told', table: table.name, code: 'DENIED', text: verdict.reason }
  if (verdict.kind !== 'stays') return null
  if (stream !== null) return { kind: 'gone', table: table.name, stream: stream.stream, keptFrom: verdict.keptFrom }
  // Nothing was received from this journal, so even its name is unknown: request from its first kept record on.
  table.askFrom = verdict.keptFrom
  return null
}

function newsOfResend(table: TableState, verdict: ResendVerdict): Heard | null {
  const doubted = table.resend.doubted()
  if (doubted === null || verdict.kind === 'nothing') return null
  const { stream, seal } = doubted
  if (verdict.kind === 'hopeless') return { kind: 'unmended', table: table.name, stream, seal, why: verdict.why }
  return { kind: 'told', table: table.name, ...notPutRight(seal, `${verdict.reason}. It is asked again, later each time`) }
}
