/**
 * The proof that a device has its key: HMAC-SHA256 over `CR <serial> <nonce>`, in upper-case hex. It includes the serial number, so that
 * one device's answer proves nothing about another that has the same key by mistake.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a key, in a key file and on the line: this many bytes, two hex digits each. */
export const KEY_BYTES = 32
export const NONCE_BYTES = 16

/** What the device answers to `CH <nonce>`, 64 upper-case hex digits. */
export const proofOf = (key: Uint8Array, serial: string, nonce: string): string => digest(key, serial, nonce).toString('hex').toUpperCase()

/** Takes the same time wherever the two differ. `mac`: 64 hex digits. */
export const isProof = (mac: string, key: Uint8Array, serial: string, nonce: string): boolean => {
  const given = Buffer.from(mac, 'hex')
  const wanted = digest(key, serial, nonce)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const digest = (key: Uint8Array, serial: string, nonce: string): Buffer =>
  createHmac('sha256', key).update(`CR ${serial} ${nonce}`).digest()
