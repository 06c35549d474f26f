/** Which lines wait for which devices, and for how long. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import { decodeBody, type TlpEvent } from '../../../firmware-bridge/tlp.ts'
import { catchUp } from '../../../src/daemon/pipeline/catch-up.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { RecordBody } from '../../../src/wire/record.ts'
import { configFor } from './heard-play.ts'

const SERIALS = { shoe: 'SH-1', spots: 'SP-1', pointer: 'PT-1' } as const
/** Who deals is nobody's business in a round. */
const BADGE = { name: 'badge', driver: 'tlp', role: 'badge', path: '/dev/badge', serial: 'BG-1' } as const
type Device = keyof typeof SERIALS

/** A table with three devices that are connected and have said everything; event time is monotonic time. */
const newTable = (withBadge = false) => {
  const { devices } = configFor({
    ...{ house: 'gld', rules: HOUSES.gld.rules, boxes: 3, spots: ['main'], spotLagMs: 1500, chipEvidence: 'payouts' },
  })
  let nowMs = 0
  let heldUpSinceMs: number | null = null
  let deadline: number | null = null
  let folded = (_line: string): void => undefined
  let asked: string[] = []
  const givenUp: string[] = []
  const out: string[] = []
  const order = catchUp({
    ...{
      devices: withBadge ? [...devices, BADGE] : devices,
      known: new Set(withBadge ? ['badge'] : []),
      nowMs: () => nowMs,
      listenedMs: () => heldUpSinceMs ?? nowMs,
      eventMs: () => nowMs,
      deadline: () => deadline,
    },
    ask: (device) => void asked.push(device),
    giveUp: (device) => void givenUp.push(device),
  })
  const write = (bodies: Iterable<RecordBody>) => {
    for (const body of bodies) {
      if (body.kind !== 'line') continue
      out.push(body.line)
      folded(body.line)
    }
  }
  const report = (device: Device, told: LinkReport) => write(order.take({ device, report: told }))
  const complete = (device: Device, at = nowMs) => report(device, { kind: 'complete', at })
  for (const device of Object.keys(SERIALS) as Device[]) {
    report(device, { kind: 'link', up: true, reason: 'answers' })
    report(device, {
      ...{ kind: 'health', up: true, lastHeardMs: 0, counters: {}, deviceErrors: null, offsetMs: 0, roundTripMs: 1 },
      ...{ ring: { lo: 1, hi: 0, cap: 512 }, lastSeq: 0, ackedSeq: 0, held: 0 },
    })
    complete(device)
  }
  return {
    order,
    complete,
    line: (device: Device, body: string) => {
      const message = decodeBody(body) as TlpEvent
      report(device, { kind: 'line', serial: SERIALS[device], boot: 1, seq: message.seq, body, message, offset: 0 })
    },
    /** Time passes; `beating`: devices whose heartbeats come meanwhile. */
    pass: (ms: number, beating: readonly Device[]) => {
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs += 100
        if (nowMs % 1000 === 0) for (const device of beating) complete(device)
        write(order.tick())
      }
    },
    /** The process stands still for so long, and runs again; what came meanwhile has not been read until `read`. */
    stand: (ms: number) => {
      heldUpSinceMs = nowMs
      nowMs += ms
      write(order.tick())
    },
    read: () => {
      heldUpSinceMs = null
    },
    /** What folding a line does. */
    onFolded: (run: (line: string) => void) => {
      folded = run
    },
    await: (at: number | null) => {
      deadline = at
    },
    asked: () => {
      const names = asked
      asked = []
      return names
    },
    givenUp,
    out,
  }
}

const ALL: readonly Device[] = ['shoe', 'spots', 'pointer']
const CARD = (t: number) => `C 1 ${t} 5S`

