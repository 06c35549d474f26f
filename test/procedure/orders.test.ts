/** What a person orders from afar: carried out or refused where the table is held, journaled, answered, and the same at every replay. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseState, stateText } from '../../src/daemon/pipeline/state-text.ts'
import { fullOf } from '../../src/engine/errors/answers.ts'
import { currentView } from '../../src/engine/words/table-views.ts'
import { type Told, teller } from './scene.ts'

const GLD = { house: 'gld', boxes: 2 } as const
const INGO = { house: 'ingo', boxes: 2 } as const

const answers = ({ said }: Told) => said.flatMap((each) => (each.type === 'command.answered' ? [each.data] : []))
const last = <T>(items: readonly T[]): T => items.at(-1) ?? assert.fail('there is none')
const types = ({ said }: Told) => said.map(({ type }) => type)

describe('orders from afar', () => {
  it('round-void: the open round is void in the name of who ordered it, none is refused', () => {
    const table = teller(INGO)
    assert.match(last(answers(table.command('round-void', {}))).error ?? '', /no round is open/)
    table.tell('1=1000 2=1000 5S 6S 7S 8S 9S')
    const told = table.command('round-void', {}, 'v1')
    assert.deepEqual(last(answers(told)), { user: 'ann', name: 'round-void', correlation: 'v1', ok: true, error: null })
    const voided = last(told.said.filter((each) => each.type === 'round.void'))
    assert.equal(voided.data.reason, 'voided by ann')
    assert.equal(told.state.table.current, null)
    assert.deepEqual(types(told).slice(-3), ['command.answered', 'round.void', 'round.closed'])
  })

  it('a stale rev of the round is refused', () => {
    const table = teller(INGO)
    const { state } = table.tell('1=1000 5S 7S 9S 2H')
    const { rev } = state.table
    assert.match(last(answers(table.command('round-void', { rev: rev + 1 }))).error ?? '', /^stale: rev/)
    assert.equal(last(answers(table.command('round-void', { rev }))).ok, true)
  })

  it('absent: holds from then on as the key does, and for boxes of the table alone', () => {
    const table = teller(INGO)
    assert.equal(last(answers(table.command('absent', { box: 2 }))).ok, true)
    assert.deepEqual([...table.command('absent', { box: 3 }).state.table.absent], [2])
    assert.match(last(answers(table.command('absent', { box: 0 }))).error ?? '', /boxes 1 to 2/)
  })

  it('dealer: who deals is kept and said', () => {
    const told = teller(INGO).command('dealer', { id: 'd-17' })
    assert.equal(told.state.table.dealer.id, 'd-17')
    assert.deepEqual(last(told.said.filter((each) => each.type === 'dealer.changed')).data, { dealer: 'd-17', user: 'ann' })
  })

  it("dealer: rounds and their findings say who dealt them, and a name typed while the round is settled is the next one's", () => {
    const table = teller({ ...INGO, limits: { min: 2000 } })
    table.tell('1=1000 TS 7S')
    table.command('dealer', { id: 'd-17' })
    table.tell('TH TD +3000 1=2000')
    table.command('dealer', { id: 'd-18' })
    const told = table.tell('+2000 1=0 +3000 1=1000 2S 5S 7H 9S')
    const closed = told.said.flatMap((each) => (each.type === 'round.closed' ? [[each.data.round, each.data.dealerId]] : []))
    assert.deepEqual(closed, [['1-1', 'd-17']])
    const found = told.said.flatMap((each) =>
      each.type === 'finding.raised' ? [[each.data.finding, each.data.round, each.data.dealerId]] : [],
    )
    assert.deepEqual(found, [
      ['BET-UNDER-MIN-1', '1-1', 'd-17'],
      ['BET-UNDER-MIN-2', '1-2', 'd-18'],
    ])
    assert.equal(currentView(told.state.table, table.context.table)?.dealerId, 'd-18')
  })

  it('dealer: after the key for a relief nobody is named until somebody is, and a name given since the last card is the new one', () => {
    const table = teller(INGO)
    const dealer = ({ state }: Told) => state.table.dealer.id
    table.command('dealer', { id: 'd-17' })
    assert.equal(dealer(table.tell('1=1000 TS 7S TH TD 1=1000 +3000')), 'd-17')
    assert.equal(dealer(table.tell('key:relief')), null)
    table.command('dealer', { id: 'd-18' })
    assert.equal(dealer(table.tell('key:relief')), 'd-18')
  })

  it('badge: whoever shows it deals, as if he had been named; the same badge again says nothing, and the key before it is about him', () => {
    const table = teller({ ...INGO, limits: { min: 2000 } })
    table.tell('badge:d-17 1=1000 TS 7S TH TD +3000 1=2000 badge:d-17 badge:d-18')
    const told = table.tell('+2000 1=0 +3000 1=1000 2S 5S 7H 9S')
    const closed = told.said.flatMap((each) => (each.type === 'round.closed' ? [[each.data.round, each.data.dealerId]] : []))
    assert.deepEqual(closed, [['1-1', 'd-17']])
    const changed = ({ said }: Told) => said.flatMap((each) => (each.type === 'dealer.changed' ? [each.data] : []))
    assert.deepEqual(changed(told), [
      { dealer: 'd-17', user: 'badge' },
      { dealer: 'd-18', user: 'badge' },
    ])
    assert.equal(table.tell('key:relief').state.table.dealer.id, null)
    assert.equal(table.tell('badge:d-18 key:relief').state.table.dealer.id, 'd-18')
    assert.equal(changed(table.tell('')).length, 3)
  })

  it('badge: a reader that is away, or has lost lines, costs no round its verdict, and its alarm says that it is away', () => {
    const table = teller(INGO)
    const played = '1=1000 TS 7S TH TD +3000 1=2000 +2000 1=0 +5000 tick'
    table.tell('badge:d-17 1=1000 TS 7S down:badge')
    const told = table.tell('lost:badge:2 TH up:badge +9000 TD +3000 1=2000 +2000 1=0 +5000 tick')
    const closed = ({ said }: Told) => said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
    const [own] = closed(told)
    assert.ok(own, 'the round has closed')
    const [plain] = closed(teller(INGO).tell(played))
    assert.deepEqual([own.complete, own.boxes], [plain?.complete, plain?.boxes])
    assert.ok(!told.said.some(({ type }) => type === 'cards.missing' || type === 'round.incomplete'), 'no card is missing')
    const alarms = told.state.judge.alarms.open.map(({ alarm }) => alarm)
    assert.ok(alarms.includes('link-badge'), alarms.join())
  })

  it('keys that tell how far the dealer is change nothing that is said of the round, and are told with it', () => {
    const closed = (words: string) => {
      const told = teller(INGO).tell(words)
      return { told, rounds: told.said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : [])) }
    }
    const plain = closed('1=1000 TS 7S TH TD +2000 +1000 1=2000 +2000 1=0 +5000 tick')
    const { told, rounds } = closed(
      '1=1000 TS 7S TH press:hand-over TD press:hand-over press:round-over 1=2000 +2000 1=0 press:round-over +5000 tick',
    )
    const outcome = (each: (typeof rounds)[number] | undefined) => each && [each.complete, each.boxes, each.dealer, each.net, each.findings]
    assert.equal(rounds.length, 1)
    assert.deepEqual(outcome(rounds[0]), outcome(plain.rounds[0]))
    const pressed = told.said.flatMap((each) => (each.type === 'key.pressed' ? [[each.data.key, each.round]] : []))
    assert.deepEqual(pressed, [
      ['hand-over', '1-1'],
      ['hand-over', '1-1'],
      ['round-over', '1-1'],
      ['round-over', pressed.at(-1)?.[1]],
    ])
  })

  it('keys that are away cost no round its verdict; presses that are lost do, for one of them may have been an order', () => {
    const closed = ({ said }: Told) => said.flatMap((each) => (each.type === 'round.closed' ? [each.data.complete] : []))
    const away = teller(INGO).tell('1=1000 TS 7S down:key TH up:key TD +3000 1=2000 +2000 1=0 down:key +9000 tick')
    assert.deepEqual(closed(away), [true])
    const alarms = away.state.judge.alarms.open.map(({ alarm }) => alarm)
    assert.ok(alarms.includes('link-key'), alarms.join())
    assert.deepEqual(closed(teller(INGO).tell('1=1000 TS 7S lost:key:1 TH TD +3000 1=2000 +2000 1=0 +5000 tick CLOSE')), [false])
  })

  it('a check of the hole card is told with its round; what the dealer saw is told to nobody, and changes nothing', () => {
    const played = (word: string) => `1=1000 TS 7S TH ${word} TD +3000 1=2000 +2000 1=0 +5000 tick`
    const [done, blackjack] = ['peek:done', 'peek:blackjack'].map((word) => teller(INGO).tell(played(word)).said)
    assert.deepEqual(blackjack, done)
    const checks = done?.flatMap((each) => (each.type === 'dealer.peeked' ? [[each.round, each.data]] : []))
    assert.deepEqual(checks, [['1-1', { device: 'peek' }]])
    const results = (words: string) =>
      teller(INGO)
        .tell(words)
        .said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
    const plain = results(played('+1000'))
    assert.equal(plain.length, 1)
    for (const word of ['peek:blackjack', 'lost:peek:3', 'down:peek'])
      assert.deepEqual(
        results(played(word)).map(({ complete, boxes, dealer, net, findings }) => [complete, boxes, dealer, net, findings]),
        [[true, plain[0]?.boxes, plain[0]?.dealer, plain[0]?.net, []]],
        word,
      )
    const alarms = teller(INGO)
      .tell('down:peek')
      .state.judge.alarms.open.map(({ alarm }) => alarm)
    assert.deepEqual(alarms, ['link-peek'])
  })

  it('a command that names its round is about no other', () => {
    const table = teller(INGO)
    table.tell('1=1000 5S 7S 9S 2H')
    const asked = (round: string) => last(answers(table.command('round-void', { round })))
    assert.match(asked('1-2').error ?? '', /^stale: round 1-2 is not open; the open one is 1-1/)
    assert.equal(asked('1-1').ok, true)
    assert.match(asked('1-1').error ?? '', /^stale: round 1-1 is not open; no round is/)
  })

  it('dealer: where the house burns a card at a relief, the next one between rounds is burned, and none elsewhere', () => {
    for (const burned of [1, 0]) {
      const table = teller({ ...INGO, rules: `{ burn: 0, burnAtDealerChange: ${burned} }` })
      table.tell('1=1000 TS 7S')
      table.command('dealer', { id: 'd-17' })
      const told = table.tell('TH TD +3000 1=2000 +2000 1=0 1=1000 2S 5S 7H 9S')
      const places = told.said.flatMap((each) => (each.type === 'card.dealt' ? [each.data.to] : []))
      assert.deepEqual(places.slice(-4).map((place) => (place === 'burn' ? place : 'dealt'))[0], burned === 1 ? 'burn' : 'dealt')
      assert.equal(places.filter((place) => place === 'burn').length, burned, 'the round it came in went on')
    }
  })

  it('dealer: key, badge and name tell of one change in any order, and one card is burned for it', () => {
    for (const words of ['key:relief badge:d-18 2S', 'key:relief 2S badge:d-18', 'badge:d-18 2S key:relief', 'badge:d-17 2S badge:d-18']) {
      const table = teller({ ...INGO, rules: '{ burn: 0, burnAtDealerChange: 1 }' })
      const told = table.tell(`${words} 1=1000 +3000 5S 7H 9S`)
      const places = told.said.flatMap((each) => (each.type === 'card.dealt' ? [each.data.to] : []))
      assert.equal(places.filter((place) => place === 'burn').length, 1, words)
      assert.deepEqual(places.at(1), { box: 1, hand: 1 }, words)
      assert.equal(told.state.table.dealer.id, 'd-18', words)
    }
  })

  it('card-name: the unread card is the one named, the round stays incomplete, and it is known who said so', () => {
    const table = teller(INGO)
    table.tell('1=1000 2=1000 5S 6S 7S ??')
    const seq = table.seq('shoe')
    assert.match(last(answers(table.command('card-name', { card: 'KS', seq: seq - 1 }))).error ?? '', /no unread card with sequence/)
    const told = table.command('card-name', { card: 'KS', seq })
    assert.deepEqual(last(told.said.filter((each) => each.type === 'card.named')).data, { seq, n: 4, card: 'KS', user: 'ann' })
    assert.equal(told.state.table.floor.named.get(seq), 'KS')
    const closed = last(table.tell('9S TH 9D +5000 1=0 2=0 +2000 tick').said.filter((each) => each.type === 'round.closed')).data
    assert.deepEqual([closed.complete, closed.boxes[0]?.hands[0]?.cards.slice(0, 2)], [false, ['5S', 'KS']])
    assert.match(last(answers(table.command('card-name', { card: 'KS', seq }))).error ?? '', /^refused/)
  })

  it('card-name: an unread up card is the one it was named as', () => {
    const table = teller(INGO)
    const unread = table.tell('1=1000 5S ?? 9S TC')
    const named = table.command('card-name', { card: '7D', seq: table.seq('shoe') - 2 })
    const [before, after] = [unread, named].map(({ state: { table: at } }) => at.current && fullOf(at.current, table.context.table))
    // Followed as an ace, a ten or a lower card before, as a seven alone after.
    assert.ok(before && after && after.count > 0 && after.count < before.count, `${before?.count} ways before, ${after?.count} after`)
  })

  it('card-name: a hole card nobody has turned is named on no topic of the pit', () => {
    const table = teller(GLD)
    table.tell('1=1000 2=1000 5S 6S ?? 8S 9S TD')
    const told = table.command('card-name', { card: 'AS', seq: table.seq('shoe') - 3 })
    assert.equal(last(told.said.filter((each) => each.type === 'card.named')).data.card, 'hidden')
    assert.ok(!JSON.stringify(told.said).includes('AS'), 'nothing tells of it')
  })

  it('alarm-ack, alarm-shelve, alarm-close: by name and rev, and refused when stale', () => {
    const table = teller({ ...INGO, limits: { min: 2000 } })
    const told = table.tell('1=1000 5S 7S 9S')
    const [alarm] = told.state.judge.alarms.open
    assert.deepEqual([alarm?.alarm, alarm?.state], ['bet-under-min-1', 'unacknowledged'])
    assert.equal(
      alarm?.text,
      'Box 1: bet 10.00; the minimum is 20.00. The round stands. Before the next one, the player brings the bet up or takes it down.',
    )
    const order = (name: string, rev: number, more: object = {}) =>
      last(answers(table.command(name, { alarm: 'bet-under-min-1', rev, ...more })))
    assert.match(order('alarm-ack', 9).error ?? '', /^stale/)
    assert.equal(order('alarm-ack', 1, { note: 'spoke to him' }).ok, true)
    assert.equal(order('alarm-shelve', 2, { minutes: 30 }).ok, true)
    assert.equal(table.tell('+1799000 tick').state.judge.alarms.open[0]?.state, 'acknowledged', 'it comes back by itself')
    assert.equal(order('alarm-close', 4).ok, true)
    assert.deepEqual(table.tell('').state.judge.alarms.open, [])
    assert.match(order('alarm-close', 5).error ?? '', /^unknown/)
  })

  it('a lost device raises an alarm that ends when it stays back', () => {
    const table = teller(INGO)
    const states = (words: string) => table.tell(words).state.judge.alarms.open.map(({ alarm, state }) => `${alarm} ${state}`)
    assert.deepEqual(states('down:shoe lost:shoe:2'), ['link-shoe unacknowledged', 'missing-shoe suppressed'])
    assert.deepEqual(states('up:shoe down:shoe up:shoe'), ['link-shoe unacknowledged', 'missing-shoe suppressed'])
    assert.deepEqual(states('+4000 tick')[0], 'link-shoe returned')
    assert.deepEqual(states('JAM')[2], 'shoe-jam unacknowledged')
    assert.deepEqual(states('CLEAR')[2], 'shoe-jam returned')
  })

  it('leave a state that is kept and comes back the same', () => {
    const table = teller({ ...INGO, limits: { min: 2000 } })
    table.tell('1=1000 5S 7S ??')
    table.command('card-name', { card: 'KS', seq: table.seq('shoe') })
    table.command('dealer', { id: 'd-17' })
    const { state } = table.tell('+5000 1=0 +2000 tick')
    assert.ok(state.judge.alarms.open.length > 0 && state.judge.answers.length === 2, 'there is something to keep')
    assert.deepEqual(parseState(stateText(state)), state)
  })

  it('what is no order of the table says nothing', () => {
    const table = teller(INGO)
    for (const [name, args] of [
      ['snapshot', {}],
      ['card-name', { card: 'XX', seq: 1 }],
      ['absent', { box: '1' }],
      ['alarm-ack', null],
    ] as const)
      assert.deepEqual(answers(table.command(name, args)), [], name)
  })
})
