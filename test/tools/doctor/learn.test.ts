/** `--learn` at a real terminal, with simulated readers on pseudo-terminals: the file is written while cards and chips are shown. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { encodeM5Stack } from '../../../devices/dialects/m5stack-wired.ts'
import type { SpotId } from '../../../devices/scan.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { startBadgeReader } from '../../../simulators/talkers/badge-twin.ts'
import { startChipReader } from '../../../simulators/talkers/chip-rig.ts'
import { FEIG_TWIN } from '../../../simulators/talkers/feig.ts'
import { RDM6300_TWIN } from '../../../simulators/talkers/rdm6300.ts'
import { badgesIn, cardsIn } from '../../../src/base/config/tag-file.ts'
import { isSaid } from '../../../src/words/text.ts'
import { runAtTerminal } from '../../display/terminal/terminal.ts'
import { run } from '../../e2e/processes.ts'
import { bundled } from '../../runner/bundled.ts'
import { configured, createScene, NO_BROKER, type Scene } from './scene.ts'

const shoeOf = (scene: Scene) => ({
  ...configured(scene, 'shoe', 'shoe', 'atom-shoe-01'),
  driver: 'm5stack-wired',
  cardFile: join(scene.folder, 'cards.yaml'),
})

const spotsOf = (scene: Scene) => ({
  ...configured(scene, 'spots', 'spots', 'none'),
  driver: 'feig',
  chipFile: join(scene.folder, 'chips.yaml'),
  antennas: { '1': '1.main' as SpotId },
})

async function lesson(t: TestContext) {
  const scene = createScene(t)
  const [shoe, spots] = [await scene.line('shoe'), await scene.line('spots')]
  const config = scene.write([shoeOf(scene), spotsOf(scene)], [`url: ${NO_BROKER}`])
  const doctor = await bundled('src/tools/doctor.ts')
  const learn = (...args: readonly string[]) =>
    runAtTerminal([doctor, '--config', config, '--learn', ...args], { cwd: scene.folder, columns: 120, rows: 40 })
  let seq = 1
  const show = (uid: string) => void shoe.write(encodeM5Stack('atom-shoe-01', ++seq, uid))
  return { scene, spots, config, learn, show, cards: () => readFileSync(join(scene.folder, 'cards.yaml'), 'utf8') }
}

const says = (run: ReturnType<typeof runAtTerminal>, text: string): Promise<void> => run.until(text, () => run.text().includes(text))

test('cards are asked for in order; a tag that is known is refused; a run that was interrupted goes on where it was', async (t) => {
  const { learn, show, cards, scene } = await lesson(t)
  const first = learn('shoe')
  await says(first, 'Show AS')
  // Shown again and again until the port is open.
  const showing = setInterval(() => show('04A1B2C301'), 100)
  t.after(() => clearInterval(showing))
  await says(first, '04A1B2C301 = AS')
  clearInterval(showing)
  await says(first, 'Show 2S')
  show('04 a1 b2 c3 02')
  await says(first, '04A1B2C302 = 2S')
  show('04A1B2C301')
  await says(first, '04A1B2C301 is AS already; it is not entered again')
  show('04A1B2C3FF')
  await says(first, '04A1B2C3FF = 3S')
  first.press('u\r')
  await says(first, '04A1B2C3FF is taken back')
  show('04A1B2C303')
  await says(first, '04A1B2C303 = 3S')
  first.press('\u0003')
  assert.equal(await first.ended(), 130)
  assert.equal(cards(), 'AS: [04A1B2C301]\n2S: [04A1B2C302]\n3S: [04A1B2C303]\n')
  const beside = readdirSync(scene.folder).filter((name) => name.includes('cards.yaml'))
  assert.deepEqual(beside, ['cards.yaml'], 'nothing half written is left')

  const second = learn('shoe')
  await says(second, '3 tags so far')
  await says(second, 'Show 4S')
  second.press('\r')
  await says(second, 'Show 5S')
  second.press('q\r')
  assert.equal(await second.ended(), 0)
})

test('the last card ends it; with several decks the next one is asked for', async (t) => {
  const { learn, show, scene, cards } = await lesson(t)
  const names = ['S', 'H', 'D', 'C'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)).slice(0, -1)
  writeFileSync(join(scene.folder, 'cards.yaml'), names.map((name, at) => `${name}: [04A1B2C4${(at + 16).toString(16)}]\n`).join(''))
  const last = learn('shoe')
  await says(last, 'Show KC')
  const showing = setInterval(() => show('04A1B2C3D4'), 100)
  t.after(() => clearInterval(showing))
  await says(last, 'Done: 52 tags')
  clearInterval(showing)
  assert.equal(await last.ended(), 0)
  const read = cardsIn(cards())
  assert.ok(!isSaid(read) && read.get('04A1B2C3D4') === 'KC' && read.size === 52, String(read))
  const two = learn('shoe', '--decks', '2')
  await says(two, 'Show AS of pack 2')
  two.press('q\r')
  assert.equal(await two.ended(), 0)
})

test('chips are laid on the reader, one or several; each of them is entered under the value that is asked for', async (t) => {
  const { learn, spots, scene } = await lesson(t)
  let lying: readonly string[] = []
  const reader = startChipReader({
    twin: FEIG_TWIN,
    port: spots,
    timing: realTiming,
    antennas: new Map([[1, '1.main']]),
    tray: { at: () => lying },
  })
  t.after(() => reader.end())
  const chips = learn('spots')
  await says(chips, 'Lay chips of 100 on the reader')
  lying = ['E004010000000001', 'E004010000000002']
  await says(chips, 'E004010000000001 = 100')
  await says(chips, 'E004010000000002 = 100')
  chips.press('\r')
  await says(chips, 'Lay chips of 500 on the reader')
  lying = ['E004010000000002', 'E004010000000005']
  await says(chips, 'E004010000000005 = 500')
  await says(chips, 'E004010000000002 is 100 already; it is not entered again')
  chips.press('q\r')
  assert.equal(await chips.ended(), 0)
  assert.equal(
    readFileSync(join(scene.folder, 'chips.yaml'), 'utf8'),
    '100: [E004010000000001, E004010000000002]\n500: [E004010000000005]\n',
  )
})

test('badges are asked for by the names in the file, then by those that are typed; a spare one, and one that is laid there before its name', async (t) => {
  const { scene } = await lesson(t)
  const line = await scene.line('badge')
  const file = join(scene.folder, 'badges.yaml')
  writeFileSync(file, 'd-17: [0A0012D687]\nd-18: []\n')
  const badge = { ...configured(scene, 'badge', 'badge', 'none'), driver: 'rdm6300', badgeFile: file }
  const config = scene.write([shoeOf(scene), spotsOf(scene), badge], [`url: ${NO_BROKER}`])
  const doctor = await bundled('src/tools/doctor.ts')
  const learn = runAtTerminal([doctor, '--config', config, '--learn', 'badge'], { cwd: scene.folder, columns: 120, rows: 40 })
  const reader = startBadgeReader({ twin: RDM6300_TWIN, port: line, timing: realTiming })
  t.after(() => reader.end())
  const written = () => readFileSync(file, 'utf8')

  await says(learn, 'Lay the badge of d-18 there')
  reader.lay('0A003F5B21')
  await says(learn, '0A003F5B21 = d-18')
  await says(learn, 'Type the id of a dealer')
  reader.lay('0A0012D6C4')
  await says(learn, '0A0012D6C4: whose is it?')
  learn.press('d-17\r')
  await says(learn, '0A0012D6C4 = d-17')
  learn.press('d-19\r')
  await says(learn, 'Lay the badge of d-19 there')
  reader.lay('0A003F5B21')
  await says(learn, '0A003F5B21 is d-18 already; it is not entered again')
  reader.lay('4B00DA0291')
  await says(learn, '4B00DA0291 = d-19')
  assert.equal(written(), 'd-17: [0A0012D687, 0A0012D6C4]\nd-18: [0A003F5B21]\nd-19: [4B00DA0291]\n')
  learn.press('u\r')
  await says(learn, '4B00DA0291 is taken back')
  assert.equal(written(), 'd-17: [0A0012D687, 0A0012D6C4]\nd-18: [0A003F5B21]\nd-19: []\n')
  learn.press('q\r')
  assert.equal(await learn.ended(), 0)
  const read = badgesIn(written())
  assert.ok(!isSaid(read) && read.get('0A0012D6C4') === 'd-17', String(read))
})

test('without a terminal, and for a device that reads no tags, it says so', async (t) => {
  const { config } = await lesson(t)
  const { code, stderr } = await run('src/tools/doctor.ts', '--config', config, '--learn', 'shoe')
  assert.deepEqual([code, /run it in a terminal/.test(stderr)], [64, true])
  const many = await run('src/tools/doctor.ts', '--config', config, '--learn', 'shoe', '--decks', '17')
  assert.deepEqual([many.code, /--decks 17: must be a whole number from 1 to 16/.test(many.stderr)], [64, true])
})
