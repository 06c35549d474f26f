/** `npm run book -- --config book.yaml`: runs until it is stopped. */
import { dirname } from 'node:path'
import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_SECOND } from '../../base/process/exit-codes.ts'
import { listenFault } from '../../base/serving/listening.ts'
import { unwritable, userHere } from '../../daemon/journal/writable.ts'
import type { BookConfig } from '../config.ts'
import { serveRunning } from '../http/running.ts'
import { startBook } from '../start.ts'
import { isEmbedded, placeOf, StoreFault } from '../store/open.ts'
import { CONFIG_USUAL, readBookConfig } from './shared.ts'

export const run = async (args: readonly string[], help: string): Promise<number> => {
  const { values } = readArgs(
    {
      args: [...args],
      options: {
        config: { type: 'string', short: 'c', default: CONFIG_USUAL },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    },
    help,
  )
  if (values.help) {
    await print(help)
    return 0
  }
  const config = readBookConfig(values.config)
  if (values.check) return check(values.config, config)
  const notice = (text: string): void => void process.stderr.write(`${text}\n`)
  let end: (ending: Ending | null) => void = () => undefined
  const ended = new Promise<Ending | null>((resolve) => {
    end = resolve
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(null))
  const onGivenWay = (why: string) => end(new Ending(EXIT_SECOND, `book: ${why}`))
  const book = await startBook({ ...config, notice, onGivenWay }).catch((error: unknown) => {
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })
  notice(`book: keeps ${config.property} in ${placeOf(config)}`)
  const server = await serveRunning(book, config, notice).catch(async (error: Error) => {
    await book.close()
    const { why } = listenFault(error, config.http?.host ?? '', config.http?.port ?? 0)
    throw new Ending(EXIT_FAILED, `book: cannot serve the read interface: ${error.message}${why}`)
  })
  if (server !== null) notice(`book: answers at ${server.url}`)
  const ending = await ended
  await server?.close()
  await book.close()
  if (ending !== null) throw ending
  return 0
}

/** Reports what the user who runs this could not write. */
const check = async (file: string, { store, signingKeyFile }: BookConfig): Promise<number> => {
  const folders = new Set([...(isEmbedded({ store }) ? [dirname(store)] : []), dirname(signingKeyFile)])
  const denied = [...folders].flatMap((folder) => unwritable(folder) ?? [])
  if (denied.length > 0)
    throw new Ending(EXIT_CONFIG, denied.map(({ problem, todo }) => `${file}: ${problem}\n    what to do: ${todo}`).join('\n'))
  await print(`${file}: no problems; user ${userHere()} can write ${[...folders].join(' and ')}\n`)
  return 0
}
