/** A round with an error in the words of `scene.ts`, and what is said of it in the end. */
import assert from 'node:assert/strict'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import { type Table, teller } from './scene.ts'

export interface Erred extends Table {
  readonly name: string
  readonly words: string
  /** Code, grade and box of what stands in the end. */
  readonly stands: readonly string[]
}

/** This stands in the end and nothing else above `info`, but for what its house alone calls so. */
export const assertStands = ({ name: _name, words, stands, ...table }: Erred): void => {
  const found = new Map<string, string>()
  for (const { type, data } of teller(table).tell(words).said) {
    const isGrave = (type === 'finding.raised' || type === 'finding.changed') && CATALOGUE[data.code].severity !== 'info'
    if (isGrave) found.set(data.finding, `${data.code} ${data.grade} ${data.box}`)
    else if (type === 'finding.withdrawn') found.delete(data.finding)
  }
  assert.deepEqual([...found.values()].sort(), [...stands].sort(), words)
}
