/** Frames that others captured, printed in a manual or wrote for their own tests (`frames.json`): each driver must read them as its source does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { crc1021, crc8408, highFirst, lowFirst } from '../../devices/crc16.ts'
import { TALKERS } from '../../devices/registry.ts'
import { NOTHING_GIVEN } from '../../devices/talker.ts'
import type { Heard } from '../../firmware-bridge/dialect.ts'

interface Recorded {
  readonly id: string
  readonly driver: string
  readonly source: string
  /** Pieces as they arrive. */
  readonly hex: readonly string[]
  readonly repeat?: number
  readonly want: string
}
interface Checksum {
  readonly poly: '1021' | '8408'
  readonly source: string
  readonly hex: string
  readonly crc: string
  readonly mustFail?: true
}

const { frames, crc } = JSON.parse(readFileSync(new URL('frames.json', import.meta.url), 'utf8')) as {
  readonly frames: readonly Recorded[]
  readonly crc: readonly Checksum[]
}
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const [STEP_MS, STEPS] = [50, 80]

/** What a driver hears. A reader of chips gets the frame as the answer to each question, or again and again if it asks none. */
function heardOf({ driver, hex, repeat = 1 }: Recorded): readonly Heard[] {
  const talker = TALKERS.find(({ name }) => name === driver) ?? assert.fail(driver)
  const read = talker.dialect({ ...NOTHING_GIVEN, antennas: new Map([[1, '1.main']]) }).reader()
  const pieces = hex.map(bytesOf)
  if (talker.role !== 'spots')
    return Array.from({ length: repeat }, (_, nth) => pieces.flatMap((piece) => read(piece, 1000 + nth * 200))).flat()
  const heard: Heard[] = []
  for (let step = 0; step < STEPS; step++) {
    const said = read(new Uint8Array(0), 1000 + step * STEP_MS)
    const isDue = driver === 'thingmagic' || said.some(({ kind }) => kind === 'ask')
    heard.push(...said, ...(isDue ? pieces.flatMap((piece) => read(piece, 1000 + step * STEP_MS)) : []))
  }
  return heard
}

function wordOf(heard: Heard, isBadge: boolean): string {
  if (heard.kind === 'event')
    return heard.tag === undefined && heard.event.kind === 'card' ? `card ${heard.event.card}` : `tag ${heard.tag}`
  if (heard.kind === 'unknown') return `${isBadge ? 'badge' : 'tag'} ${heard.tag}`
  if (heard.kind === 'who') return `who ${heard.serial}`
  if (heard.kind === 'trouble') return `trouble ${heard.text}`
  return heard.kind === 'lost' ? 'lost' : ''
}

for (const recorded of frames) {
  const { id, driver, source, want } = recorded
  test(`${driver} ${id}: ${want} (${source})`, () => {
    const heard = heardOf(recorded)
    const words = heard.map((each) => wordOf(each, driver === 'rdm6300')).filter((word) => word !== '')
    if (want === 'idle') return assert.deepEqual([words, heard.some(({ kind }) => kind === 'damage')], [[], false])
    if (want === 'refused') return assert.deepEqual([words, heard.some(({ kind }) => kind === 'damage')], [[], true])
    if (want === 'crc ok')
      return assert.ok(
        heard.every(({ kind }) => kind !== 'damage'),
        'it is no damage',
      )
    // Of chips that no file names a loss is told as well; so it is where a shoe says that it did not read a card.
    if (/^tag|Not Read$/.test(want)) return assert.deepEqual([...new Set(words)].filter((word) => word !== 'lost').join(' '), want)
    return assert.equal(words.join(' '), want)
  })
}

for (const { poly, hex, crc: printed, source, mustFail = false } of crc)
  test(`checksum ${poly} of ${hex} (${source})`, () => {
    const text = bytesOf(hex).toString('latin1')
    const reckoned = poly === '8408' ? lowFirst(crc8408(text)) : highFirst(crc1021(text))
    assert.equal(reckoned === bytesOf(printed).toString('latin1'), !mustFail)
  })