describe('a line waits', () => {
  it('for no reader of badges, be it away or silent, and its silence holds up nothing; its own line has its place in time', () => {
    const { pass, line, out, order, complete } = newTable(true)
    pass(3000, ALL)
    line('shoe', CARD(3000))
    assert.deepEqual(out, [CARD(3000)])
    for (const device of ALL) complete(device)
    assert.equal(order.silentTo(null, 2900), 3000)
    pass(1600, ['shoe', 'pointer'])
    line('shoe', 'C 2 4600 6S')
    const shown = { kind: 'badge', seq: 1, t: 4500, dealer: 'd-17' } as const
    const body = 'B 1 4500 d-17'
    order
      .take({ device: 'badge', report: { kind: 'line', serial: 'BG-1', boot: 1, seq: 1, body, message: shown, offset: 0 } })
      [Symbol.iterator]()
      .next()
    assert.equal(out.length, 1, 'the spots are overdue')
    complete('spots')
    assert.deepEqual(out.slice(1), [body, 'C 2 4600 6S'])
  })

  it('for nobody, while every device says what it has', () => {
    const { pass, line, out } = newTable()
    pass(3500, ALL)
    line('shoe', CARD(3500))
    assert.deepEqual(out, [CARD(3500)])
  })

  it('for all that every device said while the process stood still, each of which is asked once', () => {
    const { pass, line, out, complete, stand, read, asked } = newTable()
    pass(1000, ALL)
    stand(13_000)
    assert.deepEqual(asked(), [...ALL])
    line('shoe', CARD(4000))
    complete('shoe', 14_010)
    complete('pointer', 14_010)
    read()
    pass(200, [])
    line('spots', 'S 1 3000 1.main 1 500x4 2000')
    assert.deepEqual(out, [], 'older bets may follow')
    complete('spots', 14_010)
    assert.deepEqual(out, ['S 1 3000 1.main 1 500x4 2000', CARD(4000)])
    assert.deepEqual(asked(), [])
  })

  it('no longer than 5 s for one that says no more after the process stood still', () => {
    const { pass, line, out, stand, read } = newTable()
    pass(1000, ALL)
    stand(13_000)
    line('shoe', CARD(4000))
    read()
    pass(4900, ['shoe', 'pointer'])
    assert.deepEqual(out, [])
    pass(200, ['shoe', 'pointer'])
    assert.deepEqual(out, [CARD(4000)])
  })

  it('for a device whose heartbeat is overdue, and for what it has from before', () => {
    const { pass, line, out, complete } = newTable()
    pass(1600, ['shoe', 'pointer'])
    line('shoe', CARD(1600))
    assert.deepEqual(out, [])
    const cleared = 'S 1 900 1.main 1 - 0'
    line('spots', cleared)
    assert.deepEqual(out, [cleared, CARD(1600)], 'its line was first')
    complete('spots')
    line('shoe', 'C 2 1650 6S')
    assert.equal(out.length, 3)
  })

  it('for such a device 5 s longer at most: by then its link is down', () => {
    const { pass, line, out } = newTable()
    pass(1600, ['shoe', 'pointer'])
    line('shoe', CARD(1600))
    pass(4800, ['shoe', 'pointer'])
    assert.deepEqual(out, [])
    pass(200, ['shoe', 'pointer'])
    assert.deepEqual(out, [CARD(1600)])
  })

  it('if it shows that an awaited time has passed, until every device has said what it had up to then; they are asked', () => {
    const table = newTable()
    table.pass(1400, ALL)
    table.await(1200)
    table.line('shoe', CARD(1400))
    assert.deepEqual(table.out, [])
    assert.deepEqual(table.asked(), ['spots', 'pointer'])
    table.complete('pointer', 1400)
    assert.deepEqual(table.out, [])
    table.line('spots', 'S 1 1150 1.main 1 - 0')
    table.complete('spots', 1400)
    assert.deepEqual(table.out, ['S 1 1150 1.main 1 - 0', CARD(1400)])
  })

  it('if the wait was only begun by the line before it, which was held as long', () => {
    const table = newTable()
    table.pass(1600, ['shoe', 'pointer'])
    table.complete('spots', 1000)
    table.pass(1600, ['shoe', 'pointer'])
    const [move, card] = ['P 1 3000 1.1', 'C 1 3100 5S']
    table.line('pointer', move)
    table.line('shoe', card)
    assert.deepEqual(table.out, [], 'the spots are overdue')
    table.onFolded((line) => table.await(line === move ? 3050 : null))
    table.complete('spots', 3020)
    assert.deepEqual(table.out, [move])
    table.complete('spots')
    table.complete('pointer')
    assert.deepEqual(table.out, [move, card])
  })

  it('so for 6.5 s at most: a device whose clock stands still never says enough', () => {
    const table = newTable()
    table.pass(1400, ALL)
    table.await(1200)
    table.line('shoe', CARD(1400))
    const pass = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        table.pass(100, ['shoe', 'pointer'])
        table.complete('spots', 1100)
      }
    }
    pass(6400)
    assert.deepEqual(table.out, [])
    pass(100)
    assert.deepEqual(table.out, [CARD(1400)])
  })

  it('not, if the awaited time is still to come', () => {
    const table = newTable()
    table.pass(1400, ALL)
    table.await(1500)
    table.line('shoe', CARD(1400))
    assert.deepEqual(table.out, [CARD(1400)])
    assert.deepEqual(table.asked(), [])
  })
})

describe('silence means that nothing happened', () => {
  it('as far as every device has said so; those that have not said enough are asked', () => {
    const { order, pass, complete, asked } = newTable()
    pass(1400, ALL)
    assert.equal(order.silentTo(null, 1000), 1000)
    assert.deepEqual(asked(), [])
    assert.equal(order.silentTo(null, 1200), null, 'the last heartbeats were before')
    assert.deepEqual(asked(), ALL)
    complete('shoe')
    complete('spots', 1300)
    assert.equal(order.silentTo(null, 1200), null, 'the pointer has not answered')
    assert.equal(order.silentTo('pointer', 1200), 1300, 'without the pointer')
    complete('pointer')
    assert.equal(order.silentTo(null, 1200), 1300, 'all have answered')
  })

  it('never for a device that answers but whose clock stands still: after 6.5 s its link is told', () => {
    const { order, pass, complete, givenUp } = newTable()
    const wait = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        assert.equal(order.silentTo(null, 1200), null)
        pass(100, ['shoe', 'pointer'])
        complete('spots', 1100)
      }
    }
    pass(1400, ALL)
    wait(6500)
    assert.deepEqual(givenUp, [])
    wait(100)
    assert.deepEqual(givenUp, ['spots'])
  })

  it('a little late, if a device says enough a little late: it is asked for something later each time', () => {
    const { order, pass, complete, givenUp } = newTable()
    for (let at = 1000; at < 20_000; at += 100) {
      pass(100, [])
      for (const device of ALL) complete(device, at - 2000)
      order.silentTo(null, at)
    }
    assert.deepEqual(givenUp, [])
  })
})
