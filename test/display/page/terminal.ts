/** docs/pictures/terminal.svg: a table as `npm start` shows it, with messages from the daemon's own stations. No browser. */
import { writeFileSync } from 'node:fs'
import { blankLive, hear, hearGone, type Live } from '../../../src/display/terminal/live.ts'
import { liveLines } from '../../../src/display/terminal/live-lines.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import { goneAlarm, readMessage } from '../../../src/wire/receive.ts'
import { terminalPicture } from './terminal-picture.ts'
import { deviceMessage, ROLES, toldTable, workingDevice } from './told-tables.ts'

const SIZE = { columns: 100, rows: 32 } as const
const AT_MS = Date.UTC(2026, 10, 21, 20)
const PLAY = { pit: 'p1', table: 'bj07', house: 'free-bet-european', boxes: 7, seed: 12, rounds: 3 } as const
const TITLE = 'free-bet-european, seven boxes'
const DISPLAY = 'http://127.0.0.1:8080/'
const SAYS = 'A table in the terminal: seven boxes with their bets and hands, two of them still open, the last events, and the devices.'

const heard = (live: Live, { topic, payload }: Message): Live => {
  const gone = goneAlarm(topic, payload)
  if (gone !== null) return hearGone(live, gone)
  const received = payload === '' ? null : readMessage(payload)
  return received?.ok && received.envelope !== null ? hear(live, received.envelope) : live
}
const isPublic = ({ topic }: Message): boolean => !topic.endsWith('/log')

/** Late in a round, with two hands that cannot be known yet. */
const isWorthIt = ({ round }: Live): boolean =>
  round !== null && round.readings >= 3 && round.boxes.flatMap(({ hands }) => hands).filter(({ certain }) => !certain).length >= 2

/** The table's moments in order, one for each device line. */
function momentsOf(): readonly Live[] {
  const told = toldTable({ ...PLAY, atMs: AT_MS })
  const devices = ROLES.map((device) => deviceMessage(told.name, workingDevice(device, AT_MS), AT_MS))
  const afterEach: Live[] = []
  const begun = [...told.birth, ...devices].filter(isPublic).reduce(heard, blankLive(TITLE, [DISPLAY]))
  told.rounds.flat().reduce((live, messages) => {
    const next = messages.filter(isPublic).reduce(heard, live)
    afterEach.push(next)
    return next
  }, begun)
  return afterEach
}

/** @throws Error when nothing is open at any moment of the play */
export function drawTerminal(): void {
  const live = momentsOf().findLast(isWorthIt)
  if (live === undefined) throw new Error('nothing is open at any moment of this play: take another seed')
  const picture = terminalPicture(liveLines(live, SIZE, AT_MS), SIZE.columns, 'npm start', SAYS)
  writeFileSync(new URL('../../../docs/pictures/terminal.svg', import.meta.url), picture)
}
