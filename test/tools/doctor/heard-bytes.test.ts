/** What the doctor takes bytes for of which no message could be made. The bytes are made from lines by how a line is put on a wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine } from '../../../firmware-bridge/line.ts'
import { looksLike, sampleOf } from '../../../src/daemon/doctor/heard-bytes.ts'

const LINES = ['HI spots SP-1 2.3.1 1 1 0 512', 'HB 1000 0 0 crc=0 long=0 gap=0 over=0', 'S 12 20500 1.main 3 500x4 2000']
  .map(formatLine)
  .join('')
const PLAIN = Buffer.from(LINES, 'latin1')

const bitsOf = (byte: number): readonly number[] => [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => (byte >> bit) & 1)
const byteOf = (bits: readonly number[]): number => bits.reduce((sum, bit, at) => sum | (bit << at), 0)

const withParity = (odd: boolean): Uint8Array =>
  PLAIN.map((byte) => {
    const isOdd = bitsOf(byte).filter((bit) => bit === 1).length % 2 === 1
    return isOdd === odd ? byte : byte | 0x80
  })

/** As a port reads it that samples the wire `times` as often as the sender changes it. */
const readAt = (times: number): Uint8Array => {
  // Idle, a start bit, eight bits, a stop bit.
  const wire = [...PLAIN].flatMap((byte) => [0, ...bitsOf(byte), 1, 1]).flatMap((bit) => Array.from({ length: times }, () => bit))
  const read: number[] = []
  for (let at = 0; at + 10 <= wire.length; ) {
    if (wire[at] !== 0) at++
    else {
      read.push(byteOf(wire.slice(at + 1, at + 9)))
      at += 9
      // No stop bit: a start is an edge, so the next one comes after the line was idle.
      while (wire[at] === 0) at++
    }
  }
  return Uint8Array.from(read)
}

const looks = (bytes: Uint8Array, speaksTlp = true): string => looksLike(bytes, speaksTlp)?.en ?? ''

test('bytes of a line that is set otherwise, of a telnet server, of another protocol, and of no device at all', () => {
  assert.equal(looks(PLAIN), '', 'the lines themselves')
  assert.deepEqual(Buffer.from(readAt(1)), PLAIN, 'the wire is read as it was written')
  assert.match(looks(PLAIN, false), /TLP\/1/)
  assert.match(looks(withParity(false)), /7E1/)
  assert.match(looks(withParity(true)), /7O1/)
  assert.match(looks(readAt(2)), /half the speed/)
  assert.match(looks(Uint8Array.from([255, 251, 44, 255, 253, 44, ...PLAIN])), /RFC 2217/)
  assert.match(looks(new Uint8Array(40)), /zeros/)
  assert.equal(looks(new Uint8Array(3)), '', 'too few to say anything')
  assert.equal(looks(Uint8Array.from({ length: 60 }, (_, at) => (at * 97 + 31) % 256)), '', 'noise')
})

test('a sample shows the first bytes in both ways', () => {
  const words = sampleOf(PLAIN, true)
  assert.match(words === '' ? '' : words.en, /^; the first bytes: 24 48 49 20 .*, as text "\$HI spots SP-1/)
  assert.equal(sampleOf(new Uint8Array(0), true), '')
})
