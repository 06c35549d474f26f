/** `npm run doctor -- --learn DEVICE`: a person shows cards, chips or badges to a reader, and the file of the device is written while they are shown. */
import { existsSync, readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { TALKERS } from '../../../devices/registry.ts'
import type { SpotId } from '../../../devices/scan.ts'
import { NOTHING_GIVEN, type Talker } from '../../../devices/talker.ts'
import type { Heard, Reader } from '../../../firmware-bridge/dialect.ts'
import { type KeptPort, keepPort } from '../../../firmware-bridge/port.ts'
import { DEALER_ID } from '../../../firmware-bridge/tlp.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { badgesIn, cardsIn, chipsIn, dealersIn } from '../../base/config/tag-file.ts'
import { Ending, EXIT_CONFIG, EXIT_INTERRUPTED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { writeWhole } from '../../base/process/whole-file.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { isSaid } from '../../words/text.ts'
import {
  badgeLesson,
  begun,
  type Course,
  cardLesson,
  chipLesson,
  fileText,
  goneOn,
  isDone,
  type Learned,
  type Lesson,
  named,
  questionText,
  type Turn,
  tagShown,
  takenBack,
} from './learning.ts'

const TICK_MS = 25
const WORDS = 'Enter goes on to the next, u takes the last tag back, q ends; what is entered is kept, and the next run goes on there.'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

interface Subject {
  readonly talker: Talker
  readonly device: DeviceConfig
  readonly file: string
  readonly lesson: Lesson
}

/** @throws Ending if the device does not read tags, or no person is there */
export async function learnTags(tables: readonly TableConfig[], name: string, decks: number): Promise<number> {
  if (process.stdin.isTTY !== true) throw new Ending(EXIT_USAGE, '--learn asks a person: run it in a terminal')
  const { subject, learned } = subjectWith(subjectOf(tables, name, decks))
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  print(`${subject.file}: ${[...learned.values()].flat().length} tags so far. ${WORDS}`)
  try {
    return await new Promise<number>((resolve) => teach({ ...subject, lines, resolve }, learned))
  } finally {
    lines.close()
  }
}

function subjectOf(tables: readonly TableConfig[], name: string, decks: number): Subject {
  const found = tables.flatMap((table) => table.devices.filter((device) => device.name === name).map((device) => ({ table, device })))
  const [one] = found
  if (one === undefined) {
    const names = tables.flatMap(({ devices }) => devices.map((device) => device.name))
    throw new Ending(EXIT_USAGE, `--learn ${name}: no device has this name; the devices are ${names.join(', ')}`)
  }
  if (found.length > 1) throw new Ending(EXIT_USAGE, `--learn ${name}: several tables have such a device; choose one with --table`)
  const { table, device } = one
  const talker = TALKERS.find((each) => each.name === device.driver && each.role === device.role)
  if (talker?.traits.antennas != null && device.chipFile !== undefined)
    return { talker, device, file: device.chipFile, lesson: chipLesson(table.chips) }
  if (talker?.traits.cardFile === 'required' && device.cardFile !== undefined)
    return { talker, device, file: device.cardFile, lesson: cardLesson(decks) }
  if (talker?.traits.badgeFile === 'required' && device.badgeFile !== undefined)
    return { talker, device, file: device.badgeFile, lesson: badgeLesson([]) }
  throw new Ending(EXIT_USAGE, `--learn ${name}: a ${device.driver} reads no tags that a file would have to name`)
}

const READERS = { card: cardsIn, chip: chipsIn, badge: badgesIn } as const

/** What its file has already. A lesson that takes names begins with those of the file. */
function subjectWith(subject: Subject): { readonly subject: Subject; readonly learned: Learned } {
  const { file, lesson } = subject
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (text.trim() === '') return { subject, learned: new Map() }
  const tags = READERS[lesson.noun](text)
  if (isSaid(tags)) throw new Ending(EXIT_CONFIG, `${file}: the ${lesson.noun} file ${tags.en}`)
  const names = lesson.isOpen ? dealersIn(text) : lesson.names
  const learned = new Map<string, readonly string[]>()
  for (const [tag, value] of tags) learned.set(String(value), [...(learned.get(String(value)) ?? []), tag])
  return { subject: { ...subject, lesson: { ...lesson, names } }, learned }
}

/** Whether it is in the file; if not, it can be shown again once there is room. */
function keep({ file }: Subject, { lesson, learned }: Course): boolean {
  try {
    writeWhole({ path: file, text: fileText(lesson, learned), mode: 0o644 })
    return true
  } catch (error) {
    print(`  ${reasonOf(error)}; nothing was entered, and the file is as it was`)
    return false
  }
}

interface Class extends Subject {
  readonly lines: Interface
  readonly resolve: (code: number) => void
}

function teach({ lines, resolve, ...subject }: Class, learned: Learned): void {
  let course = begun(subject.lesson, learned)
  const reading = listen(subject, (tag) => take(tagShown(course, tag)))
  const end = (code: number): void => {
    void reading.close().then(() => resolve(code))
  }
  const ask = (): void => {
    print(questionText(course, subject.file))
    if (isDone(course)) end(0)
  }
  const take = ({ course: next, says, asks }: Turn): void => {
    if (next.learned !== course.learned && !keep(subject, next)) return
    course = next
    if (says !== null) print(`  ${says}`)
    if (asks) ask()
  }
  lines.on('line', (line) => {
    const word = line.trim()
    if (word === 'q') end(0)
    else if (word === 'u') take(takenBack(course))
    else if (word === '') take(goneOn(course))
    else if (course.lesson.isOpen && DEALER_ID.test(word)) take(named(course, word))
    else print(`  ${WORDS}`)
  })
  lines.on('SIGINT', () => end(EXIT_INTERRUPTED))
  lines.on('close', () => end(EXIT_INTERRUPTED))
  ask()
}

/** Every tag as the reader tells it: to a driver that knows none, each is unknown. */
function listen({ talker, device }: Subject, onTag: (tag: string) => void): Pick<KeptPort, 'close'> {
  const antennas = new Map(Object.entries(device.antennas ?? {}).map(([antenna, spot]): [number, SpotId] => [Number(antenna), spot]))
  const dialect = talker.dialect({ ...NOTHING_GIVEN, antennas })
  const port = keepPort({ paths: [device.path], baudRate: talker.baudRate, parity: talker.parity })
  let reader: Reader | null = null
  let wasClosed = ''
  const take = (heard: Heard): void => {
    if (heard.kind === 'ask') port.write(heard.bytes)
    else if (heard.kind === 'unknown') onTag(heard.tag)
    else if (heard.kind === 'event' && heard.tag !== undefined) onTag(heard.tag)
    else if (heard.kind === 'trouble') print(`  ${device.driver}: ${heard.text}`)
  }
  const hear = (bytes: Uint8Array): void => {
    for (const heard of reader?.(bytes, performance.now()) ?? []) take(heard)
  }
  port.events$.subscribe((event) => {
    if (event.kind === 'data') {
      hear(event.bytes)
      return
    }
    reader = event.kind === 'opened' ? dialect.reader() : null
    if (event.kind === 'closed' && event.reason !== wasClosed && event.reason !== 'closed') print(`  ${event.reason}`)
    wasClosed = event.kind === 'closed' ? event.reason : ''
  })
  const timer = dialect.tickMs === undefined ? null : setInterval(() => hear(new Uint8Array(0)), TICK_MS)
  port.start()
  return {
    close() {
      if (timer !== null) clearInterval(timer)
      return port.close()
    },
  }
}
