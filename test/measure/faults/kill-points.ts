/** Where a daemon dies: on entry to the N-th call of one kind, which the kernel then does not carry out. */
import { spawnSync } from 'node:child_process'

interface Call {
  /** The calls by their kernel names. */
  readonly calls: string
  readonly what: string
  /** A daemon at a table in play is certain to make this many calls. */
  readonly most: number
}

/** The journal's files are open for synced writes (O_DSYNC), so each of their writes is its own sync. */
const CALLS: readonly Call[] = [
  { calls: 'pwrite64', what: 'a write of the journal', most: 30 },
  { calls: 'fsync,fdatasync', what: 'a sync', most: 2 },
  { calls: 'rename', what: 'a name that is exchanged', most: 2 },
  { calls: 'write', what: 'a message, an acknowledgement to a device, or what wakes a thread', most: 400 },
  { calls: 'writev', what: 'a message in parts', most: 20 },
]

export interface KillPoint extends Call {
  readonly at: number
}

export function killPoint(random: () => number): KillPoint {
  const call = CALLS[Math.floor(random() * CALLS.length)] ?? (CALLS[0] as Call)
  return { ...call, at: 1 + Math.floor(random() * call.most) }
}

/**
 * The words that precede the command to be killed there. `-D`: the command itself is the child, so no tracer remains when it is gone.
 * (`--seccomp-bpf` would be faster, but with it strace 6.1 sends no signal.)
 */
export const dyingAt = ({ calls, at }: KillPoint): readonly string[] => [
  ...['strace', '-D', '-f', '-qqq', '-o', '/dev/null', '-E', 'UV_THREADPOOL_SIZE=1'],
  ...['-e', `trace=${calls}`, '-e', 'signal=none', '-e', `inject=${calls}:signal=SIGKILL:when=${at}`],
]

/** Why a test that needs strace is skipped; false: strace is there and may trace. */
export function withoutStrace(): string | false {
  const { status, error } = spawnSync('strace', ['-qqq', '-o', '/dev/null', 'true'])
  if (error) return 'NOT TESTED: to kill at a system call needs strace (apt-get install strace)'
  return status === 0 ? false : 'NOT TESTED: this machine lets strace trace nothing'
}
