/** Why a program cannot listen on a port, and how to find out more. Pure. */

interface ListenFault {
  /** The system's, `EADDRINUSE`. */
  readonly code: string
  /** The end of a sentence, `: the port is in use ...`; empty: nothing is known beyond the code. */
  readonly why: string
}

export function listenFault(error: unknown, host: string, port: number): ListenFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const why = whyNot(code, host, port)
  return { code, why: why === '' ? '' : `: ${why}` }
}

function whyNot(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `the port is in use by another program (sudo ss -ltnp 'sport = :${port}' names it)`
    case 'EACCES':
    case 'EPERM':
      return port < 1024 ? 'ports below 1024 are for root: choose a higher one' : 'this user may not listen on that port'
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host} (ip address shows those it has)`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${host} has no address`
    default:
      return ''
  }
}
