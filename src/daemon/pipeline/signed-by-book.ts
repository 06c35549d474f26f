/** Who signed an acknowledgement, if the table's configuration names the book's key. */

import { isHeadSignedBy } from '../../base/records/book-head.ts'
import type { AuditAck } from '../../wire/audit.ts'
import type { TableName } from '../../wire/topics.ts'

export interface Acknowledged {
  readonly name: TableName
  /** The book's public key; left out: the table cannot check who signed an acknowledgement, so each one counts. */
  readonly bookKey: string | undefined
}

export const signedByBook =
  ({ name: { property, pit, table }, bookKey }: Acknowledged) =>
  ({ stream, boot, seq, hash, at, sig }: AuditAck): boolean =>
    bookKey === undefined ||
    (stream !== undefined &&
      at !== undefined &&
      sig !== undefined &&
      isHeadSignedBy(bookKey, { table: `${property}/${pit}/${table}`, stream, boot, seq, hash, at, sig }))
