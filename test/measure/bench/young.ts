/** The size of the young generation: daemons that differ only in this, each with its own devices, played to in turn. */
import { join } from 'node:path'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { startDaemon } from './daemon.ts'
import { type Figures, figuresOf, short } from './figures.ts'
import { LINES_PER_SECOND, subscriberOf, WARM_LINES_PER_SECOND } from './latency.ts'
import { benchDevices } from './play.ts'
import { daemonSide, type Side } from './side.ts'

export interface YoungFigures {
  /** The largest size of a semi-space; the young generation is three of them. */
  readonly semiSpaceMb: number
  readonly latency: Figures
  readonly cpuShare: number
  readonly residentMb: number
  readonly held: number
  readonly rounds: number
  readonly incomplete: number
}

export interface YoungOptions {
  readonly folder: string
  readonly brokerUrl: string
  readonly seed: number
  readonly warmLines: number
  readonly blocks: number
  readonly blockLines: number
  readonly progress: (text: string) => void
}

export async function benchYoung(sizes: readonly number[], options: YoungOptions): Promise<readonly YoungFigures[]> {
  const { folder, brokerUrl, seed, warmLines, blocks, blockLines, progress } = options
  const sides: { readonly semiSpaceMb: number; readonly side: Side; stop(): Promise<void> }[] = []
  for (const semiSpaceMb of sizes) {
    progress(`start-up with semi-spaces of ${semiSpaceMb} MB`)
    const table = `young-${semiSpaceMb}`
    const devices = await benchDevices(join(folder, `devices-${table}`))
    const { started } = await startDaemon({ folder, brokerUrl, table, devices: devices.configs, semiSpaceMb })
    const stop = async (): Promise<void> => {
      await started.stop()
      await devices.close()
    }
    sides.push({ semiSpaceMb, side: daemonSide({ folder, table, pid: started.pid, devices, seed }), stop })
  }
  const { heardOf, close } = await subscriberOf(
    brokerUrl,
    sides.flatMap(({ side }) => side.topics),
  )
  progress('warming up')
  for (const { side } of sides) await side.play(warmLines, WARM_LINES_PER_SECOND)
  for (let block = 1; block <= blocks; block++) {
    progress(`block ${block} of ${blocks}`)
    for (const { side } of sides) await side.block(blockLines, LINES_PER_SECOND, heardOf)
  }
  const figures: YoungFigures[] = []
  for (const { semiSpaceMb, side, stop } of sides) {
    const { latencies, lines: _lines, ...rest } = await side.figures()
    figures.push({ semiSpaceMb, latency: figuresOf(latencies), ...rest })
    await stop()
  }
  await close()
  return figures
}

export const youngText = (rows: readonly YoungFigures[]): string => `Young generation, ${LINES_PER_SECOND} lines/s, latency in ms
${tableText([
  ['semi-space', 'samples', 'p50', 'p99', 'max', 'processor', 'resident', 'rounds', 'incomplete'],
  ...rows.map(({ semiSpaceMb, latency: { count, p50, p99, max }, cpuShare, residentMb, rounds, incomplete }) => [
    ...[`${semiSpaceMb} MB`, String(count), short(p50), short(p99), short(max), `${short(cpuShare * 100)} %`, `${short(residentMb)} MB`],
    ...[String(rounds), String(incomplete)],
  ]),
])}
`
