/** A dispute file is made of a real journal, holds what is needed to check it, and shows every change by name. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { digestAfterText } from '../../../src/base/records/digest.ts'
import { newSigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import type { Excerpt } from '../../../src/display/dispute/excerpt.ts'
import { excerptOfJournal } from '../../../src/display/dispute/from-journal.ts'
import { disputePage } from '../../../src/display/dispute/page.ts'
import { BLOCK_BEGIN } from '../../../src/display/dispute/read-page.ts'
import type { Found } from '../../../src/display/dispute/span.ts'
import { verifyDispute } from '../../../src/tools/verify/dispute.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { KEY } from '../../daemon/pipeline/daemon.ts'
import { recordsIn } from '../../tools/verify/forging.ts'
import { makeJournal } from './made.ts'

const SEED = 7
const MONEY = { currency: 'EUR', exponent: 2 }
const OTHER = signingKeyOf(newSigningKey())

async function* each(records: readonly JournalRecord[]): AsyncGenerator<JournalRecord> {
  yield* records
}
const excerptIn = (records: readonly JournalRecord[], id: string): Promise<Found<Excerpt>> =>
  excerptOfJournal(async () => each(records), { id }, MONEY)

const pageOf = async (records: readonly JournalRecord[], id: string): Promise<string> => {
  const found = await excerptIn(records, id)
  assert.ok(found.ok, found.ok ? '' : found.fault.text)
  const made = disputePage(found.value)
  assert.ok(typeof made !== 'string', String(made))
  return made.html
}

const eventOf = (record: JournalRecord) => (record.kind === 'event' ? record.envelope : null)

describe(`a dispute file, seed ${SEED}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dispute-'))
  let records: readonly JournalRecord[] = []
  let rounds: readonly string[] = []
  let page = ''

  before(async () => {
    await makeJournal(folder, SEED, 6)
    records = recordsIn(folder)
    // The journal ends before its last round does.
    rounds = records.flatMap((record) => (eventOf(record)?.type === 'round.opened' ? [String(eventOf(record)?.round)] : [])).slice(0, -1)
    page = await pageOf(records, rounds[1] ?? '')
  })
  after(() => rmSync(folder, { recursive: true }))

  const faultOf = (altered: string, keys: readonly string[] = [KEY.publicKey]): string => {
    assert.notEqual(altered, page, 'something was altered')
    return verifyDispute(altered, keys).fault ?? 'none'
  }

  it('of every round is what the journal says, with or without the key', async () => {
    assert.ok(rounds.length >= 4, `${rounds.length} rounds`)
    for (const round of rounds) {
      const made = await pageOf(records, round)
      assert.equal(verifyDispute(made, [KEY.publicKey]).fault, null)
      assert.equal(verifyDispute(made, []).fault, null)
    }
  })

  it('shows each card and each finding of its round', async () => {
    for (const round of rounds) {
      const made = await pageOf(records, round)
      const visible = made.slice(0, made.indexOf(BLOCK_BEGIN))
      const closed = records.findLast((record) => eventOf(record)?.round === round && eventOf(record)?.type === 'round.closed')
      const data = eventOf(closed as JournalRecord)?.data as {
        readonly findings: readonly string[]
        readonly dealer: { readonly cards: string[] }
      }
      for (const finding of data.findings) assert.ok(visible.includes(finding), `${round}: ${finding}`)
      const signs = { S: '♠', H: '♥', D: '♦', C: '♣' } as const
      for (const card of data.dealer.cards)
        assert.ok(visible.includes(`${card.replace(/^T/, '10').slice(0, -1)}${signs[card.at(-1) as 'S']}`), `${round}: ${card}`)
    }
  })

  it('tells a card altered in the page', () => {
    const at = page.indexOf('♠')
    assert.ok(at > 0, 'the page shows a spade')
    assert.match(faultOf(`${page.slice(0, at)}♥${page.slice(at + 1)}`), /^line \d+ of the page differs from what the records give.*♥/)
  })

  it('tells text added to the page', () => {
    assert.match(faultOf(page.replace('</body>', '<p>The dealer was right.</p></body>')), /of the page differs from what the records give/)
  })

  it('tells a record altered, by its number', () => {
    const [, n] = /"record":\{"n":(\d+),[^\n]*"kind":"line"/.exec(page) ?? []
    const altered = page.replace(new RegExp(`("record":\\{"n":${n},[^\\n]*"seq":)(\\d+)`), (_, head, seq) => `${head}${Number(seq) + 1}`)
    assert.match(faultOf(altered), new RegExp(`^record ${n}\\b.* altered`))
  })

  it('tells a record removed', () => {
    const lines = page.split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"hash"')) + 3
    assert.match(faultOf(lines.filter((_, index) => index !== at).join('\n')), /^record \d+ follows record \d+: records were removed/)
  })

  it('tells the hash before the records altered, and that of a record', () => {
    const flipped = (digit = '') => (digit === '0' ? '1' : '0')
    assert.match(
      faultOf(page.replace(/"before":"(.)/, (_, digit) => `"before":"${flipped(digit)}`)),
      /the hash before the records was altered/,
    )
    assert.match(faultOf(page.replace(/\{"hash":"(.)/, (_, digit) => `{"hash":"${flipped(digit)}`)), /its hash .* was altered/)
  })

  it('tells all hashes made anew behind an altered record', async () => {
    const found = await excerptIn(
      records.map((record) => (record.kind === 'line' ? { ...record, t: record.t + 1 } : record)),
      rounds[1] ?? '',
    )
    assert.ok(found.ok, JSON.stringify(found).slice(0, 300))
    const made = disputePage(found.value)
    assert.ok(typeof made !== 'string', String(made))
    assert.match(faultOf(made.html), /^the records up to \d+ are not those that record \d+ sealed$/)
  })

  it('tells an altered signature, although the hash of its record fits', async () => {
    const found = await excerptIn(records, rounds[1] ?? '')
    assert.ok(found.ok, JSON.stringify(found).slice(0, 300))
    const { entries } = found.value
    const [covered, seal] = entries.slice(-2)
    assert.ok(covered && seal, `${entries.length} entries`)
    const { signature } = OTHER.sign({ stream: 'evening2', seq: covered.n, hash: covered.hash, at: '2026-11-21T20:00:00.000Z' })
    const json = JSON.stringify({ ...JSON.parse(seal.json), signature })
    const made = disputePage({
      ...found.value,
      entries: [...entries.slice(0, -1), { ...seal, json, hash: digestAfterText(covered.hash, json) }],
    })
    assert.ok(typeof made !== 'string', String(made))
    assert.match(faultOf(made.html), /^the signature of the seal over the records up to \d+ is not valid/)
  })

  it('tells another key: by the key given, and by the signature', () => {
    const altered = page.replaceAll(JSON.stringify(KEY.publicKey), JSON.stringify(OTHER.publicKey))
    assert.match(faultOf(altered), /^the public key in the file was altered/)
    assert.match(faultOf(altered, []), /^the signature of the seal .* is not valid: it or the public key was altered$/)
    assert.match(faultOf(`${page} `, [OTHER.publicKey]), /^the file names a key other than those given/)
  })

  it('is no dispute file without its block', () => {
    assert.match(faultOf('<html></html>'), /^it holds no block of records$/)
    assert.match(faultOf(page.replace('"form":"blackjack', '"form":"whitejack')), /^its block of records is wrong: form/)
  })

  it('is not made while its round is open, nor while a later one is whose records the seal covers', async () => {
    const opening = records.findIndex((record) => eventOf(record)?.type === 'round.opened' && eventOf(record)?.round === rounds[2])
    const cut = await excerptIn(records.slice(0, opening + 2), rounds[2] ?? '')
    assert.ok(!cut.ok, 'a page was made of an open round')
    assert.deepEqual([cut.fault.why, cut.fault.text.includes('still open')], ['open', true])
    const unsealed = records.slice(0, opening + 2).filter(({ kind }) => kind !== 'seal')
    const later = await excerptIn(unsealed, rounds[1] ?? '')
    assert.ok(!later.ok, 'a page was made beside an open round')
    assert.match(later.fault.text, new RegExp(`round ${rounds[2]} is open`))
    const none = await excerptIn(records, '99-99')
    assert.ok(!none.ok, 'a page was made of no round')
    assert.equal(none.fault.why, 'none')
  })
})
