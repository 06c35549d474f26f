/** All queries to the book, one row each. */
import { z } from 'zod'
import { BOX_MAX } from '../../../firmware-bridge/tlp.ts'
import { disputePage } from '../../display/dispute/page.ts'
import { isId } from '../../wire/topics.ts'
import { alarmsPage } from '../queries/alarms.ts'
import { timeOrNull } from '../queries/answer-rows.ts'
import { alarmList, findingList, headAnswer, ROUND_STATES, roundFull, roundList, tableList } from '../queries/answers.ts'
import { excerptOfBook } from '../queries/dispute.ts'
import { findingsPage } from '../queries/findings.ts'
import { CURSOR_CHARS_MAX, PAGE_MAX, type PageAsk, parseCursor, type Span, type StreamName, streamsOf } from '../queries/page.ts'
import { roundOf } from '../queries/round.ts'
import {
  LOOKED_THROUGH,
  LOOKED_THROUGH_DAYS_MAX,
  ROUND_RESULTS,
  type RoundFilter,
  type RoundResultName,
  roundsOf,
  SEARCHED_CARD,
  SEARCHED_TEXT,
} from '../queries/rounds.ts'
import { tablesOf } from '../queries/tables.ts'
import { headOf, headsOf } from '../store/heads.ts'
import { NIGHT_ROUTES } from './night-routes.ts'
import { type Answer, badRequest, dealerId, json, listOf, notFound, type Route, type RouteTools, route, time, whole } from './route.ts'

const PAGE = 50
const DAY_MS = 86_400_000
/** 10 million major units, as in a table's configuration. */
const AMOUNT_MAX = 1_000_000_000

const id = z.string().refine(isId, 'is not an id: a-z, 0-9 and -, 1 to 32 characters').meta({ pattern: '^[a-z0-9-]{1,32}$' })
const table = { property: id.describe('The casino.'), pit: id.describe('The pit.'), table: id.describe('The table.') }
const tableParams = z.strictObject(table)
const streamName = z.string().regex(/^[a-z0-9]{1,32}$/, 'is not the name of a journal')
const roundParams = z.strictObject({
  ...table,
  stream: streamName.describe("The journal's name, the first part of a round's key."),
  round: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'is not the id of a round')
    .describe("The round's id within its journal, `57-412`."),
})

const span = {
  from: time.optional().describe('The earliest time, inclusive, ISO 8601 with its zone.'),
  to: time.optional().describe('The latest time, inclusive, ISO 8601 with its zone.'),
}
const pages = {
  limit: whole(1, PAGE_MAX).default(PAGE).describe('How many at most.'),
  before: z
    .string()
    .regex(/^[\w-]+$/, 'is not a cursor')
    .max(CURSOR_CHARS_MAX)
    .optional()
    .describe('`next` of the page before: goes on with what is older.'),
}
const dealer = dealerId.optional().describe('Who dealt.')
const box = whole(1, BOX_MAX).optional().describe('At which box.')
const aCode = z.string().regex(/^[A-Z0-9-]{1,40}$/, 'is not the code of a finding: A-Z, 0-9 and -')
const code = aCode.optional().describe('The code of a finding, `BET-CAPPED`; docs/findings.md lists them.')

/** As many as the pit display asks for at once: a word has so many codes, and its search has room for so many words. */
const CODES_MAX = 60
const WORDS_MAX = 32

