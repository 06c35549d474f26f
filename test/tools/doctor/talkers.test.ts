/** The doctor at devices of other makers: it listens, sends nothing, and says what they cannot do. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatLine } from '../../../firmware-bridge/line.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { startChipReader } from '../../../simulators/talkers/chip-rig.ts'
import { FEIG_TWIN } from '../../../simulators/talkers/feig.ts'
import { configured, consult, createScene, NO_BROKER } from './scene.ts'

const BEE_TEK = { driver: 'bee-tek', serial: 'none' } as const

test('a shoe that only talks: its cards are counted, a silent one is a warning, one in another language fails', async (t) => {
  const scene = createScene(t)
  const [talking, foreign] = [await scene.line('talking'), await scene.line('foreign')]
  await scene.line('silent')
  const sent: string[] = []
  talking.data$.subscribe((bytes) => sent.push(bytes.toString()))
  const saying = setInterval(() => {
    void talking.write(' [Game]<Card:4S> [Game]<Game> [GameAlarm]<Alarm:E7 Jam> ')
    void foreign.write(formatLine('HB 1 0 0 crc=0 long=0 gap=0 over=0'))
  }, 100)
  t.after(() => clearInterval(saying))
  const shoe = (name: string) => ({ ...configured(scene, name, 'shoe', 'none'), ...BEE_TEK })
  const steps = async (name: string) => {
    const config = scene.write([shoe(name), configured(scene, 'spots', 'spots', 'SP-1')], [`url: ${NO_BROKER}`])
    return (await consult(config, '--seconds', '2')).of().steps(name)
  }
  const heard = await steps('talking')
  assert.equal(heard.map(({ state }) => state).join(' '), 'ok ok ok ok ok warning ok', JSON.stringify(heard, null, 1))
  assert.match(heard[1]?.detail ?? '', /^9600 8N1$/)
  assert.match(heard[4]?.detail ?? '', /no serial number: whatever is on this port is taken for it/)
  assert.match(heard[5]?.detail ?? '', /^\d+ read, 0 lost$/)
  assert.match(heard[5]?.todo ?? '', /bee-tek: alarm E7 Jam/)
  assert.match(heard[6]?.detail ?? '', /field-unverified/)
  assert.match(heard[6]?.todo ?? '', /It keeps no events/)
  assert.deepEqual(sent, [], 'nothing was sent to it')

  const quiet = await steps('silent')
  assert.deepEqual([quiet[2]?.state, quiet[2]?.detail], ['warning', 'nothing; it has no heartbeat'])
  assert.match(quiet[2]?.todo ?? '', /Pass a card over it, or lay a chip on it/)

  const other = await steps('foreign')
  assert.deepEqual(
    [other[3]?.state, /^0 valid, \d+ invalid; the first bytes: 24 48 42 .* This is TLP\/1/.test(other[3]?.detail ?? '')],
    ['failed', true],
  )
})

test('a reader of chips is asked what lies there, and its levels are counted', async (t) => {
  const scene = createScene(t)
  const port = await scene.line('spots')
  const tray = { at: () => ['E004010000000001'] }
  const reader = startChipReader({ twin: FEIG_TWIN, port, timing: realTiming, antennas: new Map([[1, '1.main']]), tray })
  t.after(() => reader.end())
  const chipFile = join(scene.folder, 'chips.yaml')
  writeFileSync(chipFile, '500: [E004010000000001]\n')
  const spots = { ...configured(scene, 'spots', 'spots', 'none'), driver: 'feig', chipFile, antennas: { '1': '1.main' as const } }
  const config = scene.write([configured(scene, 'shoe', 'shoe', 'SH-1'), spots], [`url: ${NO_BROKER}`])
  const steps = (await consult(config, '--seconds', '2')).of().steps('spots')
  assert.equal(steps.map(({ state }) => state).join(' '), 'ok ok ok ok ok ok ok', JSON.stringify(steps, null, 1))
  assert.match(steps[5]?.detail ?? '', /^1 read, 0 lost$/)
})
