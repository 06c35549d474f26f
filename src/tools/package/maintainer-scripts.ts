/** What Debian runs when a package comes, changes and goes, and the command that it installs. */
import { nodeOptions } from './bundles.ts'
import type { Package } from './contents.ts'

/** systemd is not running where an image is built. */
const IF_RUNNING = 'if [ -d /run/systemd/system ]; then'

/** Without a configuration the table serves set-up, to its own machine; the book has no such page, so a person starts it. */
const firstStart = ({ name }: Package): string => `  if [ -z "$2" ]; then
    deb-systemd-helper enable ${name}.service || true
    ${IF_RUNNING} deb-systemd-invoke start ${name}.service || true; fi
    if [ ! -e /etc/${name}/table.yaml ]; then
      echo "${name} now waits to be set up in a browser. Its address, and the word for it:"
      echo "  sudo journalctl -u ${name} -n 20 -o cat"
    fi
  fi
`

const postinst = (own: Package): string => `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  systemd-sysusers ${own.name}.conf
  systemd-tmpfiles --create ${own.name}.conf
  ${IF_RUNNING}
    systemctl --system daemon-reload || true
${own.hasDisplay ? '    udevadm control --reload || true\n' : ''}    # An upgrade goes on with the new program.
    if [ -n "$2" ]; then deb-systemd-invoke restart ${own.name}.service || true; fi
  fi
${own.hasDisplay ? firstStart(own) : ''}fi
`

const prerm = ({ name }: Package): string => `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ${name}.service || true
fi
`

/** A user of this name whom somebody else made, and what he owns elsewhere, stays. */
const postrm = ({ name, user, gecos }: Package): string => `#!/bin/sh
set -e
if [ "$1" = purge ]; then
  deb-systemd-helper purge ${name}.service || true
  rm -rf /etc/${name} /var/lib/${name}
  rm -f /etc/systemd/system/multi-user.target.wants/${name}.service
  if [ "$(getent passwd ${user} | cut -d: -f5)" = '${gecos}' ]; then userdel ${user} || true; fi
fi
if [ "$1" != upgrade ]; then
  ${IF_RUNNING} systemctl --system daemon-reload || true; fi
fi
`

export const maintainerScripts = (own: Package): { readonly [file: string]: string } => ({
  postinst: postinst(own),
  prerm: prerm(own),
  postrm: postrm(own),
})

export const sysusers = ({ name, user, gecos, groups }: Package): string =>
  [`u ${user} - "${gecos}" /var/lib/${name}`, ...groups.map((group) => `m ${user} ${group}`), ''].join('\n')

/** What is made in /etc/NAME gets the service's group, so that it can read what root has written. */
export const tmpfiles = ({ name, user }: Package): string => `d /etc/${name} 2770 root ${user}\nd /var/lib/${name} 0750 ${user} ${user}\n`

/** /usr/bin/NAME. The exit code for wrong usage is that of all commands. */
export function starter(root: string, own: Package): string {
  const { name, commands, usual } = own
  const folder = `/usr/lib/${name}`
  const named = Object.entries(commands).filter(([command]) => command !== usual)
  const run = (command: string): string => {
    const options = nodeOptions(root, commands[command]?.script ?? null)
    return ['exec', `${folder}/bin/node`, ...options, `${folder}/dist/${command}.js`, '"$@"'].join(' ')
  }
  const list = named.map(([command, { means }]) => `  ${command.padEnd(9)} ${means}`).join('\n')
  const otherwise =
    usual === null
      ? `  '' | -h | --help) help ;;
  *) echo "${name}: there is no command $1" >&2; help >&2; exit 64 ;;`
      : `  *) ${run(usual)} ;;`
  return `#!/bin/sh
# Runs a command of the package ${name} with the Node that came with it.
${usual === null ? `help() {\n  cat << 'END'\nUsage: ${name} COMMAND [options]\n\n${list}\n\n${name} COMMAND --help describes one; man ${name} describes all.\nEND\n}\n` : ''}case "\${1-}" in
${named.map(([command, { isTold }]) => `  ${command}) ${isTold ? '' : 'shift; '}${run(command)} ;;`).join('\n')}
${otherwise}
esac
`
}
