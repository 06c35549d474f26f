/** From a bag of cards to a board that knows them: the doctor writes the card file, a table is made of it, and the firmware is built with it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SpotId } from '../../../devices/scan.ts'
import { runAtTerminal } from '../../display/terminal/terminal.ts'
import { run } from '../../e2e/processes.ts'
import { bundled } from '../../runner/bundled.ts'
import { configured, createScene, NO_BROKER } from '../../tools/doctor/scene.ts'
import { builtForHost, checkedForEsp32, SERIAL, tagOfCard, tagOfChip, withoutBuild, withoutCompiler } from './built.ts'
import { ownFolder, startBoard } from './host.ts'

test('with the jumper in, the doctor writes the card file while cards are shown to the board', {
  skip: withoutCompiler,
  timeout: 60_000,
}, async (t) => {
  const scene = createScene(t)
  const pty = await scene.line('shoe')
  const cardFile = join(scene.folder, 'cards.yaml')
  const shoe = { ...configured(scene, 'shoe', 'shoe', SERIAL), driver: 'm5stack-wired', cardFile }
  const config = scene.write([shoe, configured(scene, 'spots', 'spots', 'MY-0043')], [`url: ${NO_BROKER}`])
  const doctor = await bundled('src/tools/doctor.ts')
  const board = startBoard(t, await builtForHost('shoe'), { memory: join(scene.folder, 'memory'), teaching: true })
  board.lines$.subscribe((line) => void pty.write(line))
  const lesson = runAtTerminal([doctor, '--config', config, '--learn', 'shoe'], { cwd: scene.folder, columns: 120, rows: 40 })
  const says = (text: string): Promise<void> => lesson.until(text, () => lesson.text().includes(text))
  await says('Show AS')
  const [first, second] = [tagOfCard('9C'), tagOfCard('KS')]
  // Shown again and again until the port is open.
  const showing = setInterval(() => void board.world('tags', 'wait 300', `tags ${first}`), 100)
  t.after(() => clearInterval(showing))
  await says(`${first} = AS`)
  clearInterval(showing)
  await says('Show 2S')
  await board.world('tags', 'wait 300', `tags ${second}`)
  await says(`${second} = 2S`)
  lesson.press('q\r')
  assert.equal(await lesson.ended(), 0)
  assert.equal(readFileSync(cardFile, 'utf8'), `AS: [${first}]\n2S: [${second}]\n`)
})

test('with the jumper in, the doctor writes the chip file while chips are laid on a spot', {
  skip: withoutCompiler,
  timeout: 60_000,
}, async (t) => {
  const scene = createScene(t)
  const pty = await scene.line('spots')
  const chipFile = join(scene.folder, 'chips.yaml')
  const spots = { ...configured(scene, 'spots', 'spots', 'none'), driver: 'twn4', chipFile, antennas: { '1': '1.main' as SpotId } }
  const config = scene.write([configured(scene, 'shoe', 'shoe', SERIAL), spots], [`url: ${NO_BROKER}`])
  const board = startBoard(t, await builtForHost('spot'), { memory: join(scene.folder, 'memory'), teaching: true, real: true })
  board.bytes$.subscribe((bytes) => void pty.write(bytes))
  pty.data$.subscribe((bytes) => board.hear(bytes))
  const lesson = runAtTerminal([await bundled('src/tools/doctor.ts'), '--config', config, '--learn', 'spots'], {
    ...{ cwd: scene.folder, columns: 120, rows: 40 },
  })
  const says = (text: string): Promise<void> => lesson.until(text, () => lesson.text().includes(text))
  await says('Lay chips of')
  const [first, second, third] = [tagOfChip(500, 1), tagOfChip(500, 2), '0A1B2C3D']
  for (const chip of [first, second]) {
    await board.world(`tags ${chip}`)
    await says(`${chip} = `)
  }
  lesson.press('\r')
  await board.world('tags', 'wait 500', `tags ${third}`)
  await says(`${third} = `)
  lesson.press('q\r')
  assert.equal(await lesson.ended(), 0)
  assert.match(readFileSync(chipFile, 'utf8'), new RegExp(`^\\d+: \\[${first}, ${second}\\]\\n\\d+: \\[${third}\\]\\n$`))
})

test('what the table for the firmware cannot be made of is said, with what to do', async (t) => {
  const file = join(ownFolder(t), 'tags.yaml')
  const tool = 'src/tools/firmware-tags.ts'
  const made = async (text: string) => {
    writeFileSync(file, text)
    const { code, stdout, stderr } = await run(tool, file)
    return code === 0 ? stdout : `${code}: ${stderr.replace(file, 'FILE')}`
  }
  assert.match(
    await made('AS: [0A1B2C3D]\nKC: [04A1B2C3D4E5F6]\n'),
    /TAG_COUNT = 2;[\s\S]*0xF6\}, 51\}[\s\S]*0x3D, 0x00, 0x00, 0x00\}, 0\}/,
  )
  assert.match(
    await made('500: [0A1B2C3D]\nFB: [0A1B2C3E]\n2500: [0A1B2C3F]\n'),
    /CHIP_COUNT = 3;\nconst uint32_t CHIPS\[\] PROGMEM = \{2500, 500, 0\};/,
  )
  assert.match(
    await made('AS: [E00401001234567]\n'),
    /^78: FILE has the tag E00401001234567: the firmware reads tags with a number of 4 or 7 bytes/,
  )
  assert.match(
    await made('AS: [0A1B2C3D]\nKS: [0A1B2C3D000000]\n'),
    /^78: FILE has two tags that the firmware cannot tell apart: 0A1B2C3D000000/,
  )
  assert.match(await made('1S: [0A1B2C3D]\n'), /^78: FILE names a card "1S" in line 1/)
  assert.match(
    await made([1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `${at}: [0A1B2C0${at}]\n`).join('')),
    /^78: FILE has chips of 9 values; the firmware counts 8/,
  )
  assert.match(await made('300000000: [0A1B2C3D]\n'), /^78: FILE has chips of 300000000; the firmware counts with 200000000 at most/)
  assert.match(
    await made(`AS: [${Array.from({ length: 832 }, (_, at) => (at + 0x10000000).toString(16)).join(', ')}]\n`),
    /TAG_COUNT = 832;/,
    'sixteen decks have room',
  )
  assert.deepEqual((await run(tool)).code, 64)
  assert.deepEqual((await run(tool, join(file, 'none'))).code, 66)
})

test('what is laid out for the Arduino IDE and an ESP32 compiles against declarations', { skip: withoutBuild }, async () => {
  await checkedForEsp32('shoe', 'mfrc522')
  await checkedForEsp32('spot', 'pn532')
})
