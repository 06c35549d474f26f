/**
 * Forty small mutations, chosen from the sources: each is something that somebody might break by mistake, in code that runs at a table every evening,
 * and each compiles. What the tests examine had no part in the choice.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mutant {
  readonly file: string
  /** Occurs once in the file. */
  readonly before: string
  readonly after: string
  /** What is broken. */
  readonly what: string
  /** Select the tests of its folder, and the evenings: `npm test -- WORDS`. */
  readonly words: readonly string[]
}

type Change = Omit<Mutant, 'words'>

/** Why the mutant cannot be made in this tree; null: it can. */
export function faultOf({ file, before, after }: Mutant, tree: string): string | null {
  const path = join(tree, file)
  if (!existsSync(path)) return `there is no ${file}`
  const times = readFileSync(path, 'utf8').split(before).length - 1
  if (times !== 1) return `${file} has this text ${times} times and should have it once: ${before}`
  return before === after ? `nothing changes in ${file}` : null
}

const GAME: readonly Change[] = [
  {
    file: 'src/rules/game/settle.ts',
    before: `rounding === 'down' ? Math.floor(exact)`,
    after: `rounding === 'down' ? Math.round(exact)`,
    what: 'a payment that no chips can make is rounded to the nearest chip, not down',
  },
  {
    file: 'src/rules/game/settle.ts',
    before: `!(final.total === 22 && rules.dealer22 === 'push')`,
    after: `!(final.total >= 22 && rules.dealer22 === 'push')`,
    what: 'where 22 of the dealer pushes, every bust of his does',
  },
  {
    file: 'src/rules/game/dealer.ts',
    before: `isSoft(points) && rules.dealerSoft17 === 'hit'`,
    after: `isSoft(points) && rules.dealerSoft17 !== 'hit'`,
    what: 'the dealer draws on soft 17 in the houses where he stands, and stands in the others',
  },
  {
    file: 'src/rules/game/due.ts',
    before: `if (sides.p22 > 0) return 'after'`,
    after: `if (sides.p22 > 0) return 'inPlay'`,
    what: 'a bust bet under a Push 22 bet is due at once, not at the settlement',
  },
  {
    file: 'src/rules/game/side-bets.ts',
    before: 'rules.potOfGold[Math.min(lammers, rules.potOfGold.length) - 1] ?? 0',
    after: 'rules.potOfGold[Math.min(lammers, rules.potOfGold.length - 1)] ?? 0',
    what: 'Pot of Gold pays as if there were one lammer more',
  },
  {
    file: 'src/rules/game/insurance.ts',
    before: 'laid > insuranceMost(boxes, box, insurance, rules)',
    after: 'laid >= insuranceMost(boxes, box, insurance, rules)',
    what: 'insurance of exactly half the bet counts as too much',
  },
]

const ENGINE: readonly Change[] = [
  {
    file: 'src/engine/evidence/round.ts',
    before: 'const isBefore = ({ at }: Move): boolean => at - spotLagMs <= round.openedAt',
    after: 'const isBefore = ({ at }: Move): boolean => at <= round.openedAt',
    what: 'the lag of the spots is ignored at the first card: a bet that is reported just after it was not laid before it',
  },
  {
    file: 'src/engine/evidence/chips.ts',
    before: 'return next === undefined || at - spotLagMs <= next',
    after: 'return next === undefined || at + spotLagMs <= next',
    what: 'the lag of the spots is added to a movement, not subtracted, where it is asked whether it came before a card',
  },
  {
    file: 'src/engine/evidence/spot-track.ts',
    before: 'next.at - (hidden[0]?.at ?? next.at) <= lagMs',
    after: 'next.at - (hidden[0]?.at ?? next.at) >= lagMs',
    what: 'chips that a hand covers for a moment count as gone, and those that were gone for long as covered',
  },
  {
    file: 'src/engine/lattice/box-due.ts',
    before: 'lose: lose + untaken',
    after: 'lose: lose - untaken',
    what: 'bust stakes that still lie there are subtracted from what the box loses',
  },
  {
    file: 'src/engine/errors/grades.ts',
    before: 'alone >= total && instead === null',
    after: 'alone <= total && instead === null',
    what: 'an error that only some readings have counts as proven',
  },
  {
    file: 'src/engine/state/late-line.ts',
    before: 'from <= sequence && sequence <= to)',
    after: 'from <= sequence && sequence < to)',
    what: 'the last late line of a gap does not fill it',
  },
  {
    file: 'src/engine/words/result.ts',
    before: 'return sum === null || due === null ? null : sum - due',
    after: 'return sum === null || due === null ? null : sum + due',
    what: `the house's result of a round has the wrong sign`,
  },
  {
    file: 'src/engine/words/table-views.ts',
    before: 'box: round.boxes[reading.active] ?? 0',
    after: 'box: round.boxes[reading.active + 1] ?? 0',
    what: 'the table says that the box after the one in play is in play',
  },
]

