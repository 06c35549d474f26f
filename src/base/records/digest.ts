/**
 * One hash for all records up to a number. Anybody who has received them all on `log` computes the same one: SHA-256 over the previous
 * hash, in hexadecimal, and the record as `log` carries it. Unlike the crc of the chain it does not depend on how the lines were written.
 */
import { hash as digestOf } from 'node:crypto'
import type { JournalRecord } from '../../wire/record.ts'
import { loggedText } from './logged.ts'

/** The hash of no records. */
export const NO_RECORDS = '0'.repeat(64)

export const digestAfter = (before: string, record: JournalRecord): string => digestAfterText(before, JSON.stringify(record))

/** The same for the record's JSON. */
export const digestAfterText = (before: string, json: string): string => digestOf('sha256', before + loggedText(json), 'hex')
