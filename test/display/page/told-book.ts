/** A book that answers as the real one does, from what a table published: for views of the past without a store. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ToldTable } from './told-tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: envelopes as they came over the wire
type Envelope = any

export interface ToldBook {
  /** `http://127.0.0.1:40123` */
  readonly url: string
  /** Every query it received, newest last. */
  readonly asked: readonly string[]
  /** From now on it requires this `Authorization`; null: none. */
  authorization: string | null
  /** How many of its rounds it has stored, oldest first; all of them at the start. */
  stored: number
  close(): Promise<void>
}

interface PastRound {
  readonly key: string
  readonly summary: Envelope
  readonly full: Envelope
}

const STREAM = '0'

/** The rounds of a table in the form of the book's answers, oldest first. */
export function pastRounds({ rounds }: Pick<ToldTable, 'rounds'>): readonly PastRound[] {
  const byRound = new Map<string, Envelope[]>()
  for (const { topic, payload } of rounds.flat(2)) {
    if (!/\/ev\/(round|procedure)$/.test(topic) || payload === '') continue
    const envelope = JSON.parse(payload)
    if (envelope.round !== undefined) byRound.set(envelope.round, [...(byRound.get(envelope.round) ?? []), envelope])
  }
  const names = [...byRound.keys()]
  return names.map((name, index) => roundOf(name, byRound.get(name) ?? [], [names[index - 1], names[index + 1]]))
}

function roundOf(round: string, envelopes: readonly Envelope[], [previous, next]: readonly (string | undefined)[]): PastRound {
  const key = `${STREAM}/${round}`
  const result = envelopes.findLast(({ type }) => type === 'round.closed' || type === 'round.revised')?.data ?? null
  const opened = envelopes.find(({ type }) => type === 'round.opened')
  const findings = [
    ...new Map(envelopes.filter(({ type }) => type.startsWith('finding.')).map((each) => [each.data.finding, each])).values(),
  ]
  const marks = findings.map(({ type, data }) => {
    const { finding, code, grade, severity, box, amount } = data
    return { finding, code, grade, severity, box, amount: amount ?? null, withdrawn: type === 'finding.withdrawn', corrected: false }
  })
  const summary = {
    ...{ stream: STREAM, round, key, shoe: opened?.data.shoe ?? 1, number: 1, dealerId: 'd17', ended: result?.ended ?? null },
    ...{ openedAt: opened?.time ?? envelopes[0]?.time, closedAt: result?.closedAt ?? null, boxes: result?.boxes.length ?? 0, hands: 0 },
    ...{ state: result === null ? 'open' : 'closed', readings: result?.readings ?? 0, certain: result?.net.house != null, revised: false },
    net: result?.net ?? { house: null, best: null, from: null, to: null },
    ...{ staked: 0, stakedSides: 0, findings: marks },
  }
  const keyOf = (name: string | undefined) => (name === undefined ? null : `${STREAM}/${name}`)
  const full = {
    ...{ summary, result, hands: [], spots: [], previous: keyOf(previous), next: keyOf(next) },
    findings: findings.map(({ data }, at) => ({ ...marks[at], stream: STREAM, round, key, data })),
    alarms: marks.map(({ finding }) => ({
      n: 1,
      alarm: finding,
      at: summary.openedAt,
      step: 'acknowledged',
      user: 'mary-jones',
      note: null,
    })),
    steps: envelopes.map((envelope, at) => ({ n: at + 1, envelope })),
  }
  return { key, summary, full }
}

const DISPUTE = '<!doctype html><title>Dispute file</title><p>The whole round.</p>'

/**
 * Answers with the newest `limit` rounds first. It supports only the filters box, code and a round's key as text, which is enough to see
 * that filters arrive.
 */
export async function startToldBook(table: ToldTable): Promise<ToldBook> {
  const rounds = pastRounds(table)
  const asked: string[] = []
  const book = { authorization: null as string | null, stored: rounds.length }
  const root = `/api/tables/${table.name.property}/${table.name.pit}/${table.name.table}`
  const answer = (request: IncomingMessage): readonly [status: number, body: Envelope] => {
    const url = new URL(request.url ?? '', 'http://book')
    asked.push(decodeURIComponent(`${url.pathname}${url.search}`))
    if (book.authorization !== null && request.headers.authorization !== book.authorization)
      return [401, { error: { code: 'login', text: 'log in' } }]
    if (url.pathname === '/api/tables') return [200, { tables: [tableState(table)] }]
    if (url.pathname === `${root}/rounds`) return [200, page(rounds.slice(0, book.stored), url.searchParams)]
    if (url.pathname === `${root}/alarms`) return [200, { alarms: rounds.flatMap(closedAlarms), next: null }]
    const found = rounds.find(({ key }) => url.pathname.startsWith(`${root}/rounds/${key}`))
    if (found === undefined) return [404, { error: { code: 'not-found', text: 'the book has nothing under this address' } }]
    return [200, url.pathname.endsWith('/dispute') ? DISPUTE : found.full]
  }
  const server = createServer((request, response) => {
    const [status, body] = answer(request)
    const isText = typeof body === 'string'
    response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', 'WWW-Authenticate': 'Basic' })
    response.end(isText ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(book, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

const tableState = ({ name, house }: ToldTable) => ({
  ...{ ...name, house, currency: 'EUR', exponent: 2, rounds: 2, lastAt: null, incidents: [] },
  streams: [{ stream: STREAM, completeTo: 100, heardTo: 100, missing: [], lastAt: '2026-01-01T00:00:00.000Z' }],
})

function page(rounds: readonly PastRound[], asked: URLSearchParams) {
  const [box, code, text] = [asked.get('box'), asked.get('code'), asked.get('text')]
  const found = rounds.filter(
    ({ key, summary, full }) =>
      (text === null || key.startsWith(text)) &&
      (code === null || summary.findings.some((each: Envelope) => each.code === code)) &&
      (box === null || full.result?.boxes.some((each: Envelope) => String(each.box) === box)),
  )
  return { rounds: found.map(({ summary }) => summary).reverse(), searched: { from: null, to: null }, next: null }
}

const closedAlarms = ({ summary }: PastRound) =>
  summary.findings.map(({ finding, code, severity, box }: Envelope) => ({
    ...{ stream: STREAM, alarm: finding, code, severity, round: summary.round, key: summary.key, box, text: 'paid 20.00', state: 'closed' },
    steps: [{ n: 1, alarm: finding, at: summary.openedAt, step: 'closed', user: 'mary-jones', note: 'settled at the table' }],
  }))
