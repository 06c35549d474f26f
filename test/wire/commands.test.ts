import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { ANSWERS_MAX, answerBook } from '../../src/wire/answer-book.ts'
import { answerCommand, COMMAND_BYTES_MAX, type CommandResult, type RawCommand, settleCommand } from '../../src/wire/commands.ts'

import { commandsPage } from '../../src/wire/commands-page.ts'
import { type Span, spanWithin } from '../../src/wire/replay.ts'

const table = { property: 'demo', pit: 'p1', table: 'bj07' }
const NOW = 1_763_689_399_123
const REPLY = 'casino/v1/demo/reply/ann/tab1'
const COMMAND = { replyTo: REPLY, correlation: 'c1', expires: NOW + 1000 }

function raw(payload: unknown, rest: Partial<RawCommand> = {}): RawCommand {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  return { topic: 'casino/v1/demo/p1/bj07/cmd/ann/snapshot', payload: bytes, retain: false, ...rest }
}

function answered(result: CommandResult) {
  assert.equal(result.kind, 'answered')
  return result.kind === 'answered' ? result : assert.fail()
}

const ask = (command: RawCommand, book = answerBook()) => answerCommand(command, { table, nowMs: NOW }, book)
const named = (name: string, args: object, user = 'ann') => ({
  ...raw({ ...COMMAND, replyTo: `casino/v1/demo/reply/${user}/tab1`, ...args }),
  topic: `casino/v1/demo/p1/bj07/cmd/${user}/${name}`,
})

test('a snapshot has its effect, its reply and its journal record', () => {
  assert.deepEqual(ask(raw({ ...COMMAND, why: 'late' })), {
    kind: 'answered',
    effect: 'snapshot',
    reply: {
      topic: REPLY,
      payload: '{"correlation":"c1","ok":true,"error":null}',
      qos: 1,
      retain: false,
      expirySeconds: null,
      type: 'reply',
    },
    journal: { kind: 'command', user: 'ann', name: 'snapshot', correlation: 'c1', args: {}, error: null },
  })
})

test('under MQTT 5 response topic and correlation come as properties', () => {
  const result = answered(ask(raw({}, { responseTopic: REPLY, correlationData: Buffer.from('c5') })))
  assert.equal(result.reply?.topic, REPLY)
  assert.equal(result.journal?.correlation, 'c5')
})

test('a snapshot needs no payload at all', () => {
  const result = answered(ask(raw('')))
  assert.deepEqual([result.effect, result.reply, result.journal?.correlation], ['snapshot', null, ''])
})

test('the same user and correlation get the same answer without a second effect; another user is another', () => {
  const book = answerBook()
  const first = answered(ask(raw(COMMAND), book))
  const second = answered(ask(raw({ ...COMMAND, expires: NOW - 5 }), book))
  assert.deepEqual([second.effect, second.journal, second.reply], [null, null, first.reply])
  const other = answered(
    ask({ ...raw({ ...COMMAND, replyTo: 'casino/v1/demo/reply/bob/x' }), topic: 'casino/v1/demo/p1/bj07/cmd/bob/snapshot' }, book),
  )
  assert.equal(other.effect, 'snapshot')
})

const REFUSED: readonly { readonly name: string; readonly command: RawCommand; readonly error: RegExp; readonly reply: boolean }[] = [
  { name: 'expired', command: raw({ ...COMMAND, expires: NOW - 1 }), error: /^expired/, reply: true },
  { name: 'expired as ISO time', command: raw({ ...COMMAND, expires: '2001-01-01T00:00:00Z' }), error: /^expired/, reply: true },
  { name: 'no time to expire', command: raw({ ...COMMAND, expires: 'soon' }), error: /^malformed: expires/, reply: true },
  {
    name: "another user's reply topic",
    command: raw({ ...COMMAND, replyTo: 'casino/v1/demo/reply/bob/x' }),
    error: /another user/,
    reply: false,
  },
  {
    name: 'a reply topic elsewhere',
    command: raw({ ...COMMAND, replyTo: 'casino/v1/demo/p1/bj07/status' }),
    error: /replyTo must be/,
    reply: false,
  },
  {
    name: 'a reply topic with wildcards',
    command: raw({ ...COMMAND, replyTo: 'casino/v1/demo/reply/ann/#' }),
    error: /replyTo must be/,
    reply: false,
  },
  {
    name: 'a property against the payload',
    command: raw(COMMAND, { responseTopic: 'casino/v1/demo/reply/bob/x' }),
    error: /another user/,
    reply: false,
  },
  { name: 'no JSON', command: raw('{'), error: /not JSON/, reply: false },
  { name: 'no UTF-8', command: raw(Uint8Array.from([0xc3, 0x28])), error: /not JSON in UTF-8/, reply: false },
  { name: 'a list', command: raw('[]'), error: /not a JSON object/, reply: false },
  { name: 'too deep', command: raw(`{"a":${'{"b":'.repeat(9)}1${'}'.repeat(10)}`), error: /nested more than/, reply: false },
  { name: '__proto__', command: raw('{"correlation":"x","__proto__":{"a":1}}'), error: /__proto__/, reply: false },
  { name: '__proto__ inside', command: raw('{"a":[{"__proto__":1}]}'), error: /__proto__/, reply: false },
  { name: 'too large', command: raw(' '.repeat(COMMAND_BYTES_MAX + 1)), error: /at most 4096/, reply: false },
  { name: 'a correlation of control characters', command: raw({ ...COMMAND, correlation: 'a\nb' }), error: /correlation/, reply: false },
  { name: 'a correlation that is a number', command: raw({ ...COMMAND, correlation: 5 }), error: /correlation/, reply: false },
]

