/**
 * A PostgreSQL server of Debian's package in a temporary folder. Run as a program, it is the one that the processes of a run share: it prints
 * its URL (an empty line: PostgreSQL is not installed), and when its input ends what of the processor all of it has taken.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ownSeconds } from './processor.mjs'

const ROOT = '/usr/lib/postgresql'
const ATTEMPTS_MAX = 200
const ATTEMPT_MS = 100

/** Where its programs are; null: it is not installed. */
const programs = () => {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(ROOT, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/** It refuses to run as root: nobody runs it then. */
const asWhom = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves to { url, close }; null: it is not installed. */
export async function startServer() {
  const bin = programs()
  if (bin === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'book-postgres-'))
  if (asWhom.uid !== undefined) chownSync(folder, asWhom.uid, asWhom.gid)
  const data = join(folder, 'data')
  const own = { ...asWhom, cwd: folder }
  const run = (program, ...words) => promisify(execFile)(join(bin, program), words, own)
  await run('initdb', '-D', data, '-U', 'book', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C')
  const port = String(await freePort())
  const words = ['-D', data, '-p', port, '-k', folder, '-h', '127.0.0.1', '-F']
  const server = spawn(join(bin, 'postgres'), words, { ...own, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const close = async () => {
    // At once: nobody needs what is in it.
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX && server.exitCode === null; attempt++) {
    try {
      await run('pg_isready', '-h', '127.0.0.1', '-p', port)
      return { url: `postgres://book@127.0.0.1:${port}/postgres`, close }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_MS))
    }
  }
  await close()
  throw new Error('PostgreSQL did not start')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const inputEnded = once(process.stdin.resume(), 'end')
  const server = await startServer()
  process.stdout.write(`${server?.url ?? ''}\n`)
  await inputEnded
  await server?.close()
  process.stdout.write(`${ownSeconds()}\n`)
}