const PROCEDURE: readonly Change[] = [
  {
    file: 'src/procedure/rack-watch.ts',
    before: 'imbalance(account, near, -sum(told), context)',
    after: 'imbalance(account, near, sum(told), context)',
    what: 'the rack should have gained what it paid out',
  },
  {
    file: 'src/procedure/bet-watch.ts',
    before: `if (amount > max) return [proven('BET-OVER-MAX'`,
    after: `if (amount >= max) return [proven('BET-OVER-MAX'`,
    what: 'a bet of exactly the maximum is over it',
  },
  {
    file: 'src/procedure/bet-watch.ts',
    before: 'const all = Array.from({ length: context.boxes }, (_, index) => index + 1)',
    after: 'const all = Array.from({ length: context.boxes }, (_, index) => index)',
    what: 'nobody looks at the bets of the last box',
  },
  {
    file: 'src/procedure/catalogue/settlement.ts',
    before: `'PAID-LOSER': {\n    severity: 'money',`,
    after: `'PAID-LOSER': {\n    severity: 'info',`,
    what: 'a losing hand that was paid raises no alarm',
  },
  {
    file: 'src/procedure/alarms.ts',
    before: '...(hasEnded ? { holds: false, endsAt: null } : {})',
    after: '...(hasEnded ? { endsAt: null } : {})',
    what: 'the alarm of a fault that has ended is not cleared',
  },
  {
    file: 'src/procedure/alarms.ts',
    before: 'gravity(other) < gravity(best)',
    after: 'gravity(other) > gravity(best)',
    what: 'the alarms of a round wait behind the least serious one',
  },
  {
    file: 'src/procedure/silent-shoe.ts',
    before: 'filter((times) => times >= least)',
    after: 'filter((times) => times > least)',
    what: 'a silent shoe is told a round too late',
  },
  {
    file: 'src/procedure/order-watch.ts',
    before: '{ box: early.box, hand: 1, cause, seen: { count: late.box } }',
    after: '{ box: late.box, hand: 1, seen: { count: early.box } }',
    what: 'a box played out of turn is told of the box that should have come first',
  },
]

const JOURNAL: readonly Change[] = [
  {
    file: 'src/daemon/journal/files.ts',
    before: 'create: O_RDWR | O_CREAT | O_EXCL | O_DSYNC',
    after: 'create: O_RDWR | O_CREAT | O_EXCL',
    what: 'what is written to a new segment is not synced to the disk',
  },
  {
    file: 'src/daemon/journal/chain.ts',
    before: 'hexAt(buffer, end - 10, end - 2) !== crc || recordEnd <= from',
    after: 'hexAt(buffer, end - 10, end - 2) !== crc && recordEnd <= from',
    what: 'a start takes a record that is not chained to the one before it',
  },
  {
    file: 'src/daemon/journal/checkpoint.ts',
    before: 'if (!bytes.subarray(stateEnd + 1, stateEnd + 1 + seal.length).equals(seal)) return',
    after: 'if (bytes.length < seal.length) return',
    what: 'a checkpoint that was not written completely is accepted',
  },
  {
    file: 'src/daemon/journal/segment-writer.ts',
    before: 'list.filter((waiter) => waiter.n <= n)',
    after: 'list.filter((waiter) => waiter.n < n)',
    what: 'the last record of a batch is never acknowledged as durable',
  },
  {
    file: 'src/daemon/journal/checkpoint.ts',
    before: 'found.sort((one, other) => other.checkpoint.n - one.checkpoint.n)',
    after: 'found.sort((one, other) => one.checkpoint.n - other.checkpoint.n)',
    what: 'a start continues from the older of two checkpoints',
  },
  {
    file: 'src/daemon/journal/recover.ts',
    before: 'result.line.synced >= lost',
    after: 'result.line.synced > lost',
    what: 'the last record known to be durable may be lost without a word',
  },
]

