/** F21: another daemon of the same table is told of, and answered, but not for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subject, VirtualTimeScheduler } from 'rxjs'
import type { Receipt } from '../../../src/daemon/broker/inbound.ts'
import { NOBODY, othersAfter, watchSecondDaemon } from '../../../src/daemon/pipeline/second-daemon.ts'
import { encodeState, encodeWill } from '../../../src/wire/envelope.ts'
import { readStatus } from '../../../src/wire/heard-status.ts'

const TABLE = { property: 'demo', pit: 'p1', table: 'bj07' }
const HEAD = { stream: 'q3kf9abc', boot: 3, sequence: 0, counter: 1, at: Date.UTC(2026, 10, 21, 20) }
const OWN = '00000001'
const OTHER = '00000002'

const payloadOf = (encoded: ReturnType<typeof encodeState>): Uint8Array => {
  assert.ok(encoded.ok, 'it is encoded')
  return Buffer.from(encoded.message.payload)
}
const ready = (instance: string, conn = 1) =>
  payloadOf(
    encodeState(TABLE, { topic: 'status' }, HEAD, { state: 'ready', instance, boot: 3, conn, since: new Date(HEAD.at).toISOString() }),
  )
const lost = (instance: string, conn = 1) => payloadOf(encodeWill(TABLE, { ...HEAD, instance }, conn))

/** A daemon on virtual time: what it tells, and when it says its status again, ms. */
function daemon(scheduler: VirtualTimeScheduler, instance: string) {
  const statuses$ = new Subject<Receipt>()
  const connected$ = new Subject<void>()
  const told: (string | null)[] = []
  const answers: number[] = []
  const said$ = new Subject<Uint8Array>()
  let conn = 0
  const announce = () => {
    answers.push(scheduler.now())
    said$.next(ready(instance, conn))
  }
  const wallMs = () => HEAD.at + scheduler.now()
  const telling = { tell: (_alarm: string, words: { text: string } | null) => told.push(words?.text ?? null), warn: () => {} }
  watchSecondDaemon({ instance, statuses$, connected$, wallMs, announce }, telling, scheduler)
  return {
    told,
    answers,
    said$,
    isConnected: () => conn > 0,
    hear: (payload: Uint8Array, isKept = false) => statuses$.next({ payload, isKept }),
    connect: () => {
      conn += 1
      connected$.next()
      said$.next(ready(instance, conn))
    },
  }
}

const at = (scheduler: VirtualTimeScheduler, ms: number, run: () => void) => scheduler.schedule(run, ms)

test('two daemons on one topic tell of each other, fall silent, and tell that it is over when one has stopped', () => {
  const scheduler = new VirtualTimeScheduler()
  const [one, other] = [daemon(scheduler, OWN), daemon(scheduler, OTHER)]
  let messages = 0
  for (const each of [one, other]) {
    each.said$.subscribe((payload) => {
      messages += 1
      // The broker gives everybody all that is said, with a round trip between.
      for (const hearer of [one, other]) if (hearer.isConnected()) at(scheduler, 1, () => hearer.hear(payload))
    })
  }
  at(scheduler, 0, () => one.connect())
  at(scheduler, 60_000, () => other.connect())
  at(scheduler, 3_600_000, () => one.hear(lost(OTHER)))
  scheduler.flush()
  assert.deepEqual(one.told, [null, `Another daemon claims to be this table: instance ${OTHER}, first heard at 20:01:00 UTC.`, null])
  assert.match(other.told[1] ?? '', new RegExp(`instance ${OWN}, first heard at 20:01:00`))
  assert.ok(messages <= 6, `${messages} messages in an hour`)
})

test('what a will of this daemon or of the one before it says late is put right, and so is rubbish', () => {
  const rows = {
    own: lost(OWN),
    former: lost(OTHER),
    empty: Buffer.alloc(0),
    deep: Buffer.from('['.repeat(4000)),
    long: Buffer.alloc(9000),
  }
  for (const [what, payload] of Object.entries(rows)) {
    const scheduler = new VirtualTimeScheduler()
    const one = daemon(scheduler, OWN)
    at(scheduler, 100, () => one.hear(payload))
    scheduler.flush()
    assert.deepEqual(one.answers, [100], what)
    assert.deepEqual(one.told, [null], `${what} is no daemon`)
  }
})

test('a thousand statuses a second get an answer every two seconds, and one record', () => {
  const scheduler = new VirtualTimeScheduler()
  const one = daemon(scheduler, OWN)
  for (let ms = 0; ms < 10_000; ms += 1) {
    const name = (ms % 100).toString(16).padStart(8, 'a')
    at(scheduler, ms, () => one.hear(ms % 2 === 0 ? ready(name, ms) : lost(name)))
  }
  scheduler.flush()
  assert.ok(one.answers.length <= 6, `${one.answers.length} answers`)
  assert.ok(one.told.length <= 4, one.told.join('\n'))
})

test('who no longer answers after a new connection is gone; what the broker kept is no sign of life', () => {
  const scheduler = new VirtualTimeScheduler()
  const one = daemon(scheduler, OWN)
  at(scheduler, 0, () => one.hear(ready('0000000f'), true))
  at(scheduler, 50, () => one.hear(ready(OTHER)))
  at(scheduler, 60_000, () => one.connect())
  scheduler.flush()
  assert.deepEqual(
    one.told.map((text) => text?.includes(OTHER) ?? null),
    [true, null],
  )
})

test('a status that somebody made up is read or refused, never more than eight strangers are kept', () => {
  assert.equal(readStatus(Buffer.from('{"type":"status","data":{"state":"ready","instance":"x\\ny"}}')), null)
  assert.equal(readStatus(Buffer.from('{"type":"status","data":{"state":"ready"}}'))?.instance, 'unnamed')
  assert.equal(readStatus(Buffer.from([0xff])), null)
  let others = NOBODY
  for (let n = 0; n < 100; n += 1) {
    const status = { state: 'ready', instance: n.toString(16).padStart(8, 'b'), conn: 1 } as const
    others = othersAfter(others, { kind: 'said', status, atMs: n }, OWN)
  }
  assert.equal(others.strangers.size, 8)
})
