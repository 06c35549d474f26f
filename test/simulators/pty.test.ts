import assert from 'node:assert/strict'
import { existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filter, firstValueFrom, map, scan, timeout } from 'rxjs'
import { SerialPort } from 'serialport'
import { openPty, type Pty } from '../../simulators/pty.ts'

const dir = mkdtempSync(join(tmpdir(), 'pty-'))
after(() => rmSync(dir, { recursive: true, force: true }))

async function openPort(path: string): Promise<SerialPort> {
  const port = new SerialPort({ path, baudRate: 115_200, autoOpen: false, hupcl: false })
  port.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  return port
}

async function closePort(port: SerialPort): Promise<void> {
  if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()))
}

/** Resolves when the port has given exactly this text. */
function reads(port: SerialPort, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`only ${text.length} of ${expected.length} bytes came`)), 30_000)
    port.on('data', function more(bytes: Buffer) {
      text += bytes.toString('latin1')
      if (text.length < expected.length) return
      clearTimeout(late)
      port.off('data', more)
      if (text === expected) resolve()
      else reject(new Error('other bytes came'))
    })
  })
}

function deviceReads(pty: Pty, expected: string): Promise<string> {
  return firstValueFrom(
    pty.data$.pipe(
      map((bytes) => bytes.toString('latin1')),
      scan((all, text) => all + text, ''),
      filter((all) => all.length >= expected.length),
      timeout(5_000),
    ),
  )
}

test('the real serialport and the device exchange bytes in both directions, unchanged and without echo', async () => {
  const pty = await openPty()
  const port = await openPort(pty.path)
  const fromDevice = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')
  const got = reads(port, fromDevice)
  await pty.write(Buffer.from(fromDevice, 'latin1'))
  await got
  const heard = deviceReads(pty, '$?ID*807C0A7A\n')
  port.write('$?ID*807C0A7A\n')
  assert.equal(await heard, '$?ID*807C0A7A\n')
  await closePort(port)
  await pty.close()
})

test('200 kB in one go arrive whole', async () => {
  const pty = await openPty()
  const port = await openPort(pty.path)
  const line = `${'x'.repeat(99)}\n`
  const got = reads(port, line.repeat(2_000))
  for (let i = 0; i < 2_000; i += 500) await pty.write(line.repeat(500))
  await got
  assert.equal(pty.bytesLost, 0)
  await closePort(port)
  await pty.close()
})

test('sixty times unplugged and plugged in again, the same path works, and the link is gone in between', async () => {
  const link = join(dir, 'shoe')
  const pty = await openPty({ link })
  assert.equal(pty.path, link)
  assert.ok(lstatSync(link).isSymbolicLink(), 'the path is a link')
  for (let round = 0; round < 60; round++) {
    const port = await openPort(link)
    const got = reads(port, `round ${round}\n`)
    await pty.write(`round ${round}\n`)
    await got
    await pty.unplug()
    assert.equal(existsSync(link), false)
    assert.equal(pty.plugged, false)
    // The port's own `close` may fail to come (the binding takes the hang-up for an empty read): a host closes by its watchdog.
    await closePort(port)
    await pty.replug()
  }
  await pty.close()
  assert.equal(existsSync(link), false)
  await assert.rejects(pty.replug(), /is closed/)
})

test('a device that does not read leaves the bytes on the line and finds them when it reads again', async () => {
  const pty = await openPty()
  const port = await openPort(pty.path)
  let early = 0
  const counting = pty.data$.subscribe((bytes) => {
    early += bytes.length
  })
  pty.setReading(false)
  await new Promise<void>((written) => port.write('abc', () => written()))
  // What the device says meanwhile still reaches the host, which shows that the time to read has passed.
  const got = reads(port, 'still here\n')
  await pty.write('still here\n')
  await got
  assert.equal(early, 0)
  counting.unsubscribe()
  const heard = deviceReads(pty, 'abc')
  pty.setReading(true)
  assert.equal(await heard, 'abc')
  await closePort(port)
  await pty.close()
})

test('what is written while unplugged is lost and counted', async () => {
  const pty = await openPty()
  await pty.unplug()
  await pty.write('12345')
  assert.equal(pty.bytesLost, 5)
  await pty.close()
})

test('a host that does not read cannot block the device: beyond the line buffer bytes are lost and counted', async () => {
  const pty = await openPty()
  const writes: Promise<void>[] = []
  for (let i = 0; i < 4; i++) writes.push(pty.write('y'.repeat(30_000)))
  await Promise.all(writes)
  assert.ok(pty.bytesLost > 0, `${pty.bytesLost} > 0`)
  await pty.close()
})

test('a link that another simulator has taken over is left alone', async () => {
  const link = join(dir, 'taken')
  const first = await openPty({ link })
  const second = await openPty({ link })
  await first.close()
  const port = await openPort(link)
  const got = reads(port, 'second\n')
  await second.write('second\n')
  await got
  await closePort(port)
  await second.close()
  assert.equal(existsSync(link), false)
})