for (const { name, command, error, reply } of REFUSED) {
  test(`refused, journaled and without effect: ${name}`, () => {
    const result = answered(ask(command))
    assert.match(result.journal?.error ?? '', error)
    assert.equal(result.effect, null)
    assert.equal(result.reply !== null, reply)
    if (result.reply !== null) assert.equal(JSON.parse(result.reply.payload).ok, false)
  })
}

const VALID: readonly (readonly [name: string, args: object])[] = [
  ['alarm-ack', { alarm: 'bj-short-1', rev: 1 }],
  ['alarm-ack', { alarm: 'bj-short-1', rev: 1, note: 'spoke to him' }],
  ['alarm-shelve', { alarm: 'bj-short-1', rev: 1, minutes: 30 }],
  ['alarm-close', { alarm: 'bj-short-1', rev: 1 }],
  ['round-void', {}],
  ['round-void', { rev: 7 }],
  ['card-name', { card: 'KS', seq: 1905 }],
  ['card-move', { seq: 1905, box: 3, hand: 2 }],
  ['absent', { box: 3 }],
  ['dealer', { id: 'd-17' }],
  ['ruling-undo', { ruling: '1-217/3' }],
]

for (const [name, args] of VALID) {
  test(`valid: ${name} ${JSON.stringify(args)} waits for what the table makes of it`, () => {
    const book = answerBook()
    const result = ask(named(name, args), book)
    assert.deepEqual(result, { kind: 'waiting', journal: { kind: 'command', user: 'ann', name, correlation: 'c1', args, error: null } })
    assert.deepEqual(ask(named(name, args), book), { kind: 'waiting', journal: null }, 'a second one asks for the same answer')
    const refused = { correlation: 'c1', ok: false, error: 'stale: rev 1 is not the current one (2)' }
    const answer = name === 'card-move' ? { correlation: 'c1', ok: true, error: null, ruling: '1-217/3' } : refused
    const replies = settleCommand('ann', answer, book)
    assert.deepEqual(
      replies.map(({ topic, payload }) => [topic, JSON.parse(payload)]),
      [
        [REPLY, answer],
        [REPLY, answer],
      ],
    )
    const late = answered(ask(named(name, args), book))
    assert.deepEqual([late.journal, late.effect, JSON.parse(late.reply?.payload ?? '')], [null, null, answer])
    assert.equal(ask(named(name, args, 'bob'), book).kind, 'waiting', 'another user is another')
  })
}

const MALFORMED: readonly (readonly [name: string, args: object, said: RegExp])[] = [
  ['alarm-ack', {}, /^malformed: alarm/],
  ['alarm-ack', { alarm: 'bj-short-1' }, /^malformed: rev/],
  ['alarm-ack', { alarm: '../x', rev: 1 }, /^malformed: alarm/],
  ['alarm-ack', { alarm: 'a', rev: 1.5 }, /^malformed: rev/],
  ['alarm-ack', { alarm: 'a', rev: 1, note: 'x'.repeat(401) }, /^malformed: note/],
  ['alarm-shelve', { alarm: 'a', rev: 1 }, /^malformed: minutes/],
  ['alarm-shelve', { alarm: 'a', rev: 1, minutes: 31 }, /^malformed: minutes/],
  ['alarm-shelve', { alarm: 'a', rev: 1, minutes: 0 }, /^malformed: minutes/],
  ['round-void', { rev: '7' }, /^malformed: rev/],
  ['card-name', { card: '1S', seq: 1 }, /^malformed: card/],
  ['card-name', { card: 'KS', seq: -1 }, /^malformed: seq/],
  ['card-move', { seq: 1, box: 0, hand: 1 }, /^malformed: box/],
  ['card-move', { seq: 1, box: 1, hand: 5 }, /^malformed: hand/],
  ['absent', { box: '3' }, /^malformed: box/],
  ['dealer', { id: '' }, /^malformed: id/],
  ['dealer', { id: 'x y' }, /^malformed: id/],
]

