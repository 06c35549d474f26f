/** A port that another program reads without a lock is silent here, and the doctor names that program; two adapters never have one name. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { distinctlyNamed } from '../../../src/daemon/doctor/ports.ts'
import { within } from '../../e2e/processes.ts'
import { configured, consult, createScene, NO_BROKER } from './scene.ts'

test('a mute port that another process has open is told with that process, beside the power and the cable', async (t) => {
  const scene = createScene(t)
  await scene.line('mute')
  const path = join(scene.folder, 'run', 'mute')
  const reader = spawn('sh', ['-c', 'exec 3<"$0"; echo open; exec sleep 600', path])
  t.after(() => reader.kill('SIGKILL'))
  await within(new Promise((resolve) => reader.stdout.once('data', resolve)), () => `the other reader of ${path}`)
  const mute = { ...configured(scene, 'mute', 'shoe', 'SH-1'), name: 'shoe' }
  const told = (
    await consult(scene.write([mute, configured(scene, 'gone', 'spots', 'SP-1')], [`url: ${NO_BROKER}`]), '--seconds', '2')
  ).of()
  const silent = told.steps('shoe').find(({ name }) => name === 'bytes arrive')
  assert.equal(silent?.state, 'failed')
  assert.match(silent?.todo ?? '', new RegExp(`Process .*${reader.pid} \\(sleep\\).* has the port open, too`))
  assert.match(silent?.todo ?? '', /power/)
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
