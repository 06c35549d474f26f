/** Our firmware as `make` builds it for an Arduino Nano, run instruction by instruction, with the host's link at its line. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EEPROMMemoryBackend } from 'avr8js'
import { parseLine } from '../../../firmware-bridge/line.ts'
import { stepLink } from '../../../firmware-bridge/link.ts'
import { initialLink, type LinkInput, type LinkReport } from '../../../firmware-bridge/link-state.ts'
import { seededRandom, shuffled } from '../../../simulators/table/random.ts'
import { shortReport, WALL_MS } from '../../firmware-bridge/bench.ts'
import { builtForNano, type Image, SERIAL, type Sketch, SPOT, tagOfCard, tagOfChip, withoutAvr } from './built.ts'
import { Nano, newMemory, RAM_BYTES } from './nano.ts'
import { Mfrc522Chip, Pn532Chip } from './reader-chips.ts'
import { TagField } from './tags.ts'

const SEED = Number(process.env.SEED ?? 3)
const options = { skip: withoutAvr, timeout: 120_000 }
const READERS = { mfrc522: Mfrc522Chip, pn532: Pn532Chip } as const
type ReaderName = keyof typeof READERS

/** Half of a Nano's flash, without its boot loader: the other half is for the tags of eight packs and more. */
const FLASH_MAX = 15 * 1024
/** Free at the deepest, for what an interrupt needs and for a few lines more. */
const RAM_FREE_MIN = 256

const SLICE_MS = 5
const TICK_MS = 50

/** A Nano and the host's link, by the Nano's own time. */
class Table {
  readonly field = new TagField()
  readonly chip: Mfrc522Chip | Pn532Chip
  readonly reports: LinkReport[] = []
  nano: Nano
  private readonly image: Image
  private readonly memory: EEPROMMemoryBackend = newMemory()
  private state
  private nowMs = 0
  private begun = ''

  constructor(sketch: Sketch, reader: ReaderName, image: Image) {
    this.chip = new READERS[reader](this.field)
    this.image = image
    this.nano = new Nano(image, this.chip, this.memory)
    this.state = initialLink({ role: sketch === 'shoe' ? 'shoe' : 'spots', serial: SERIAL })
    // The line is open before the board has power, as on a real port.
    this.feed({ kind: 'opened' })
  }

  feed(said: LinkInput extends infer Input ? (Input extends LinkInput ? Omit<Input, 'nowMs' | 'wallMs'> : never) : never): void {
    const [next, outputs] = stepLink(this.state, { ...said, nowMs: this.nowMs, wallMs: WALL_MS + this.nowMs })
    this.state = next
    for (const output of outputs) {
      if (output.kind === 'write') this.nano.hear(output.text)
      if (output.kind === 'report') this.reports.push(output.report)
      assert.notEqual(output.kind, 'reopen', 'the link is not opened again')
    }
  }

  pass(ms: number): void {
    for (const end = this.nowMs + ms; this.nowMs < end; ) {
      const pieces = (this.begun + this.nano.run(SLICE_MS)).split('\n')
      this.nowMs += SLICE_MS
      this.begun = pieces.pop() ?? ''
      for (const text of pieces) this.feed({ kind: 'line', line: parseLine(text) })
      if (this.nowMs % TICK_MS === 0) this.feed({ kind: 'tick' })
    }
  }

  /** Until the host has been told something, for 4 s at most. */
  until(isIt: (report: LinkReport) => boolean): void {
    const from = this.nowMs
    while (!this.reports.some(isIt)) {
      assert.ok(this.nowMs - from < 4000, `in vain; told were ${this.reports.map(shortReport).join(', ')}`)
      this.pass(SLICE_MS)
    }
  }

  /** Its tags, and its memory, stay. */
  cutPower(): void {
    this.begun = ''
    this.nano = new Nano(this.image, this.chip, this.memory)
  }

  get events(): readonly string[] {
    return this.reports.flatMap((report) => (report.kind === 'line' ? [report.body.replace(/^(\w+ \d+) \d+/, '$1')] : []))
  }

  get incidents(): readonly string[] {
    return this.reports.filter(({ kind }) => kind === 'incident' || kind === 'missing').map(shortReport)
  }
}

async function tableOf(t: TestContext, sketch: Sketch, reader: ReaderName): Promise<Table> {
  const image = await builtForNano(sketch, reader)
  const table = new Table(sketch, reader, image)
  t.after(() => {
    const { flashBytes } = image
    const { ramUsed } = table.nano
    t.diagnostic(`${sketch} with ${reader}: ${flashBytes} bytes of flash, ${image.ramBytes} of RAM and ${ramUsed} with its stack`)
    assert.ok(flashBytes <= FLASH_MAX, `${flashBytes} bytes of flash`)
    assert.ok(ramUsed <= RAM_BYTES - RAM_FREE_MIN, `${ramUsed} bytes of RAM`)
  })
  table.until((report) => report.kind === 'link' && report.up)
  return table
}