const BRIDGE: readonly Change[] = [
  {
    file: 'firmware-bridge/line.ts',
    before: 'if (crc !== crcOf(body))',
    after: 'if (crc?.length !== crcOf(body).length)',
    what: 'the CRC of a line is not checked',
  },
  {
    file: 'firmware-bridge/sequence.ts',
    before: 'Math.min(run.to, run.from + room - 1)',
    after: 'Math.min(run.to, run.from + room)',
    what: 'a request names one event more than the protocol allows',
  },
  {
    file: 'firmware-bridge/sequence.ts',
    before: 'addGap(sequence.horizon)',
    after: 'addGap(sequence.last)',
    what: 'lines that a device says exist are not missed until a later one comes',
  },
  {
    file: 'firmware-bridge/link-order.ts',
    before: 'Math.min(seq, probe ?? last)',
    after: 'Math.max(seq, probe ?? last)',
    what: 'a device is told that its lines are kept before they are on the disk',
  },
]

const DEVICES: readonly Change[] = [
  {
    file: 'devices/dialects/angel-eye.ts',
    before: `const SUIT_CODES = ['D', 'C', 'S', 'H'] as const`,
    after: `const SUIT_CODES = ['D', 'C', 'H', 'S'] as const`,
    what: 'a shoe of another maker has spades and hearts swapped',
  },
  {
    file: 'devices/tag-board.ts',
    before: `(value === 'FB' ? 0 : value * count)`,
    after: `(value === 'FB' ? 0 : value + count)`,
    what: 'a stack of chips is worth its value plus its number',
  },
]

const BOOK: readonly Change[] = [
  {
    file: 'src/book/derive/rounds.ts',
    before: 'best_due: best.due,',
    after: 'best_due: best.moved,',
    what: 'what a spot was due is stored as what moved there',
  },
  {
    file: 'src/book/reports/facts.ts',
    before: 'houseWon: moved.reduce((sum, each) => sum - each, 0)',
    after: 'houseWon: moved.reduce((sum, each) => sum + each, 0)',
    what: 'the shift report tells what the players won as what the house won',
  },
  {
    file: 'src/book/derive/days.ts',
    before: 'Math.floor(ms / DAY_MS)',
    after: 'Math.round(ms / DAY_MS)',
    what: 'for a search the next day begins at noon',
  },
  {
    file: 'src/book/store/keep.ts',
    before: 'filter((n) => n <= heard_to)',
    after: 'filter((n) => n < heard_to)',
    what: 'the newest record, when it comes again, is kept a second time',
  },
  {
    file: 'src/book/store/chain.ts',
    before: `if (public_key !== null && isSignedBy(public_key, seal)) return 'table'`,
    after: `if (public_key !== null && seal.signature !== '') return 'table'`,
    what: `a seal that another key signed counts as the table's`,
  },
  {
    file: 'src/book/reports/facts.ts',
    before: `round.closed_at === null || round.state === 'void'`,
    after: 'round.closed_at === null',
    what: 'the shift report counts rounds that were declared void',
  },
]

const ofTests = (words: readonly string[], changes: readonly Change[]): readonly Mutant[] =>
  changes.map((change) => ({ ...change, words: [...words, 'test/evenings/'] }))

export const MUTANTS: readonly Mutant[] = [
  ...ofTests(['test/rules/', 'test/engine/'], GAME),
  ...ofTests(['test/engine/'], ENGINE),
  ...ofTests(['test/procedure/'], PROCEDURE),
  ...ofTests(['test/daemon/journal/', 'test/daemon/pipeline/', 'test/measure/faults/'], JOURNAL),
  ...ofTests(['test/firmware-bridge/'], BRIDGE),
  ...ofTests(['test/devices/'], DEVICES),
  ...ofTests(['test/book/'], BOOK),
]
