/** The night sheet over HTTP: a page to read and print, and the same as JSON and CSV. */
import { z } from 'zod'
import { isId } from '../../wire/topics.ts'
import { LANGUAGES } from '../../words/text.ts'
import { type DayClock, dayAfter, gamingDay, isDay, isZone, lastNight } from '../gaming-day.ts'
import { nightCsv, PARTS } from '../night/csv.ts'
import { type NightSheet, nightSheetForm } from '../night/form.ts'
import { nightPage } from '../night/page.ts'
import { type AskedNight, nightSheet } from '../night/sheet.ts'
import { type Answer, badRequest, dealerId, json, listOf, type Route, type RouteTools, route, time } from './route.ts'

const DAY_MS = 86_400_000
/** Rows of so many days are read at once; sums of longer spans are asked of the command line. */
const DAYS_MAX = 32
const TABLES_MAX = 64

const sheetQuery = z.strictObject({
  day: z
    .string()
    .refine(isDay, 'is not a day such as 2026-11-30')
    .optional()
    .describe('The gaming day, by the date on which it began. Without it and `from`, the gaming day of six hours ago.'),
  from: time.optional().describe('Of another span: its beginning, ISO 8601 with its zone.'),
  to: time.optional().describe('Its end, not included; now, if only `from` is given.'),
  zone: z
    .string()
    .max(64)
    .refine(isZone, 'is not a time zone such as Europe/Berlin')
    .optional()
    .describe('IANA; that of the book without it.'),
  tables: listOf(z.string().refine(isId, 'is not the name of a table'), TABLES_MAX)
    .optional()
    .describe('Only these tables, with commas between them.'),
  dealer: dealerId.optional().describe('Only what this dealer dealt.'),
})
const pageQuery = sheetQuery.extend({
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'is not a language such as de')
    .default('en')
    .describe('Of the page, `en` or `de`; English for any other.'),
  links: z
    .enum(['book', 'display'])
    .default('book')
    .describe("Whether figures lead into the book's interface or into the display that shows the page."),
})
const dataQuery = sheetQuery.extend({
  form: z.enum(['json', 'csv']).default('json'),
  part: z.enum(PARTS).default('tables').describe('Of CSV: which of its tables.'),
})

type SheetQuery = z.output<typeof sheetQuery>

/** A text says what is wrong. */
const askedIn = ({ day, from, to, zone, tables, dealer }: SheetQuery, clock: DayClock, nowMs: number): AskedNight | string => {
  const of = { tables: tables ?? [], dealer: dealer ?? null, zone: zone ?? clock.zone }
  if (from === undefined) {
    if (to !== undefined) return 'to: set `from` as well'
    const { day: name, from: start, to: end } = day === undefined ? lastNight(nowMs, clock) : gamingDay(day, clock)
    return { ...of, day: name, from: start, to: end }
  }
  if (day !== undefined) return 'day: it is one span, set either `day` or `from`'
  const [start, end] = [Date.parse(from), to === undefined ? nowMs : Date.parse(to)]
  if (start >= end) return '`from` must be before `to`'
  if (end - start > DAYS_MAX * DAY_MS)
    return `from: a sheet covers at most ${DAYS_MAX} days; \`npm run -s book -- report\` has longer spans`
  return { ...of, day: null, from: start, to: end }
}

/** One at a time: the rows of a night take memory while they are counted. */
const making = new WeakSet<RouteTools['db']>()

const withSheet = async (tools: RouteTools, query: SheetQuery, answer: (sheet: NightSheet) => Answer): Promise<Answer> => {
  const { db, nowMs, clock } = tools
  const asked = askedIn(query, clock, nowMs())
  if (typeof asked === 'string') return badRequest(asked)
  if (making.has(db))
    return { kind: 'error', status: 409, code: 'BUSY', text: 'another night sheet is being made; ask again in a few seconds' }
  making.add(db)
  try {
    return answer(await nightSheet(db, asked))
  } finally {
    making.delete(db)
  }
}

/** The page of the day before or after, with everything else as it was asked. */
const besideOf = ({ day }: NightSheet, query: z.output<typeof pageQuery>): { readonly before: string; readonly after: string } | null => {
  if (day === null) return null
  const { tables, day: _, ...rest } = query
  const address = (days: number): string => {
    const given = { day: dayAfter(day, days), ...(tables === undefined ? {} : { tables: tables.join() }), ...rest }
    const words = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined)
    return `report?${new URLSearchParams(words)}`
  }
  return { before: address(-1), after: address(1) }
}

export const NIGHT_ROUTES: readonly Route[] = [
  route({
    path: '/report',
    id: 'getReport',
    means: 'The night sheet as a page to read and to print: tables, dealers, what is unusual, open money, hour by hour, who ordered what.',
    params: z.strictObject({}),
    query: pageQuery,
    answer: { others: ['text/html'] },
    run: (tools, _params, query) =>
      withSheet(tools, query, (sheet) => {
        const { links } = query
        const language = LANGUAGES.has(query.language) ? query.language : 'en'
        return {
          kind: 'text',
          type: 'text/html; charset=utf-8',
          text: nightPage(sheet, { language, links, beside: besideOf(sheet, query) }),
        }
      }),
  }),
  route({
    path: '/api/report',
    id: 'getReportData',
    means: 'The night sheet as JSON, or one of its tables as CSV.',
    params: z.strictObject({}),
    query: dataQuery,
    answer: { json: nightSheetForm, others: ['text/csv'] },
    run: (tools, _params, query) =>
      withSheet(tools, query, (sheet) => {
        if (query.form === 'json') return json(sheet)
        const file = `${query.part}-${sheet.day ?? sheet.from.slice(0, 10)}.csv`
        return { kind: 'text', type: 'text/csv; charset=utf-8', text: nightCsv(sheet, query.part), file }
      }),
  }),
]
