/** What changes that people put into a faultless play and take back at once do to what is reported of it. */
import { AREAS, type SpotId } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type SecondThought, withSecondThoughts } from '../../simulators/table/second-thoughts.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { type Daemon, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { type Found, noteFindings } from '../measure/accuracy/errors-told.ts'
import { CHIPS, lastWords } from './table-play.ts'

/** Rounds that were played, and what the devices reported of them. */
export interface Play {
  readonly rounds: readonly PlayedRound[]
  readonly actions: readonly TableAction[]
  readonly daemon: Daemon
  readonly spots: readonly (SpotId | string)[]
}

/** What a play with second thoughts is told otherwise than without them; each a line for a person. */
export interface Difference {
  readonly thoughts: readonly SecondThought[]
  /** Findings above `info` that are raised only with them, even if they are withdrawn. */
  readonly accused: readonly string[]
  /** Certain numbers, cards and outcomes that are certain and others. */
  readonly changed: readonly string[]
  /** What was certain and is not. */
  readonly lost: readonly string[]
}

interface Told {
  readonly rounds: ReadonlyMap<string, RoundResult>
  readonly found: readonly Found[]
}

const tell = (actions: readonly TableAction[], daemon: Daemon): Told => {
  const found = new Map<string, Found>()
  const said: TableEvent[] = []
  hearPlay(actions, daemon, (heard) => {
    noteFindings(found, heard)
    said.push(...heard.events)
  })
  return { rounds: new Map(lastWords(said).map((result) => [result.openedAt, result])), found: [...found.values()] }
}

/** `share`: of the pauses between the first and the last card of a round that are long enough. */
export const difference = ({ rounds, actions, daemon, spots }: Play, seed: number, share: number): Difference => {
  const inPlay = rounds.map(({ truth }) => ({
    from: truth.openedAtMs,
    to: truth.cards.at(-1)?.atMs ?? 0,
    boxes: truth.boxes.map(({ box }) => box),
  }))
  const put = withSecondThoughts(actions, (at, next) => inPlay.find(({ from, to }) => at >= from && next <= to)?.boxes ?? [], {
    chips: CHIPS,
    lastsMs: 2300,
    apartMs: 300,
    share,
    areas: AREAS.filter((area) => spots.includes(area)),
    random: seededRandom(seed),
  })
  const [plain, told] = [tell(actions, daemon), tell(put.actions, daemon)]
  const isNew = ({ finding: { code, box } }: Found): boolean =>
    plain.found.every(({ finding }) => finding.code !== code || finding.box !== box)
  const accused = told.found.flatMap((each): readonly string[] => {
    const { severity, code, grade, box, round } = each.finding
    return severity === 'info' || !isNew(each) ? [] : [`${round} ${code} ${grade} box ${box}`]
  })
  const facts = [...plain.rounds].flatMap(([openedAt, before]) => factsOf(before, told.rounds.get(openedAt)))
  return {
    thoughts: put.thoughts,
    accused,
    changed: facts.flatMap(({ text, now }) => (now === 'another' ? [text] : [])),
    lost: facts.flatMap(({ text, now }) => (now === 'open' ? [text] : [])),
  }
}

interface Fact {
  readonly text: string
  readonly now: 'same' | 'another' | 'open'
}

const NUMBERS = ['staked', 'due', 'moved'] as const

const factsOf = (before: RoundResult, after: RoundResult | undefined): readonly Fact[] =>
  before.boxes.flatMap(({ box, hands, spots }): readonly Fact[] => {
    const other = after?.boxes.find((each) => each.box === box)
    const numbers = AREAS.flatMap((area) =>
      NUMBERS.flatMap((name): readonly Fact[] => {
        const [was, is] = [spots[area]?.[name] ?? null, other?.spots[area]?.[name] ?? null]
        const text = `${before.round} ${box}.${area} ${name} ${was}, now ${is}`
        return was === null ? [] : [{ text, now: is === null ? 'open' : is === was ? 'same' : 'another' }]
      }),
    )
    const own = hands.flatMap((hand, nth): readonly Fact[] => {
      const now = other?.hands[nth]
      const story = (each: typeof hand | undefined): string => `${each?.cards.join(' ')} [${each?.actions.join()}] ${each?.outcome}`
      const text = `${before.round} box ${box}: ${story(hand)}, now ${story(now)}`
      return hand.certain ? [{ text, now: !now?.certain ? 'open' : story(now) === story(hand) ? 'same' : 'another' }] : []
    })
    return [...numbers, ...own]
  })
