/**
 * A pit of tables to look at: the daemon's own stations make the messages, a real broker publishes them, and the real server serves the
 * display.
 */

import { setTimeout } from 'node:timers/promises'
import mqtt from 'mqtt'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import type { LanguageFile } from '../../../src/words/file.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { type Finding, pitFindings } from './pit-findings.ts'
import {
  alarmMessage,
  deviceMessage,
  findingMessage,
  ROLES,
  readyMessage,
  stateMessage,
  type ToldTable,
  toldTable,
  workingDevice,
} from './told-tables.ts'

export interface Pit {
  /** `http://127.0.0.1:40123/` */
  readonly url: string
  readonly brokerUrl: string
  /** Publishes half an hour's pace figures, and some more lines of every table. */
  goOn(lines: number): Promise<void>
  /** Plays the shown table on to an interesting moment, slowly enough for a page to see every picture. */
  playShown(): Promise<void>
  close(): Promise<void>
}

const TABLES = 18
const BOXES = [7, 5, 7, 7, 5, 6]
const ROUNDS = 4
/** One table has been silent for this long; one is gone. */
const SILENT = { index: 6, ms: 74_000 }
const LOST = 12
/** One table has played only its first round. */
export const SHOWN = { index: 2, key: 'demo/p1/bj03', table: 'bj03', linesLeft: 11 }
/** In the pictures it is this one: its dealer pays a winner too little, and its own alarm says so about a box on the felt. */
export const PICTURED = { options: { seed: 5, boxes: 7, rounds: 2, errors: ['PAY-SHORT'] }, linesLeft: 38 } as const
const PACES = 30
const BEAT_MS = 1000

/** Leaves out what a display may not read. */
const isPublic = ({ topic }: Message): boolean => !topic.endsWith('/log')

export const tableAt = (index: number, isPictured = false): ToldTable =>
  toldTable({
    pit: index < 10 ? 'p1' : 'p2',
    table: `bj${String(index + 1).padStart(2, '0')}`,
    house: HOUSE_IDS[index % HOUSE_IDS.length] ?? 'gld',
    boxes: BOXES[index % BOXES.length] ?? 7,
    seed: 100 + index,
    rounds: ROUNDS,
    atMs: Date.now() - (index === SILENT.index ? SILENT.ms : 0),
    ...(isPictured ? PICTURED.options : {}),
  })

interface PitOptions {
  /** For the pictures; see PICTURED. */
  readonly isPictured?: boolean
  /** Besides English and German. */
  readonly languages?: readonly LanguageFile[]
}

export async function startPit({ isPictured = false, languages = [] }: PitOptions = {}): Promise<Pit> {
  await refreshPages()
  const broker = await startOpenBroker({ port: 0 })
  const display = serveDisplay({
    host: '127.0.0.1',
    port: await freePort(),
    broker: { urls: [broker.url], ca: null },
    isLocalOnly: true,
    languages,
    notice: () => undefined,
  })
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0, clientId: 'pit' })
  const publish = async (messages: readonly Message[]): Promise<void> => {
    await Promise.all(
      messages.filter(isPublic).map(({ topic, payload, qos, retain }) => client.publishAsync(topic, payload, { qos, retain })),
    )
  }
  const tables = Array.from({ length: TABLES }, (_, index) => tableAt(index, isPictured && index === SHOWN.index))
  const isLive = (index: number): boolean => index !== SILENT.index && index !== LOST
  const held = (index: number): number => (index === SHOWN.index ? 1 : ROUNDS - 1)
  const left = tables.map(({ rounds }, index) => rounds.slice(held(index)).flat())
  const play = async (index: number, lines: number): Promise<void> => publish(left[index]?.splice(0, lines).flat() ?? [])
  for (const [index, table] of tables.entries()) {
    await publish([...table.birth, readyMessage(table.name, table.atMs), ...table.rounds.slice(0, held(index)).flat(2)])
    if (index !== SHOWN.index) await play(index, Math.floor((left[index]?.length ?? 0) * (0.3 + ((index * 7) % 10) / 15)))
    await publish([...devicesOf(table, isLive(index)), paceOf(table, index, 0)])
  }
  const lost = tables[LOST]
  if (lost !== undefined) await publish([stateMessage(lost.name, { topic: 'status' }, { state: 'lost', boot: 1, conn: 1 })])
  const found = pitFindings(tables).filter(({ table }) => !isPictured || table !== tables[SHOWN.index])
  await publish(found.map(({ table, alarm }) => alarmMessage(table.name, alarm, table.atMs)))
  let isTold = false
  const beat = setInterval(() => {
    for (const [index, table] of tables.entries()) if (isLive(index)) void publish(devicesOf(table, true))
  }, BEAT_MS)
  return {
    url: display.url,
    brokerUrl: broker.url,
    async goOn(count) {
      for (const [index] of tables.entries()) if (isLive(index) && index !== SHOWN.index) await play(index, count)
      for (let n = 0; n < PACES; n++) {
        for (const [index, table] of tables.entries()) if (isLive(index)) await publish([paceOf(table, index, n)])
        // A page takes only the newest state per frame.
        await setTimeout(40)
      }
      if (isTold) return
      isTold = true
      // Evidence is published when it is found, so a page opened later has not received it.
      await publish(found.flatMap(({ table, finding }: Finding) => (finding === null ? [] : [findingMessage(table.name, finding)])))
    },
    async playShown() {
      while ((left[SHOWN.index]?.length ?? 0) > (isPictured ? PICTURED : SHOWN).linesLeft) {
        await play(SHOWN.index, 1)
        await setTimeout(20)
      }
    },
    async close() {
      clearInterval(beat)
      await client.endAsync(true)
      await display.close()
      await broker.close()
    },
  }
}

/** The rounds per hour vary a little. */
function paceOf({ name, atMs }: ToldTable, index: number, n: number): Message {
  const roundsPerHour = Math.round(52 + (index % 5) * 5 + 9 * Math.sin(index + n / 5) + 4 * Math.sin(index * 3 + n))
  const data = { roundsPerHour, handsPerHour: roundsPerHour * 5, cardsPerHour: roundsPerHour * 18, lastRoundAgeSeconds: 20 }
  return stateMessage(name, { topic: 'state/pace' }, data, atMs)
}

function devicesOf({ name, atMs }: ToldTable, isLive: boolean): readonly Message[] {
  const heardAtMs = isLive ? Date.now() : atMs
  return ROLES.map((device) => deviceMessage(name, workingDevice(device, heardAtMs, device === 'spots' ? { crc: 2 } : {}), heardAtMs))
}