const roundsQuery = z.strictObject({
  ...span,
  dealer,
  box: box.describe(
    `A box that played. The span is at most ${LOOKED_THROUGH_DAYS_MAX} days then, the newest ones unless \`from\` says otherwise.`,
  ),
  code: listOf(aCode, CODES_MAX)
    .optional()
    .describe(
      'The code of a finding in the round, `BET-CAPPED`, and of `box` where that is given; docs/findings.md lists them. Of several, with commas between them, one.',
    ),
  amount: whole(1, AMOUNT_MAX)
    .optional()
    .describe(
      'Minor units that a finding in the round is about, or that were staked, due or moved on a spot. The span is bounded as for `box`.',
    ),
  state: z.enum(ROUND_STATES).optional().describe('How the round stands.'),
  result: listOf(z.enum(ROUND_RESULTS as [RoundResultName, ...RoundResultName[]]), WORDS_MAX)
    .optional()
    .describe(
      `What a hand came to, of \`box\` where that is given, or the house: ${ROUND_RESULTS.join(', ')}. Of several, with commas between them, all. The span is bounded as for \`box\`.`,
    ),
  card: listOf(z.string().regex(SEARCHED_CARD, 'is not a card such as KS, or a rank such as K'), WORDS_MAX)
    .optional()
    .describe(
      'A card that was dealt in the round, `KS`, or a rank, `K`; to `box` where that is given. Of several, with commas between them, all. The span is bounded as for `box`.',
    ),
  text: z
    .string()
    .regex(SEARCHED_TEXT, 'may hold letters, digits, spaces and . / - only, 1 to 64 of them')
    .optional()
    .describe(
      "Words; each begins the round's id or key, its dealer's id or the code of a finding in it. The span is bounded as for `box`.",
    ),
  ...pages,
})
const findingsQuery = z.strictObject({
  ...span,
  code,
  dealer,
  box,
  open: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: neither withdrawn nor put right, and nobody has closed its alarm; false: one of these.'),
  ...pages,
})
const alarmsQuery = z.strictObject({ ...span, ...pages })

const TABLE = '/api/tables/{property}/{pit}/{table}'

export const ROUTES: readonly Route[] = [
  route({
    path: '/api/tables',
    id: 'listTables',
    means: 'Every table the book has heard of: how far its records reach, what is missing, what a person should know.',
    params: z.strictObject({}),
    query: z.strictObject({}),
    answer: { json: tableList },
    run: async ({ db }) => json({ tables: await tablesOf(db) }),
  }),
  route({
    path: `${TABLE}/rounds`,
    id: 'listRounds',
    means: 'The rounds of a table, the newest first.',
    params: tableParams,
    query: roundsQuery,
    answer: { json: roundList },
    run: listRounds,
  }),
  route({
    path: `${TABLE}/rounds/{stream}/{round}`,
    id: 'getRound',
    means: 'One round: its result, hands, spots, findings and alarms, and every event of it in the order of the journal.',
    params: roundParams,
    query: z.strictObject({}),
    answer: { json: roundFull },
    run: ({ db }, params) =>
      ofTable(db, params, async (streams) => {
        const stream = streams.find((each) => each.stream === params.stream)
        const found = stream === undefined ? null : await roundOf(db, { stream, round: params.round })
        return found === null ? notFound(`the book holds no round ${params.stream}/${params.round} of ${params.table}`) : json(found)
      }),
  }),
  route({
    path: `${TABLE}/rounds/{stream}/{round}/dispute`,
    id: 'getDispute',
    means:
      "One round's dispute file: an HTML page with the round, its records and the table's signature. Save it; `npm run verify` checks it.",
    params: roundParams,
    query: z.strictObject({}),
    answer: { others: ['text/html'] },
    run: ({ db }, params) =>
      ofTable(db, params, async (streams) => {
        const stream = streams.find((each) => each.stream === params.stream)
        if (stream === undefined) return notFound(`the book holds no journal ${params.stream} of ${params.table}`)
        const found = await excerptOfBook(db, { stream, round: params.round })
        if (!found.ok) return found.fault.why === 'open' ? notYet(found.fault.text) : notFound(found.fault.text)
        const made = disputePage(found.value)
        if (typeof made === 'string') return notFound(made)
        const file = `dispute-${params.table}-${params.stream}-${params.round}.html`
        return { kind: 'text', type: 'text/html; charset=utf-8', text: made.html, file }
      }),
  }),
  route({
    path: `${TABLE}/head`,
    id: 'getHead',
    means:
      'What the book has signed of a journal: what it has received of it, what of that is sealed, and the hashes. Save it; `npm run verify -- DIR --book FILE --book-key KEY` holds a journal against it. Of a table with several journals, a list of all, unless one is asked for.',
    params: tableParams,
    query: z.strictObject({ stream: streamName.optional().describe("The journal's name; all of the table without it.") }),
    answer: { json: headAnswer },
    run: ({ db }, params, { stream: asked }) =>
      ofTable(db, params, async () => {
        const heads = asked === undefined ? await headsOf(db, params) : [await headOf(db, params, asked)].filter((head) => head !== null)
        const [only] = heads
        if (only === undefined) return notFound(`the book has signed nothing for a journal ${asked ?? ''} of ${params.table}`)
        return json(heads.length === 1 ? only : { heads: [...heads] })
      }),
  }),
  route({
    path: `${TABLE}/findings`,
    id: 'listFindings',
    means: 'The findings of a table by the time they were raised, the newest first.',
    params: tableParams,
    query: findingsQuery,
    answer: { json: findingList },
    run: ({ db }, params, { open, ...query }) =>
      ofTable(db, params, async (streams) => {
        const page = pageOf(query)
        if (page === null) return NO_CURSOR
        const filter = { ...query, open: open === undefined ? undefined : open === 'true' }
        return json(await findingsPage(db, streams, filter, page))
      }),
  }),
  route({
    path: `${TABLE}/alarms`,
    id: 'listAlarms',
    means: 'The alarms of a table by the time they were raised last, the newest first, each with what people did with it.',
    params: tableParams,
    query: alarmsQuery,
    answer: { json: alarmList },
    run: ({ db }, params, query) =>
      ofTable(db, params, async (streams) => {
        const page = pageOf(query)
        return page === null ? NO_CURSOR : json(await alarmsPage(db, streams, page))
      }),
  }),
  ...NIGHT_ROUTES,
]

