/** A port that another program reads without a lock is silent here or says pieces, and the doctor names that program; two adapters never have one name. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { distinctlyNamed } from '../../../src/daemon/doctor/ports.ts'
import { within } from '../../e2e/processes.ts'
import { configured, consult, createScene, NO_BROKER } from './scene.ts'

/** A process that has the port open without a lock. */
async function openedBy(t: TestContext, path: string): Promise<number> {
  const reader = spawn('sh', ['-c', 'exec 3<"$0"; echo open; exec sleep 600', path])
  t.after(() => reader.kill('SIGKILL'))
  await within(new Promise((resolve) => reader.stdout.once('data', resolve)), () => `the other reader of ${path}`)
  return reader.pid ?? 0
}

/** The step of a device that is told to be wrong first. `says`: what comes from its port all the time. */
async function wrongStep(t: TestContext, driver: string, says: string | null) {
  const scene = createScene(t)
  const pty = await scene.line('port')
  const pid = await openedBy(t, join(scene.folder, 'run', 'port'))
  if (says !== null) {
    const timer = setInterval(() => void pty.write(says), 100)
    t.after(() => clearInterval(timer))
  }
  const shoe = { ...configured(scene, 'port', 'shoe', driver === 'tlp' ? 'SH-1' : 'none'), name: 'shoe', driver }
  const file = scene.write([shoe, configured(scene, 'gone', 'spots', 'SP-1')], [`url: ${NO_BROKER}`])
  const told = (await consult(file, '--seconds', '2')).of()
  return { pid, step: told.steps('shoe').find(({ state }) => state === 'failed' || state === 'warning') }
}

for (const [driver, says, name, usual] of [
  ['tlp', null, 'bytes arrive', /power/],
  ['tlp', '12 8812 5S*1A\n', 'lines are valid', /speed/],
  ['bee-tek', 'rd:4S> [Ga', 'messages are valid', /speed|driver/],
] as const)
  test(`${driver}: ${says === null ? 'no byte' : 'pieces of messages'} from a port that another process has open: that process is told, beside the usual advice`, async (t) => {
    const { pid, step } = await wrongStep(t, driver, says)
    assert.equal(step?.name, name, JSON.stringify(step))
    assert.equal(step?.state, 'failed')
    assert.match(step?.todo ?? '', new RegExp(`Process .*${pid} \\(sleep\\).* has the port open, too`))
    assert.match(step?.todo ?? '', usual)
  })

test('adapters without a serial number are named by where they are plugged in', () => {
  const row = { maker: '1a86', usb: '1a86:7523' }
  const shared = '/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0'
  const own = '/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0'
  const ports = [
    { ...row, path: '/dev/ttyUSB0', serial: null, stable: shared },
    { ...row, path: '/dev/ttyUSB1', serial: null, stable: shared },
    { ...row, path: '/dev/ttyUSB2', serial: 'A50285BI', stable: own },
    { ...row, path: '/dev/ttyUSB3', serial: '0001', stable: '/dev/serial/by-id/usb-Silicon_Labs_0001-if00-port0' },
    { ...row, path: '/dev/ttyUSB4', serial: '0001', stable: '/dev/serial/by-id/usb-Silicon_Labs_0001-if00-port0' },
  ]
  const places = new Map([0, 1, 3].map((at) => [`/dev/ttyUSB${at}`, `/dev/serial/by-path/pci-0000:00:14.0-usb-0:${at}:1.0-port0`]))
  assert.deepEqual(
    distinctlyNamed(ports, places).map(({ stable }) => stable?.replace('/dev/serial/', '') ?? null),
    [
      'by-path/pci-0000:00:14.0-usb-0:0:1.0-port0',
      'by-path/pci-0000:00:14.0-usb-0:1:1.0-port0',
      'by-id/usb-FTDI_FT232R_A50285BI-if00-port0',
      'by-path/pci-0000:00:14.0-usb-0:3:1.0-port0',
      null,
    ],
  )
})
