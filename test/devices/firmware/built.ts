/** The firmware of `devices/firmware`, compiled for this machine and for a Nano, where there are compilers. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Card } from '../../../devices/scan.ts'
import { RANKS, SUITS } from '../../../devices/scan.ts'
import { bundled } from '../../runner/bundled.ts'

const FIRMWARE = fileURLToPath(new URL('../../../devices/firmware', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

const isThere = (compiler: string, header: string): boolean =>
  spawnSync(compiler, ['-E', '-x', 'c++', '-'], { input: `#include <${header}>\n` }).status === 0

/** What a test is skipped for; false: it is there. */
export const withoutCompiler = isThere('g++', 'stdint.h') ? false : 'NOT TESTED: to compile the firmware needs g++ (apt-get install g++)'
const withoutMake =
  spawnSync('make', ['--version']).status === 0 ? false : 'NOT TESTED: the firmware is built by make (apt-get install make)'
export const withoutAvr = isThere('avr-g++', 'avr/io.h')
  ? withoutMake
  : 'NOT TESTED: the firmware of a Nano is compiled by gcc-avr (apt-get install gcc-avr avr-libc)'
export const withoutBuild = withoutCompiler === false ? withoutMake : withoutCompiler

export type Sketch = 'shoe' | 'spot'
export const SERIAL = 'MY-0042'
export const SPOT = '3.main'
/** Of the memory that survives a power cut, as a Nano has it. */
export const MEMORY_BYTES = 1024

const folder = mkdtempSync(join(tmpdir(), 'firmware-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

export const CARDS: readonly Card[] = RANKS.flatMap((rank) => SUITS.map((suit): Card => `${rank}${suit}`))
/** A tag for each card, of 7 bytes; those of spades have 4. */
export const tagOfCard = (card: Card): string => {
  const at = CARDS.indexOf(card)
  const suit = at % SUITS.length
  const end = (at + 1).toString(16).toUpperCase().padStart(2, '0')
  return suit === 0 ? `0A1B2C${end}` : `04A1B2C3D4E5${end}`
}
/** Ten chips of each value. */
export const tagOfChip = (value: number | 'FB', at: number): string =>
  `04C0${String(value === 'FB' ? 0 : value).padStart(8, '0')}${String(at).padStart(2, '0')}`
const CHIPS: readonly (number | 'FB')[] = [100, 500, 2500, 10_000, 'FB']

const TAG_FILES: Readonly<Record<Sketch, string>> = {
  shoe: CARDS.map((card) => `${card}: [${tagOfCard(card)}]\n`).join(''),
  spot: CHIPS.map((value) => `${value}: [${Array.from({ length: 10 }, (_, at) => tagOfChip(value, at)).join(', ')}]\n`).join(''),
}

/** As a user makes it, from the file of cards or of chips. Returns its path. */
async function tagTable(sketch: Sketch): Promise<string> {
  const [source, table] = [join(folder, `${sketch}.yaml`), join(folder, `${sketch}-tags.h`)]
  writeFileSync(source, TAG_FILES[sketch])
  writeFileSync(table, execFileSync(process.execPath, [await bundled('src/tools/firmware-tags.ts'), source]))
  return table
}

const CORE = ['line', 'request', 'cells', 'ring', 'device', 'tags']
const OWN: Readonly<Record<Sketch, readonly string[]>> = { shoe: ['shoe', 'field', 'card-teacher'], spot: ['spot', 'chip-teacher'] }

/** A program that behaves as the board does (`host-board.cpp`); it ends at the first sign of a wrong access. */
export async function builtForHost(sketch: Sketch): Promise<string> {
  const [table, program] = [await tagTable(sketch), join(folder, sketch)]
  const settings = { SERIAL_NUMBER: `"${SERIAL}"`, SPOT_NAME: `"${SPOT}"`, TAG_FILE: `"${table}"`, READER_HEADER: '"simulated-reader.h"' }
  execFileSync('g++', [
    ...['-std=c++11', '-O1', '-Wall', '-Wextra', '-Werror', '-fno-exceptions', '-fno-rtti'],
    ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all', `-I${FIRMWARE}`, `-I${HERE}`],
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
    '-DREADER_CLASS=SimulatedReader',
    ...[...CORE, ...OWN[sketch], `sketches/${sketch}`].map((name) => join(FIRMWARE, `${name}.cpp`)),
    join(HERE, 'host-board.cpp'),
    ...['-o', program],
  ])
  return program
}

export interface Image {
  readonly words: Uint16Array
  readonly flashBytes: number
  /** Of the variables; the stack takes from the rest. */
  readonly ramBytes: number
}

const FLASH_BYTES = 32_768

/** As `make` builds it for a Nano. */
export async function builtForNano(sketch: Sketch, reader: 'mfrc522' | 'pn532'): Promise<Image> {
  const build = join(folder, `${sketch}-${reader}`)
  const table = await tagTable(sketch)
  execFileSync('make', [
    ...['-C', FIRMWARE, sketch, `BUILD=${build}`, `SERIAL=${SERIAL}`, `SPOT=${SPOT}`, `READER=${reader}`, `TAGS=${table}`],
  ])
  const sizes = execFileSync('avr-size', [join(build, `${sketch}.elf`)], { encoding: 'utf8' }).split('\n')[1] ?? ''
  const [text = 0, data = 0, bss = 0] = sizes.trim().split(/\s+/).map(Number)
  const words = new Uint16Array(FLASH_BYTES / 2)
  const bytes = new Uint8Array(words.buffer)
  for (const line of readFileSync(join(build, `${sketch}.hex`), 'utf8').split(/\r?\n/)) {
    const [, length, at, kind, rest] = /^:(..)(....)(..)(.*)..$/.exec(line) ?? []
    if (kind !== '00' || rest === undefined) continue
    bytes.set(Buffer.from(rest.slice(0, Number.parseInt(length ?? '0', 16) * 2), 'hex'), Number.parseInt(at ?? '0', 16))
  }
  return { words, flashBytes: text + data, ramBytes: data + bss }
}

/** As `make` lays it out for the Arduino IDE, compiled against declarations of what it uses there; it cannot be run. Throws what is wrong. */
export async function checkedForEsp32(sketch: Sketch, reader: 'mfrc522' | 'pn532'): Promise<void> {
  const build = join(folder, `arduino-${reader}`)
  execFileSync('make', ['-C', FIRMWARE, `arduino-${sketch}`, `BUILD=${build}`, `READER=${reader}`, `TAGS=${await tagTable(sketch)}`])
  const laidOut = join(build, 'arduino', sketch)
  for (const name of readdirSync(laidOut).filter((each) => each.endsWith('.cpp')))
    execFileSync('g++', ['-std=c++11', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', `-I${join(HERE, 'arduino')}`, join(laidOut, name)])
}
