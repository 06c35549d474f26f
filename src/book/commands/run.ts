/** `npm run book -- --config book.yaml`: runs until it is stopped. */
import { Ending, EXIT_FAILED, EXIT_SECOND } from '../../exit-codes.ts'
import { print, readArgs } from '../../offline.ts'
import { serveRunning } from '../http/running.ts'
import { startBook } from '../start.ts'
import { placeOf, StoreFault } from '../store/open.ts'
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
  if (values.check) {
    await print(`${values.config}: no problems\n`)
    return 0
  }
  const notice = (text: string): void => void process.stderr.write(`${text}\n`)
  let end: (ending: Ending | null) => void = () => undefined
  const ended = new Promise<Ending | null>((resolve) => {
    end = resolve
  })
  const onGivenWay = (why: string) => end(new Ending(EXIT_SECOND, `book: ${why}`))
  const book = await startBook({ ...config, notice, onGivenWay }).catch((error: unknown) => {
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })
  notice(`book: keeps ${config.property} in ${placeOf(config)}`)
  const server = await serveRunning(book, config, notice).catch(async (error: Error) => {
    await book.close()
    throw new Ending(EXIT_FAILED, `book: cannot serve the read interface: ${error.message}`)
  })
  if (server !== null) notice(`book: answers at ${server.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(null))
  const ending = await ended
  await server?.close()
  await book.close()
  if (ending !== null) throw ending
  return 0
}
