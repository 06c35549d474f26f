/** What the soak counts, by house and by sensors, and how it is printed. */

import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../../src/rules/table.ts'
import { FAILURE_KINDS, type Failure, type FailureKind } from '../../evenings/judges.ts'
import type { Checked } from './check.ts'
import type { Scene } from './scene.ts'

interface Row {
  rounds: number
  single: number
  told: number
  otherwise: number
  /** Events published as certain while rounds were in play. */
  words: number
  /** Rounds with a likely finding, which may be wrong now and then. */
  likely: number
  /** Rounds with a failure of any other kind. */
  failed: number
  readonly kinds: Map<FailureKind, number>
}

const newRow = (): Row => ({ rounds: 0, single: 0, told: 0, otherwise: 0, words: 0, likely: 0, failed: 0, kinds: new Map() })

/** Chip evidence, with pointers listed separately. */
const SENSED = [...CHIP_EVIDENCE, 'pointer', 'late pointer'] as const
const sensedBy = ({ pointer, pointerLateMs, chipEvidence }: Scene): (typeof SENSED)[number] => {
  if (!pointer) return chipEvidence
  return pointerLateMs > 0 ? 'late pointer' : 'pointer'
}

export class SoakTally {
  readonly #rows = new Map<string, Row>()

  add(scene: Scene, checked: Checked): void {
    const key = `${scene.house} ${sensedBy(scene)}`
    const row = this.#rows.get(key) ?? newRow()
    this.#rows.set(key, row)
    row.rounds += checked.rounds
    row.single += checked.single
    row.told += checked.told
    row.otherwise += checked.otherwise
    row.words += checked.words
    const roundsWith = (is: (failure: Failure) => boolean): number => new Set(checked.failures.filter(is).map(({ round }) => round)).size
    row.likely += roundsWith(({ kind }) => kind === 'likely')
    row.failed += roundsWith(({ kind }) => kind !== 'likely')
    for (const { kind } of checked.failures) row.kinds.set(kind, (row.kinds.get(kind) ?? 0) + 1)
  }

  /** Sums over keys that fit: all rows, those of a house, or those of one kind of sensors. */
  #sum(fits: (key: string) => boolean): Row {
    const sum = newRow()
    for (const [key, row] of this.#rows) {
      if (!fits(key)) continue
      sum.rounds += row.rounds
      sum.single += row.single
      sum.told += row.told
      sum.otherwise += row.otherwise
      sum.words += row.words
      sum.likely += row.likely
      sum.failed += row.failed
      for (const [kind, count] of row.kinds) sum.kinds.set(kind, (sum.kinds.get(kind) ?? 0) + count)
    }
    return sum
  }

  get rounds(): number {
    return this.#sum(() => true).rounds
  }

  get failed(): number {
    return this.#sum(() => true).failed
  }

  get likely(): number {
    return this.#sum(() => true).likely
  }

  /** Markdown: one row for each house and each kind of sensors, and their sums. */
  text(): string {
    const rows = HOUSE_IDS.flatMap((house) =>
      SENSED.map((sensed) => [house, sensed, this.#sum((key) => key === `${house} ${sensed}`)] as const),
    )
    const sums = SENSED.map((sensed) => ['all', sensed, this.#sum((key) => key.slice(key.indexOf(' ') + 1) === sensed)] as const)
    const all = [...rows, ...sums, ['all', 'all', this.#sum(() => true)] as const].filter(([, , row]) => row.rounds > 0 || row.failed > 0)
    const lines = all.map(([house, sensed, row]) => {
      const share = (part: number): string => `${((100 * part) / Math.max(1, row.rounds)).toFixed(1)} %`
      const kinds = FAILURE_KINDS.flatMap((kind) => (row.kinds.has(kind) ? [`${kind} ${row.kinds.get(kind)}`] : [])).join(', ')
      return `| ${house} | ${sensed} | ${row.rounds} | ${share(row.single)} | ${share(row.told)} | ${row.otherwise} | ${row.words} | ${row.likely} | ${row.failed} | ${kinds} |`
    })
    const head =
      '| house | sensed | rounds | one reading | best reading right | told to begin or end elsewhere | said for certain meanwhile | something likely | rounds that failed | findings and failures |\n|---|---|---|---|---|---|---|---|---|---|'
    return `${head}\n${lines.join('\n')}\n`
  }
}
