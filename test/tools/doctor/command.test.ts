/** What a person at a terminal gets of `npm run doctor`: the list of ports, the page, help and exit codes. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { lineText } from '../../../src/base/terminal/line.ts'
import { type Findings, pageLines } from '../../../src/daemon/doctor/page.ts'
import { stepOf } from '../../../src/daemon/doctor/rung.ts'
import { asIs } from '../../../src/words/text.ts'
import { anyUnit } from '../../any-unit.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { bundled } from '../../runner/bundled.ts'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** As udevadm says it; an adapter's own text may hold anything. */
const DEVICES = String.raw`P: /devices/pci/usb1/ttyUSB0
N: ttyUSB0
E: DEVNAME=/dev/ttyUSB0
E: ID_VENDOR_ENC=Future\x20Tech\x1b[2J
E: ID_SERIAL_SHORT=A50285BI
E: ID_VENDOR_ID=0403
E: ID_MODEL_ID=6001
E: DEVLINKS=/dev/serial/by-path/pci-0 /dev/serial/by-id/usb-FTDI_A50285BI-if00-port0

P: /devices/pci/usb1/ttyACM0
N: ttyACM0
E: DEVNAME=/dev/ttyACM0
E: ID_VENDOR_ENC=Raspberry\x20Pi
E: ID_VENDOR_ID=2e8a
E: ID_MODEL_ID=000a

P: /devices/platform/ttyS7
N: ttyS7
E: DEVNAME=/dev/ttyS7
`

/** The command on a machine with other ports; `udevadm` null: without the program that knows them. */
async function onMachine(udevadm: string | null, ...args: readonly string[]) {
  const folder = temporaryFolder()
  if (udevadm !== null) {
    writeFileSync(join(folder, 'udevadm'), udevadm)
    chmodSync(join(folder, 'udevadm'), 0o755)
  }
  const env = { ...process.env, PATH: udevadm === null ? folder : `${folder}:${process.env.PATH}` }
  return spawnSync(process.execPath, [await bundled('src/tools/doctor.ts'), ...args], { cwd: ROOT, env, encoding: 'utf8' })
}

test('serial ports are listed with maker, serial number and the path that stays; no configuration is needed for it', async () => {
  const { status, stdout, stderr } = await onMachine(`#!/bin/sh\ncat <<'END'\n${DEVICES}END\n`, '--list')
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(
    stdout,
    `Serial ports of this machine
  /dev/ttyACM0  Raspberry Pi     no serial number  2e8a:000a
  /dev/ttyUSB0  Future Tech?[2J  A50285BI          0403:6001
    /dev/serial/by-id/usb-FTDI_A50285BI-if00-port0
  without a manufacturer: /dev/ttyS7
`,
  )
  const without = await onMachine(null, '--list')
  assert.equal(without.status, 0)
  assert.match(without.stdout, /the ports cannot be listed: spawn udevadm ENOENT; install udev/)
})

test('wrong usage is told with the help and code 64, a bad configuration with code 78', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'table.yaml'), 'property: demo\n')
  const [unknown, seconds, absent, bad] = await Promise.all([
    run('src/tools/doctor.ts', '--colour'),
    run('src/tools/doctor.ts', '--seconds', '0'),
    run('src/tools/doctor.ts', '--config', join(folder, 'absent.yaml')),
    run('src/tools/doctor.ts', '--config', join(folder, 'table.yaml')),
  ])
  for (const { code, stdout, stderr } of [unknown, seconds]) {
    assert.deepEqual([code, stdout], [64, ''])
    assert.match(stderr, /Usage/)
  }
  for (const { code, stdout } of [absent, bad]) {
    assert.equal(code, 78)
    assert.match(stdout, /^Serial ports of this machine\n/, 'whoever writes one needs them')
  }
  const json = await run('src/tools/doctor.ts', '--config', join(folder, 'table.yaml'), '--json')
  assert.deepEqual([json.code, json.stdout], [78, ''])
  assert.match(absent.stderr, /absent\.yaml: cannot be read \(ENOENT\)/)
  assert.match(bad.stderr, /house is missing/)
})

const TOLD = {
  ...{ device: 'shoe', up: false, reason: null, serial: 'SH-00412', boot: 1, firmware: '2.3.1', lastHeartbeat: null },
  ...{ errors: {}, ringFill: 3, ringSize: 512, clockOffsetMs: 1 },
}

test('no line of the page is wider than the terminal, whatever a device or a broker says', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const text = fc.string({ unit: anyUnit, maxLength: 200 })
  const words = text.map(asIs)
  const step = fc
    .tuple(
      fc.constantFrom('port is there', 'opens').map(asIs),
      fc.constantFrom('ok' as const, 'warning' as const, 'failed' as const, 'not reached' as const),
      words,
      fc.option(words),
    )
    .map((parts) => stepOf(...parts))
  const daemons = fc.constantFrom(null, 7)
  const check = fc.property(
    text,
    fc.array(step, { maxLength: 7 }),
    daemons,
    fc.integer({ min: 60, max: 120 }),
    (said, steps, daemon, columns) => {
      const findings: Findings = {
        list: { ports: [], trouble: asIs(said) },
        names: new Map(),
        tables: [
          {
            table: 'bj07',
            daemon,
            closed: daemon === null ? null : said,
            folders: { name: 'folders', steps: [] },
            devices: [
              {
                name: 'shoe',
                path: said,
                serial: 'SH-1',
                steps,
                told: { ...TOLD, reason: said, errors: { [said]: 3 } },
                rose: { [said]: 1 },
              },
            ],
            brokers: [{ name: 'broker', url: said, own: daemon === null, steps }],
          },
        ],
      }
      for (const line of pageLines(findings, columns)) {
        const printed = lineText(line, false, columns)
        assert.ok([...printed].length <= columns, `seed ${seed}: ${printed}`)
        assert.ok(!/\p{Cc}/u.test(printed), `seed ${seed}: ${JSON.stringify(printed)} moves a cursor`)
      }
    },
  )
  fc.assert(check, { seed, numRuns: 100 })
})
