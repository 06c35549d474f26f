/** A small Debian in a folder, made by debootstrap, in which packages are installed and run. It has no systemd that runs, and no network. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** What a Debian has that somebody installed from its medium. */
const INCLUDED = 'systemd,udev,sudo'
/** As systemd gives it to a service, and login to root. */
export const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: '/root' }
/** Gone with the process that runs in it. `$0` is the root. Its devices are its own, but for the pseudo-terminals. */
const MOUNTED = 'mount -t proc proc "$0/proc" && mount --bind /dev/pts "$0/dev/pts" && exec chroot "$0" "$@"'

const ADAPTERS = 'srv/adapters'
/** In place of udev, which sees the machine outside. */
const LISTS_ADAPTERS = `#!/bin/sh\ncat /${ADAPTERS}/*\n`

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Adapter {
  /** The number of its port: `/dev/ttyUSB0`. */
  readonly number: number
  readonly serial: string
  /** A path of the machine outside. */
  readonly terminal: string
}

export interface Root {
  readonly folder: string
  /** Words that run the words behind them in the root, as root. */
  readonly inside: readonly string[]
  /** A line of a shell, without a network unless it needs one. */
  run(line: string, network?: 'network'): Promise<Ran>
  /** An adapter for a serial device, as the system tells of it: `terminal` is what it leads to. Returns its permanent name. */
  plugIn(adapter: Adapter): string
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
  mkdirSync(join(folder, ADAPTERS))
  writeFileSync(join(folder, 'usr/local/bin/udevadm'), LISTS_ADAPTERS, { mode: 0o755 })
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
    plugIn: (adapter) => plugIn(folder, adapter),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    files: () =>
      execFileSync('find', ['.', '-mindepth', '1', '-printf', '%P\n'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
        .split('\n')
        .filter((path) => path !== '' && !LEFT.test(path))
        .sort(),
  }
}

function plugIn(folder: string, { number, serial, terminal }: Adapter): string {
  const port = join(folder, `dev/ttyUSB${number}`)
  const name = `usb-FTDI_${serial}-if00-port0`
  rmSync(port, { force: true })
  symlinkSync(terminal, port)
  mkdirSync(join(folder, 'dev/serial/by-id'), { recursive: true })
  rmSync(join(folder, 'dev/serial/by-id', name), { force: true })
  symlinkSync(`../../ttyUSB${number}`, join(folder, 'dev/serial/by-id', name))
  // As every port of a serial device, it belongs to its group.
  chownSync(terminal, 0, Number(/^dialout:x:(\d+):/m.exec(readFileSync(join(folder, 'etc/group'), 'utf8'))?.[1]))
  chmodSync(terminal, 0o660)
  const told = [
    `P: /devices/usb/ttyUSB${number}`,
    `N: ttyUSB${number}`,
    ...[`DEVNAME=/dev/ttyUSB${number}`, 'ID_VENDOR_ENC=FTDI', 'ID_VENDOR_ID=0403', 'ID_MODEL_ID=6001', `ID_SERIAL_SHORT=${serial}`].map(
      (property) => `E: ${property}`,
    ),
    `E: DEVLINKS=/dev/serial/by-id/${name}`,
    '',
  ]
  writeFileSync(join(folder, ADAPTERS, String(number)), `${told.join('\n')}\n`)
  return `/dev/serial/by-id/${name}`
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
