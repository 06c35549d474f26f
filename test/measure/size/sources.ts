/** The code in `src`, as it lies here and as a commit has it. */

import { codeFiles, type SourceFile } from '../../style/source.ts'
import { git } from '../long/git.ts'

const CODE = /^src\/.*\.(tsx?|mjs)$/

export const sourcesHere = (): readonly SourceFile[] => codeFiles().filter(({ path }) => CODE.test(path))

export function sourcesAt(hash: string): readonly SourceFile[] {
  const all = git(['ls-tree', '-r', '-z', '--name-only', hash, 'src']).toString().split('\0')
  const paths = all.filter((path) => CODE.test(path))
  const told = git(['cat-file', '--batch'], paths.map((path) => `${hash}:${path}\n`).join(''))
  let at = 0
  return paths.map((path) => {
    // `HASH blob BYTES`, a line of its own, then so many bytes and the end of their line.
    const from = told.indexOf('\n', at) + 1
    const bytes = Number(told.toString('utf8', at, from).split(' ')[2])
    at = from + bytes + 1
    return { path, text: told.toString('utf8', from, from + bytes) }
  })
}