const isLine = (seq: number) => (report: LinkReport) => report.kind === 'line' && report.seq === seq
const acknowledged = (seq: number) => (report: LinkReport) => report.kind === 'health' && (report.ring?.lo ?? 0) > seq

for (const reader of ['mfrc522', 'pn532'] as const) {
  test(`a shoe with ${reader}: it says who it is, tells three cards, and goes on after a power cut`, options, async (t) => {
    const table = await tableOf(t, 'shoe', reader)
    assert.ok(Math.abs(table.nano.baudRate / 115_200 - 1) < 0.025, `${table.nano.baudRate} baud`)
    table.field.lay(tagOfCard('KH'))
    table.until(isLine(1))
    // The next one comes before it has gone, and has a number of four bytes.
    table.field.lay(tagOfCard('KH'), tagOfCard('AS'))
    table.until(isLine(2))
    table.field.lay(tagOfCard('TC'))
    table.until(isLine(3))
    table.field.lay()
    table.pass(400)
    assert.deepEqual(table.events, ['C 1 KH', 'C 2 AS', 'C 3 TC'])
    table.feed({ kind: 'durable', boot: 1, seq: 2 })
    table.until(acknowledged(2))
    table.nano.cover(true)
    table.pass(100)
    table.nano.cover(false)
    table.until(isLine(4))
    assert.equal(table.events.at(-1), 'C 4 ??')

    table.cutPower()
    table.until((report) => report.kind === 'identity' && report.boot === 2)
    table.field.lay(tagOfCard('9D'))
    table.until(isLine(5))
    table.feed({ kind: 'durable', boot: 2, seq: 5 })
    table.until(acknowledged(5))
    assert.deepEqual(table.events.slice(4), ['C 5 9D'])
    assert.deepEqual(table.incidents, [])
    assert.ok(!table.nano.isLit, 'the light is off')
  })

  test(`a spot with ${reader}: a stack of chips, of which the numbers begin alike, is told whole`, options, async (t) => {
    const table = await tableOf(t, 'spot', reader)
    const stack = [0, 1, 2, 3, 4, 5, 6].map((at) => tagOfChip(500, at))
    table.field.lay(...stack, tagOfChip('FB', 9), tagOfChip(10_000, 8))
    table.until((report) => report.kind === 'line' && report.body.includes('x'))
    assert.equal(table.events.at(-1)?.replace(/^S \d+ /, ''), `${SPOT} 1 10000x1,500x7,FBx1 13500`)
    table.field.lay()
    table.until((report) => report.kind === 'line' && report.body.endsWith(' 2 - 0'))
    assert.deepEqual(table.incidents, [])
  })

  test(`a shoe whose ${reader} is pulled out says that something may be missing, and goes on when it is back`, options, async (t) => {
    const table = await tableOf(t, 'shoe', reader)
    table.field.lay(tagOfCard('KH'))
    table.until(isLine(1))
    table.chip.isGone = true
    table.until((report) => report.kind === 'missing' && report.from === 2)
    assert.ok(table.nano.isLit, 'the light is on')
    table.chip.isGone = false
    table.field.lay()
    table.until((report) => report.kind === 'missing' && report.from === 3)
    table.field.lay(tagOfCard('QC'))
    table.until(isLine(4))
    assert.deepEqual(table.events, ['C 1 KH', 'C 4 QC'])
  })
}

test(`whichever chips lie there, mfrc522 tells them apart, bit by bit (SEED=${SEED})`, options, async (t) => {
  const random = seededRandom(SEED)
  const table = await tableOf(t, 'spot', 'mfrc522')
  const all = [100, 500, 2500, 10_000].flatMap((value) => Array.from({ length: 10 }, (_, at) => ({ value, tag: tagOfChip(value, at) })))
  for (let stack = 0; stack < 6; stack++) {
    const chips = shuffled(random, all).slice(0, 1 + Math.floor(random() * 14))
    const amount = chips.reduce((sum, { value }) => sum + value, 0)
    table.reports.length = 0
    table.field.lay(...chips.map(({ tag }) => tag))
    table.until((report) => report.kind === 'line' && report.message.kind === 'spot' && report.message.rev > stack)
    assert.equal(table.events.at(-1)?.split(' ').at(-1), String(amount), chips.map(({ tag }) => tag).join(' '))
  }
  assert.deepEqual(table.incidents, [])
})
