/**
 * Access rules for a broker other than the program's own, generated from the table of roles: a sample for mosquitto, and the permissions in
 * words.
 */
import { grantFilter, ROLES, type Role } from '../../wire/roles.ts'
import type { TableName, Topic } from '../../wire/topics.ts'
import { table } from './markdown.ts'

/** Path below docs. */
export const ACCESS_RULES = 'install/mosquitto.acl'

/** The table of table.example.yaml, and sample logins to copy for others. */
const TABLE: TableName = { property: 'demo', pit: 'p1', table: 'bj07' }
const EVERY_TABLE: TableName = { ...TABLE, pit: '+', table: '+' }
export const LOGINS: { readonly [role in Role]: string } = { table: 'bj07', person: 'mary', reader: 'display', audit: 'audit' }

/** A table replies to any user. Everybody else may use only the topics of their own login. */
function rulesOf(role: Role): readonly string[] {
  const { publish, subscribe, tables } = ROLES[role]
  const login = LOGINS[role]
  const filter = (topic: Topic): string => grantFilter(topic, role === 'table' ? null : login, tables === 'own' ? TABLE : EVERY_TABLE)
  return [...publish.map((topic) => `topic write ${filter(topic)}`), ...subscribe.map((topic) => `topic read ${filter(topic)}`)]
}

export const accessRules = (): string =>
  [
    '# Access rules for mosquitto, one block for each login. Copy a block for every further table, person, display or sink, and enter its login and, for a',
    '# table, its own topics. In mosquitto.conf: `allow_anonymous false`, `acl_file` with the path of this file, `password_file`.',
    ...(Object.keys(ROLES) as Role[]).flatMap((role) => ['', `# ${ROLES[role].means}`, `user ${LOGINS[role]}`, ...rulesOf(role)]),
    '',
  ].join('\n')

/** For the guide: one row per role. */
export const rolesTable = (): string =>
  table(
    ['role', 'who', 'may publish to', 'may subscribe to'],
    (Object.keys(ROLES) as Role[]).map((role) => {
      const { means, publish, subscribe } = ROLES[role]
      const list = (topics: readonly Topic[]): string =>
        topics.length === 0 ? 'nothing' : topics.map((topic) => `\`${topic}\``).join(', ')
      return [`**${role}**`, means, list(publish), list(subscribe)]
    }),
  )
