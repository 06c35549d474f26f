/** A device that only tells its state: configuration, set-up and doctor know it, its line is read, and its state is on the wire and on every face. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DRIVERS, findDriver } from '../../devices/registry.ts'
import { roleRow } from '../../devices/roles.ts'
import { STATE_KINDS, STATE_LINES, type StateKind, type StateSaid, stateType, wordLists } from '../../devices/scan.ts'
import { tlpDevice } from '../../simulators/device/model.ts'
import { startDevice } from '../../simulators/device/rig.ts'
import { serialOf } from '../../simulators/device/start.ts'
import { realTiming } from '../../simulators/device/timing.ts'
import { serialServer } from '../../simulators/serial-server.ts'
import { parseConfig } from '../../src/base/config/parse.ts'
import { examineDevice } from '../../src/daemon/doctor/device.ts'
import { DEVICE_RUNGS } from '../../src/daemon/doctor/device-rungs.ts'
import { climb } from '../../src/daemon/doctor/rung.ts'
import { bind } from '../../src/daemon/setup/draft.ts'
import { saidIn } from '../../src/display/page/messages.ts'
import { phraseOf } from '../../src/wire/account/phrase.ts'
import { phraseText, plainVoice } from '../../src/wire/account/text.ts'
import { teller } from '../procedure/scene.ts'

const TABLE = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
boxes: 3
journal: journal
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/spots, serial: SP-1 }
`
const parsed = (text: string) =>
  parseConfig(text, { dir: '/', fileFault: () => null, folderFault: () => null, drivers: DRIVERS, purpose: 'run' })

/** All that it can say, the first word of every field but one. */
const sayings = (kind: StateKind): readonly StateSaid[] =>
  wordLists(kind).flatMap(([field, words]) =>
    words.map((word) => ({
      kind,
      ...Object.fromEntries(wordLists(kind).map(([each, [first]]) => [each, each === field ? word : first])),
    })),
  ) as unknown as readonly StateSaid[]

for (const kind of STATE_KINDS) {
  describe(`a device that tells its state: ${kind}`, () => {
    const heard = { driver: 'tlp', role: kind, path: `/dev/${kind}`, serial: serialOf(kind), cardFile: null }

    it('set-up takes it, the configuration is right, and a second one is refused', () => {
      const bound = bind(TABLE, heard)
      assert.ok(bound.ok, JSON.stringify(bound))
      const read = parsed(bound.text)
      assert.ok(read.ok, JSON.stringify(read))
      assert.deepEqual(read.tables[0]?.devices.at(-1)?.name, roleRow(kind).name)
      assert.equal(bind(bound.text, { ...heard, path: '/dev/other', serial: 'other' }).ok, false)
      const second = parsed(`${bound.text.trimEnd()}\n  - { name: other, driver: tlp, role: ${kind}, path: /dev/other, serial: other }\n`)
      assert.ok(!second.ok && JSON.stringify(second).includes(`is a second ${roleRow(kind).noun}`), JSON.stringify(second))
    })

    it('the doctor finds it and its events', async () => {
      const server = await serialServer()
      const device = startDevice({
        model: tlpDevice({ role: kind, serial: heard.serial, clock: { nowMs: realTiming.nowMs } }),
        port: server,
        timing: realTiming,
      })
      try {
        for (const said of sayings(kind)) device.sense(said)
        const config = { name: kind, driver: 'tlp', role: kind, path: server.address, serial: heard.serial }
        const watch = {
          watchMs: 500,
          nowMs: realTiming.nowMs,
          wallMs: Date.now,
          signal: new AbortController().signal,
          onStep: () => undefined,
        }
        const steps = climb(DEVICE_RUNGS, await examineDevice(config, [config], watch))
        assert.deepEqual(
          steps.filter(({ state }) => state !== 'ok'),
          [],
        )
      } finally {
        device.stop()
        await server.close()
      }
    })

    it('what it says is told with its round, and every face has words for it in each language', () => {
      const told = sayings(kind).map((said) => {
        const { kind: _, ...words } = said
        const table = teller({ house: 'gld', boxes: 1 })
        const line = `${kind}:${Object.values(words).join(':')}`
        const messages = table.tell(`LOAD 1=1000 5S 6S ${line}`).said.filter(({ type }) => type === stateType(kind))
        assert.deepEqual(
          messages.map(({ data, round }) => ({ data, isOfARound: round !== null })),
          [{ data: { device: kind, ...words }, isOfARound: true }],
        )
        return messages
      })
      const texts = told.flat().map(({ type, data }) => {
        assert.deepEqual(saidIn({ type, id: '1', time: '2026-01-01T00:00:00Z', data })?.data, data, 'a display reads it')
        const phrase = phraseOf({ type, data }, 'pit')
        assert.ok(phrase, `${type} has a phrase`)
        return (['en', 'de'] as const).map((language) => phraseText(phrase, { ...plainVoice(0), language }))
      })
      for (const [en, de] of texts) assert.ok(en && de && en !== de, `${en}, ${de}`)
      assert.equal(new Set(texts.map(String)).size, STATE_LINES[kind].words.state.length, 'each state has its own words')
    })

    it('the guide has its line in the table of roles', () => {
      const page = readFileSync(fileURLToPath(new URL('../../docs/devices.md', import.meta.url)), 'utf8')
      assert.match(page.split('## What each role adds')[1] ?? '', new RegExp(`\\| \`${kind}\` \\|`))
    })

    it('no other device says it', () => {
      const [said] = sayings(kind)
      assert.ok(said, 'it says something')
      const line = findDriver('tlp', kind).encodeLine({ seq: 1, t: 1, scan: said })
      assert.ok(line !== null, 'it has a line')
      assert.match(JSON.stringify(findDriver('tlp', 'shoe').decodeLine(line)), new RegExp(`a shoe does not send ${kind} lines`))
    })
  })
}
