/** The user as whom tests start what must not be root. Whoever is root drops to nobody; anybody else stays who he is. */
import { spawnSync } from 'node:child_process'

const said = (...words: readonly string[]): string => spawnSync('id', words, { encoding: 'utf8' }).stdout.trim()
const isRoot = process.getuid?.() === 0

export const UNPRIVILEGED = {
  name: isRoot ? 'nobody' : said('-un'),
  uid: Number(isRoot ? said('-u', 'nobody') : said('-u')),
  gid: Number(isRoot ? said('-g', 'nobody') : said('-g')),
} as const
