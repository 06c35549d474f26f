/** A small disk of the kernel's, to be filled. It takes a mount, so a test runs itself once more in a mount namespace of its own (`NAMESPACE`). */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The last page of a file is taken whole: so much may still be written into a file on a disk that has nothing left. */
const PAGE_BYTES = 4096
const MOUNT = ['mount', '-t', 'tmpfs', 'tmpfs', '-o'] as const
export const NAMESPACE = ['unshare', '--user', '--map-root-user', '--mount'] as const

/** Why no small disk can be had at the folder; null: one can. */
export function noSmallDisk(folder: string): string | null {
  const [command, ...args] = NAMESPACE
  const { status, stderr, error } = spawnSync(command, [...args, ...MOUNT, 'size=64k', folder])
  return status === 0 ? null : (error?.message ?? stderr.toString().trim())
}

function succeed(...[command, ...args]: readonly [string, ...string[]]): void {
  const { status, stderr, error } = spawnSync(command, args)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
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

/** Makes empty files until the disk takes no more of them; their names. */
export function fillEntries(folder: string): readonly string[] {
  for (const made: string[] = []; ; ) {
    const path = join(folder, `somebody-elses-${made.length}`)
    try {
      closeSync(openSync(path, 'wx'))
      made.push(path)
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      return made
    }
  }
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