const notYet = (text: string): Answer => ({ kind: 'error', status: 409, code: 'NOT-YET', text })
const NO_CURSOR = badRequest('before: is not `next` of an answer')

type TableParams = z.output<typeof tableParams>

async function ofTable(db: RouteTools['db'], name: TableParams, run: (streams: readonly StreamName[]) => Promise<Answer>): Promise<Answer> {
  const streams = await streamsOf(db, name)
  return streams === null ? notFound(`the book knows no table ${name.property}/${name.pit}/${name.table}`) : run(streams)
}

function listRounds({ db, nowMs }: RouteTools, params: TableParams, query: z.output<typeof roundsQuery>): Promise<Answer> {
  return ofTable(db, params, async (streams) => {
    const page = pageOf(query)
    if (page === null) return NO_CURSOR
    const searched = searchedSpan(page.span, query, nowMs())
    if (searched === null) return TOO_LONG
    const found = await roundsOf(db, streams, query, { ...page, span: searched })
    return json({ rounds: found.rounds, searched: { from: timeOrNull(searched.from), to: timeOrNull(searched.to) }, next: found.next })
  })
}

const TOO_LONG = badRequest(
  `from: ${LOOKED_THROUGH.join(', ')} are looked for in at most ${LOOKED_THROUGH_DAYS_MAX} days; set \`from\` and \`to\` closer together`,
)

interface PageQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** null: `before` is not a valid cursor. */
function pageOf({ from, to, before, limit }: PageQuery): PageAsk | null {
  const cursor = before === undefined ? null : parseCursor(before)
  if (before !== undefined && cursor === null) return null
  const ms = (text: string | undefined) => (text === undefined ? null : Date.parse(text))
  return { span: { from: ms(from), to: ms(to) }, before: cursor, limit }
}

/** A filter without an index searches a bounded span; null: the request asks for a longer one. */
function searchedSpan(span: Span, filter: RoundFilter, nowMs: number): Span | null {
  if (LOOKED_THROUGH.every((name) => filter[name] === undefined)) return span
  const to = span.to ?? nowMs
  const earliest = to - LOOKED_THROUGH_DAYS_MAX * DAY_MS
  if (span.from !== null && span.from < earliest) return null
  return { from: span.from ?? earliest, to }
}
