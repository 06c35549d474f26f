/**
 * A daemon that plays a recorded play into a journal as fast as the disk takes it, goes on where the journal ends, and is killed:
 *
 *   node --import tsx player.ts FOLDER HOUSE BOXES ROUNDS SEED
 *
 * Prints `from N` (the record it went on behind, 0 for none), `kept N` for each checkpoint, `played` at the end.
 */
import type { HouseId } from '../../../src/rules/house/house.ts'
import { OWN_KINDS, startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

const [folder = '', house = '', boxes = '', rounds = '', seed = ''] = process.argv.slice(2)
const { config, records } = playRecords(house as HouseId, Number(boxes), Number(rounds), Number(seed))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const daemon = await startDaemon({ folder, config })
say(`from ${daemon.recovery.covered}`)
const { journal } = daemon
let heard = 0
for await (const { kind } of journal.records()) if (!OWN_KINDS.has(kind)) heard += 1
let kept = 0
for (const record of records.slice(heard)) {
  daemon.hear(record)
  if (record.n % 3 === 0) await daemon.quiet()
  if (daemon.kept() === kept) continue
  kept = daemon.kept()
  say(`kept ${kept}`)
}
await daemon.quiet()
say('played')
