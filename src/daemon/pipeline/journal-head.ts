/**
 * The owner of a journal. A journal names its table in its head. Another table's journal is refused before anything of it is folded;
 * otherwise its contents would be published under this table's name. Changed rules for the same table are legitimate, and so is a key that
 * an older journal did not name: the head is then written again and says so.
 */

import { formerRulesSha256s, rulesSha256 } from '../../base/config/rules-hash.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { HeadBody, JournalRecord, RecordBody, RecordOf } from '../../wire/record.ts'
import { JournalError } from '../journal/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { derivedStream } from '../stations/core.ts'

/** The journal's stream, and the records to write first: none if its head is still right. */
export interface Named {
  readonly stream: string
  /** The head from here on. */
  readonly head: HeadBody
  readonly news: readonly RecordBody[]
  /** For the person who watches the daemon. */
  readonly notices: readonly string[]
}

type Opened = Pick<Journal, 'recovered' | 'records'>

/** `publicKey`: of the table's signing key. @throws JournalError `foreign` */
export const nameJournal = async (journal: Opened, config: TableConfig, publicKey: string, newStream: () => string): Promise<Named> => {
  const { head, n } = journal.recovered
  if (head !== null) return goOn(head, headOf(head.stream, config, publicKey), config)
  if (n > 0) return adopt(journal, config, publicKey)
  const stream = newStream()
  const begun = headOf(stream, config, publicKey)
  return { stream, head: begun, news: [begun], notices: [] }
}

const headOf = (stream: string, { property, pit, table, house, rules }: TableConfig, publicKey: string): HeadBody => ({
  kind: 'head',
  stream,
  property,
  pit,
  table,
  house,
  rulesSha256: rulesSha256(rules),
  publicKey,
})

const goOn = (head: RecordOf<'head'>, now: HeadBody, config: TableConfig): Named => {
  const { stream } = head
  const theirs = nameOf(head)
  if (theirs !== nameOf(config)) throw foreign(config, `it is the journal of ${theirs}`)
  const notices: string[] = []
  if (now.rulesSha256 !== head.rulesSha256 || now.house !== head.house)
    notices.push(
      `journal: the rules have changed since record ${head.n}: ${head.house} (${short(head.rulesSha256)}) is now ${now.house} (${short(now.rulesSha256)})`,
    )
  if (now.publicKey !== head.publicKey)
    notices.push(`journal: from here on it is signed with ${head.publicKey === undefined ? 'a key' : 'another key'}: ${now.publicKey}`)
  return { stream, head: now, news: notices.length === 0 ? [] : [now], notices }
}

/** A journal older than heads: adopted once, if everything it says about its table agrees with the configuration. */
const adopt = async (journal: Opened, config: TableConfig, publicKey: string): Promise<Named> => {
  let first: JournalRecord | null = null
  let rules: string | null = null
  const serials = new Map<string, string>()
  const sources = new Set<string>()
  for await (const record of journal.records()) {
    first ??= record
    if (record.kind === 'start') rules = record.rulesSha256
    else if (record.kind === 'line' || record.kind === 'identity') serials.set(record.device, record.serial)
    else if (record.kind === 'event' && typeof record.envelope.source === 'string') sources.add(record.envelope.source)
  }
  if (first === null) throw foreign(config, 'it has no readable record')
  for (const source of sources) if (source !== `/${nameOf(config)}`) throw foreign(config, `it contains events of ${source.slice(1, 100)}`)
  for (const { name, serial } of config.devices) {
    const known = serials.get(name)
    if (known !== undefined && known !== serial)
      throw foreign(config, `it was written with ${known} as device ${name}, but the configuration has ${serial}`)
  }
  const others = [...serials.keys()].filter((name) => config.devices.every((device) => device.name !== name))
  if (others.length > 0) throw foreign(config, `it contains lines of ${others.join(', ')}, which the configuration does not have`)
  if (rules === null || ![rulesSha256(config.rules), ...formerRulesSha256s(config.rules)].includes(rules))
    throw foreign(
      config,
      `it was written under the rules ${short(rules ?? 'none')}, but the configuration has ${short(rulesSha256(config.rules))}`,
    )
  const stream = derivedStream(first)
  const head = headOf(stream, config, publicKey)
  return {
    stream,
    head,
    news: [head],
    notices: [`journal: it did not name its table; adopted for this table as stream ${stream}`],
  }
}

const nameOf = ({ property, pit, table }: Pick<HeadBody, 'property' | 'pit' | 'table'>): string => `${property}/${pit}/${table}`
const short = (sha256: string): string => sha256.slice(0, 12)

const foreign = (config: TableConfig, why: string): JournalError =>
  new JournalError(
    'foreign',
    `${config.journal}: this is not the journal of ${nameOf(config)}: ${why}. Nothing in it was replayed or published. Set a different folder under ` +
      '`journal:`, or move this folder elsewhere and keep it',
  )