for (const [name, args, said] of MALFORMED) {
  test(`malformed: ${name} ${JSON.stringify(args).slice(0, 60)} is refused, journaled and replied to`, () => {
    const result = answered(ask(named(name, args)))
    assert.match(result.journal?.error ?? '', said)
    assert.equal(JSON.parse(result.reply?.payload ?? '').ok, false)
  })
}

test('a command that changes something needs a correlation, or a repetition could not be told from a second one', () => {
  const result = answered(ask({ ...raw({ box: 3 }), topic: 'casino/v1/demo/p1/bj07/cmd/ann/absent' }))
  assert.match(result.journal?.error ?? '', /^malformed: correlation is missing/)
})

test('answers given before a start are given again', () => {
  const book = answerBook([{ user: 'ann', correlation: 'c1', ok: true, error: null }])
  const result = answered(ask(named('round-void', {}), book))
  assert.deepEqual([result.journal, JSON.parse(result.reply?.payload ?? '')], [null, { correlation: 'c1', ok: true, error: null }])
})

test('what is on its way is bounded', () => {
  const book = answerBook()
  for (let n = 0; n < 1000; n++) book.await('eve', `c${n}`, REPLY)
  assert.ok(!book.awaits('eve', 'c0') && book.awaits('eve', 'c999'), 'the oldest is forgotten')
  for (let n = 0; n < 100; n++) book.await('eve', 'c999', REPLY)
  assert.ok(settleCommand('eve', { correlation: 'c999', ok: true, error: null }, book).length < 10, 'few may ask for one answer')
})

test('a replay is answered with the span that will be sent, or with why nothing will be', () => {
  const kept: Span = { fromSeq: 101, toSeq: 9000 }
  const replay = (args: object, user = 'ann') =>
    answered(answerCommand(named('replay', args, user), { table, nowMs: NOW, replay: (_, asked) => spanWithin(asked, kept) }, answerBook()))
  const cut = replay({ fromSeq: 8998, toSeq: 10_000 })
  assert.deepEqual(cut.effect, { user: 'ann', fromSeq: 8998, toSeq: 9000 })
  assert.deepEqual(JSON.parse(cut.reply?.payload ?? ''), { correlation: 'c1', ok: true, error: null, fromSeq: 8998, toSeq: 9000 })
  assert.deepEqual(cut.journal?.args, { fromSeq: 8998, toSeq: 9000 })
  const refusals: readonly [args: object, error: RegExp][] = [
    [{ fromSeq: 100, toSeq: 200 }, /^refused: record 100 is no longer kept; the journal holds records 101 to 9000$/],
    [{ fromSeq: 9001, toSeq: 9002 }, /^refused: there is no record 9001 yet; the journal holds records 101 to 9000$/],
    [{ fromSeq: 300, toSeq: 200 }, /^malformed: fromSeq 300 is greater than toSeq 200$/],
    [{ fromSeq: 101, toSeq: 5101 }, /^refused: 5001 records are too many .* at most 5000/],
    [{ fromSeq: 0, toSeq: 5 }, /^malformed: fromSeq/],
    [{ fromSeq: 101.5, toSeq: 105 }, /^malformed: fromSeq/],
    [{ fromSeq: '101', toSeq: 105 }, /^malformed: fromSeq/],
    [{ fromSeq: 101 }, /^malformed: toSeq/],
  ]
  for (const [args, error] of refusals) {
    const { effect, reply, journal } = replay(args)
    assert.deepEqual([effect, journal?.args, JSON.parse(reply?.payload ?? '').ok], [null, null, false], JSON.stringify(args))
    assert.match(JSON.parse(reply?.payload ?? '').error, error)
  }
})

test('a replay that is repeated gets the same answer and is not sent a second time', () => {
  const book = answerBook()
  const context = { table, nowMs: NOW, replay: (_: string, asked: Span) => spanWithin(asked, { fromSeq: 1, toSeq: 10 }) }
  const first = answered(answerCommand(named('replay', { fromSeq: 1, toSeq: 99 }), context, book))
  const second = answered(answerCommand(named('replay', { fromSeq: 1, toSeq: 99 }), context, book))
  assert.deepEqual([second.effect, second.journal, second.reply], [null, null, first.reply])
})

