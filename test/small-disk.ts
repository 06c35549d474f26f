/** A small disk of the kernel's, to be filled. It takes a mount, so a test runs itself once more in a mount namespace of its own. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Ended, runIn, temporaryFolder } from './e2e/processes.ts'

/** The last page of a file is taken whole: so much may still be written into a file on a disk that has nothing left. */
const PAGE_BYTES = 4096
const FILL_MS = 100
const MOUNT = ['mount', '-t', 'tmpfs', 'tmpfs', '-o'] as const
const NAMESPACE = ['unshare', '--user', '--map-root-user', '--mount'] as const

/** Why no small disk can be had at the folder; null: one can. */
function noSmallDisk(folder: string): string | null {
  const [command, ...args] = NAMESPACE
  const { status, stderr, error } = spawnSync(command, [...args, ...MOUNT, 'size=64k', folder])
  return status === 0 ? null : (error?.message ?? stderr.toString().trim())
}

function succeed(...[command, ...args]: readonly [string, ...string[]]): void {
  const { status, stderr, error } = spawnSync(command, args)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

type Test = (t: TestContext) => Promise<void>

/**
 * Gives each test of `file` a mount namespace: `file` is started in one once more, and there the tests run. Where the system gives none they
 * say so. `what`: what is not tested then.
 */
export function onSmallDisks(file: string, what: string): (run: Test) => Test {
  if (process.env.SMALL_DISK === 'inside') return (run) => run
  let inside: Promise<Ended> | undefined
  return () => async (t) => {
    const why = noSmallDisk(temporaryFolder())
    if (why !== null) {
      process.stderr.write(`NOT RUN: ${what}; no small disk can be mounted here: ${why}\n`)
      t.skip(`no small disk can be mounted here: ${why}`)
      return
    }
    inside ??= runIn(NAMESPACE, fileURLToPath(file), { SMALL_DISK: 'inside' })
    const { code, stdout, stderr } = await inside
    assert.equal(code, 0, `${stdout}${stderr}`)
    const passed = stdout.split('\n').filter((line) => /^ok \d+ - /.test(line))
    assert.ok(
      passed.some((line) => line.endsWith(` - ${t.name}`)),
      stdout,
    )
  }
}

/** Runs `work` with a disk of its own at `folder`. `entries`: how many files and folders it can hold. @default as many as fit */
export async function withDisk(folder: string, kb: number, work: () => Promise<void>, entries: number | null = null): Promise<void> {
  mkdirSync(folder)
  succeed(...MOUNT, `size=${kb}k${entries === null ? '' : `,nr_inodes=${entries}`}`, folder)
  try {
    await work()
  } finally {
    const [command, ...args] = ['umount', '--lazy', folder] as const
    succeed(command, ...args)
  }
}

/**
 * Makes empty files until the disk takes no more of them, and again whenever somebody else gives one up, until `until` resolves; their names. A
 * program that replaces a file at that moment has an entry too many, and frees it.
 */
export async function fillEntries(folder: string, until: Promise<unknown>): Promise<readonly string[]> {
  const made: string[] = []
  const fill = (): void => {
    const path = join(folder, `somebody-elses-${made.length}`)
    try {
      closeSync(openSync(path, 'wx'))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      return
    }
    made.push(path)
    fill()
  }
  fill()
  const again = setInterval(fill, FILL_MS)
  try {
    await until
  } finally {
    clearInterval(again)
  }
  return made
}

/** Writes until the disk takes nothing more; the file's name. */
export function fillDisk(folder: string): string {
  const path = join(folder, 'somebody-elses')
  const file = openSync(path, 'w')
  try {
    for (const bytes of [65_536, PAGE_BYTES, 1]) {
      for (let isFull = false; !isFull; ) {
        try {
          isFull = writeSync(file, Buffer.alloc(bytes)) < bytes
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
          isFull = true
        }
      }
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return path
}
