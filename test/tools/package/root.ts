/** A small Debian in a folder, made by debootstrap, in which packages are installed and run. It has no systemd that runs, and no network. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** What a Debian has that somebody installed from its medium. */
const INCLUDED = 'systemd,udev,sudo'
/** As systemd gives it to a service, and login to root. */
export const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: '/root' }
/** Gone with the process that runs in it. `$0` is the root. */
const MOUNTED = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Root {
  readonly folder: string
  /** Words that run the words behind them in the root, as root. */
  readonly inside: readonly string[]
  /** A line of a shell, without a network unless it needs one. */
  run(line: string, network?: 'network'): Promise<Ran>
  read(path: string): string
  /** Every file and folder, but for what every installation of a package leaves. */
  files(): readonly string[]
}

/** The release of this machine, from where this machine has its own packages. */
export async function makeRoot(folder: string): Promise<Root> {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const targets = execFileSync('apt-get', ['indextargets', '--format', '$(RELEASE) $(REPO_URI)'], { encoding: 'utf8' })
  const source =
    targets
      .split('\n')
      .find((line) => line.startsWith(`${release} `))
      ?.split(' ')[1] ?? ''
  await promisify(execFile)('debootstrap', ['--variant=minbase', `--include=${INCLUDED}`, release, folder, source], { maxBuffer: 1e8 })
  return rootAt(folder)
}

const LEFT =
  /^(var\/(log|cache|lib\/dpkg)|srv|root|proc|dev|run|tmp)\/|^etc\/(group|gshadow|passwd|shadow|subuid|subgid)-?$|^etc\/\.pwd\.lock$/

function rootAt(folder: string): Root {
  const inside = ['unshare', '--mount', 'sh', '-c', MOUNTED, folder]
  return {
    folder,
    inside,
    run: async (line, network) => {
      const [command = '', ...words] = [...(network === undefined ? ['unshare', '--net'] : []), ...inside, 'sh', '-c', line]
      const child = spawn(command, words, { env: { ...ENVIRONMENT, SUDO_EDITOR: '/srv/editor' }, stdio: ['ignore', 'pipe', 'pipe'] })
      const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { status, stdout, stderr }
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    files: () =>
      execFileSync('find', ['.', '-mindepth', '1', '-printf', '%P\n'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
        .split('\n')
        .filter((path) => path !== '' && !LEFT.test(path))
        .sort(),
  }
}

/** A unit's service as systemd would start it: its command under its user, in its folder, with its mask. */
export function serviceIn(root: Root, unit: string): readonly string[] {
  const unitText = root.read(`usr/lib/systemd/system/${unit}`)
  const of = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unitText)?.[1] ?? ''
  const started = `umask ${of('UMask')} && cd ${of('WorkingDirectory')} && exec ${of('ExecStart')}`
  return [
    ...root.inside,
    'setpriv',
    `--reuid=${of('User')}`,
    `--regid=${of('Group')}`,
    '--init-groups',
    '--no-new-privs',
    'sh',
    '-c',
    started,
  ]
}