test('unknown commands are told what is known', () => {
  for (const name of ['open-sesame', 'constructor', 'tostring'])
    assert.match(answered(ask(named(name, {}))).journal?.error ?? '', /^unknown: .*snapshot/)
})

test('retained commands and other topics are ignored', () => {
  assert.equal(ask(raw(COMMAND, { retain: true })).kind, 'ignored')
  for (const topic of [
    'x',
    'casino/v1/demo/p1/bj07/cmd/ann',
    'casino/v1/demo/p1/bj07/cmd/ann/snapshot/x',
    'casino/v1/demo/p1/bj07/cmd/Ann/snapshot',
  ]) {
    assert.equal(ask({ ...raw(COMMAND), topic }).kind, 'ignored', topic)
  }
})

test('the memory of answers is bounded, and one user cannot push out another', () => {
  const book = answerBook()
  const remember = (user: string, correlation: string) => book.remember(user, { correlation, ok: true, error: null })
  remember('ann', 'mine')
  for (let n = 0; n < 10_000; n++) remember('eve', `c${n}`)
  assert.notEqual(book.find('ann', 'mine'), undefined)
  assert.equal(book.find('eve', 'c0'), undefined)
  assert.notEqual(book.find('eve', `c${10_000 - ANSWERS_MAX.perUser}`), undefined)
  for (let n = 0; n < ANSWERS_MAX.users; n++) remember(`user-${n}`, 'c')
  assert.equal(book.find('ann', 'mine'), undefined)
})

test('no payload whatever makes it throw or answer somebody else', () => {
  const book = answerBook()
  const check = (payload: Uint8Array) => {
    const result = ask(raw(payload), book)
    if (result.kind === 'answered' && result.reply !== null)
      assert.match(result.reply.topic, /^casino\/v1\/demo\/reply\/ann\/[a-z0-9-]{1,32}$/)
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), check))
  fc.assert(
    fc.property(fc.json(), fc.anything(), (text, odd) => {
      check(Buffer.from(text))
      check(
        Buffer.from(
          JSON.stringify({ ...COMMAND, correlation: odd, replyTo: odd, expires: odd }, (_, value) =>
            typeof value === 'bigint' ? 0 : value,
          ) ?? '',
        ),
      )
    }),
  )
})

test('the commands are printed into the documentation, each with its arguments', () => {
  const page = commandsPage()
  assert.equal(readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8'), page, 'run npm run docs')
  for (const [name, args] of VALID) {
    const line = page.split('\n').find((each) => each.startsWith(`| \`${name}\``)) ?? assert.fail(name)
    for (const argument of Object.keys(args).filter((each) => each !== 'other'))
      assert.ok(line.includes(`\`${argument}\``), `${name} ${argument}`)
  }
})

test('what is refused is journaled by its name and size, and what is taken without what its form does not know', () => {
  const junk = { junk: 'x'.repeat(3000) }
  const refused = answered(ask(named('no-such', junk))).journal
  assert.equal(refused?.args, null)
  assert.ok((refused?.bytes ?? 0) > 3000, `${refused?.bytes} bytes`)
  assert.ok(JSON.stringify(refused).length < 300, JSON.stringify(refused))
  const taken = ask(named('absent', { box: 3, ...junk }))
  assert.deepEqual(taken.kind === 'waiting' ? taken.journal?.args : null, { box: 3 })
})

test('while the journal takes nothing a command is refused at once, and can be given again', () => {
  const book = answerBook()
  const give = (isFull: boolean, name = 'absent') => answerCommand(named(name, { box: 3 }), { table, nowMs: NOW, isFull }, book)
  const full = answered(give(true))
  assert.equal(full.journal, null)
  assert.match(full.reply?.payload ?? '', /"ok":false,"error":"refused: the journal accepts no records now/)
  assert.equal(answered(answerCommand(named('no-such', {}, 'bob'), { table, nowMs: NOW, isFull: true }, book)).journal, null)
  assert.equal(give(false).kind, 'waiting', 'there is room again')
})

test('a name that nobody has proven stands as unverified in the journal', () => {
  const result = answerCommand(named('absent', { box: 3 }), { table, nowMs: NOW, isClaimed: true }, answerBook())
  assert.equal(result.kind === 'waiting' ? result.journal?.unverified : null, true)
})
