/** Configurations for tests: the smallest that is valid, and what must come of a text. */
import assert from 'node:assert/strict'
import { parseConfig } from '../../../src/base/config/parse.ts'
import { formatProblems } from '../../../src/base/config/problems.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'

export const AROUND = {
  dir: '/etc/table',
  fileFault: () => null,
  folderFault: () => null,
  drivers: [
    { name: 'tlp', role: 'shoe' },
    { name: 'tlp', role: 'spots' },
    { name: 'eye', role: 'shoe' },
  ],
  purpose: 'run',
} as const
export const MINIMAL = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/spots, serial: SP-1 }
`

export function good(text: string, around: Partial<Parameters<typeof parseConfig>[1]> = {}): TableConfig {
  const read = parseConfig(text, { ...AROUND, ...around })
  assert.ok(read.ok, read.ok ? '' : formatProblems('table.yaml', read.problems))
  assert.equal(read.tables.length, 1)
  return read.tables[0] as TableConfig
}

export function bad(text: string, around: Partial<Parameters<typeof parseConfig>[1]> = {}) {
  const read = parseConfig(text, { ...AROUND, ...around })
  assert.ok(!read.ok, `accepted: ${text.slice(0, 200)}`)
  for (const { problem, allowed } of read.problems) assert.ok(problem.length > 0 && allowed.length > 0, `${problem}: ${allowed}`)
  return read.problems
}
