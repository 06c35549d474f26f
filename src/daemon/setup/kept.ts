/** What set-up keeps beside the configuration: the file that it replaces, and a draft of what is not written yet. Names and texts; pure. */
import { createHash } from 'node:crypto'

const DRAFT_HEAD = /^# Draft of set-up, made from a file with SHA-256 ([0-9a-f]{64}|none)\n/

/** Where the draft of a configuration lies. */
export const draftPath = (path: string): string => `${path}.draft`

/** Where a replaced configuration stays, by the time at which it was replaced: `table.yaml.20261129-172253`, UTC. */
export function formerPath(path: string, wallMs: number): string {
  const [day = '', time = ''] = new Date(wallMs).toISOString().replaceAll(/[-:]/g, '').split('T')
  return `${path}.${day}-${time.slice(0, 6)}`
}

/** `before`: the configuration that it changes; null: there is none yet. */
export const draftOf = (text: string, before: string | null): string =>
  `# Draft of set-up, made from a file with SHA-256 ${digestOf(before)}\n${text}`

/** The draft in that file; null: there is none, or the configuration has been changed since by somebody else. */
export function textOfDraft(draft: string | null, before: string | null): string | null {
  const [head = '', digest] = DRAFT_HEAD.exec(draft ?? '') ?? []
  return digest === digestOf(before) ? (draft ?? '').slice(head.length) : null
}

const digestOf = (before: string | null): string => (before === null ? 'none' : createHash('sha256').update(before).digest('hex'))
