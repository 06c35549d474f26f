/** `npm run book` as somebody starts it: a real process that answers, says how it is, and refuses to be read by everybody. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { startOpenBroker } from '../../open-broker.ts'
import { bundled } from '../../runner/bundled.ts'

interface Started {
  /** Resolves with the first line that fits; rejects when the process ends without it. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly ended: Promise<number | null>
  readonly stop: () => void
}

async function start(t: TestContext, brokerUrl: string, host: string): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  const config = join(folder, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: '${brokerUrl}' }\nstore: book/book.db\nhttp: { host: ${host}, port: 0 }\n`)
  const book = spawn(process.execPath, [await bundled('src/book/command.ts'), '--config', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  const lines: string[] = []
  const said = createInterface({ input: book.stderr })
  said.on('line', (line) => lines.push(line))
  const ended = new Promise<number | null>((resolve) => book.once('exit', resolve))
  t.after(async () => {
    book.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
        if (found) resolve(found)
      }
      said.on('line', look)
      void ended.then((code) => reject(new Error(`ended with ${code}, and never said ${pattern}: ${lines.join(' | ')}`)))
      look()
    })
  return { says, ended, stop: () => book.kill('SIGTERM') }
}

test('a book answers where it says, is well while its broker is there, and stops when it is told to', { timeout: 60_000 }, async (t) => {
  const broker = await startOpenBroker()
  t.after(() => broker.close())
  const book = await start(t, broker.url, '127.0.0.1')
  const [, url = ''] = await book.says(/answers at (http:\S+)/)
  await book.says(/connected to the broker/)
  const well = await fetch(`${url}healthz`)
  assert.equal(well.status, 200, await well.clone().text())
  const { checks } = (await well.json()) as { readonly checks: readonly { readonly name: string }[] }
  assert.deepEqual(
    checks.map(({ name }) => name),
    ['store', 'broker', 'name', 'damage', 'records', 'sink'],
  )
  assert.deepEqual(await (await fetch(`${url}api/tables`)).json(), { tables: [] })
  assert.match(await (await fetch(`${url}metrics`)).text(), /^book_store_bytes [1-9]/m)
  await broker.close()
  await book.says(/no connection to the broker/)
  const ill = await fetch(`${url}healthz`)
  assert.equal(ill.status, 503)
  assert.match(await ill.text(), /no connection to the broker/)
  book.stop()
  assert.equal(await book.ended, 0)
})

test('a book that anybody on the network could read does not start', { timeout: 60_000 }, async (t) => {
  const broker = await startOpenBroker()
  t.after(() => broker.close())
  const book = await start(t, broker.url, '0.0.0.0')
  await book.says(/anybody could read the book; set http: users or http: tokens/)
  assert.equal(await book.ended, 70)
})
