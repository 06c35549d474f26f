/** Access rules for a broker other than the program's own, as mosquitto reads them, generated from the table of roles. Pure. */
import { grantFilter, ROLES, type Role } from './roles.ts'
import type { TableName, Topic } from './topics.ts'

/** The table of table.example.yaml, and sample logins to copy for others. */
const TABLE: TableName = { property: 'demo', pit: 'p1', table: 'bj07' }
export const LOGINS: { readonly [role in Role]: string } = { table: 'bj07', person: 'mary', reader: 'display', audit: 'audit' }

/** A table replies to any user. Everybody else may use only the topics of their own login. */
function rulesOf(role: Role, table: TableName, login: string): readonly string[] {
  const { publish, subscribe, tables } = ROLES[role]
  const named = tables === 'own' ? table : { ...table, pit: '+', table: '+' }
  const filter = (topic: Topic): string => grantFilter(topic, role === 'table' ? null : login, named)
  return [...publish.map((topic) => `topic write ${filter(topic)}`), ...subscribe.map((topic) => `topic read ${filter(topic)}`)]
}

/** `login`: that of the table. */
export const accessRules = (table: TableName = TABLE, login: string = LOGINS.table): string =>
  [
    '# Access rules for mosquitto, one block for each login. Copy a block for every further table, person, display or sink, and enter its login and, for a',
    '# table, its own topics. In mosquitto.conf: `allow_anonymous false`, `acl_file` with the path of this file, `password_file`.',
    ...(Object.keys(ROLES) as Role[]).flatMap((role) => {
      const own = role === 'table' ? login : LOGINS[role]
      return ['', `# ${ROLES[role].means}`, `user ${own}`, ...rulesOf(role, table, own)]
    }),
    '',
  ].join('\n')
