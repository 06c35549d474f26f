/** Drives the set-up: one input after the other through the pure machine, and the acts it asks for. */

import { realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DRIVERS } from '../../../devices/registry.ts'
import type { ChipStack } from '../../../devices/scan.ts'
import { placeOf } from '../../../firmware-bridge/address.ts'
import { fileFault, folderFault } from '../../base/config/files.ts'
import { dataDirOf } from '../../base/config/load.ts'
import { type ConfigRead, parseConfig } from '../../base/config/parse.ts'
import { formatProblems } from '../../base/config/problems.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { readUsers, USERS_MAX, type Users, usersText } from '../../base/config/users.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { type WholeFile, writeWhole } from '../../base/process/whole-file.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { accessRules } from '../../wire/access-rules.ts'
import { asIs, isSaid, type Said, type Text } from '../../words/text.ts'
import { hashOf } from '../broker/passwords.ts'
import { listPorts } from '../doctor/ports.ts'
import { foldersOf, unwritable } from '../journal/writable.ts'
import { type Clock, listenAt, listenToSpots, tryBroker, walk } from './acts.ts'
import { devicesIn, NEW_TEXT, plainOf } from './draft.ts'
import { amountText, currencyOf, valueAt } from './fields.ts'
import { textOf } from './files.ts'
import { runningHere } from './in-use.ts'
import type { End, Fields, Input } from './input.ts'
import { draftOf, draftPath, formerPath, textOfDraft } from './kept.ts'
import { Refused, refusal } from './refusals.ts'
import { type Effect, initial, type Setup, step, USERS_FILE, withTyped } from './state.ts'
import { type Look, type View, viewOf } from './view.ts'

export interface Running {
  view(): View
  /** What would be understood if these fields were saved; one that cannot be read counts as it is. */
  echo(fields: Fields): View['understood']
  take(input: Input): void
  /** Resolves with what is written next; after a start that failed, that is another one. */
  written(): Promise<TableConfig>
  end(end: End): void
  /** Ends every act. */
  stop(): Promise<void>
}

export interface RunDeps extends Clock {
  /** @default those of this machine */
  readonly ports?: typeof listPorts
}

const TABLE_MODE = 0o640
const SECRET_MODE = 0o600
const ACCESS_RULES_FILE = 'mosquitto.acl'

/** What an act may use. */
interface Desk {
  readonly path: string
  /** The file as it was; null: it was not there. */
  readonly before: () => string | null
  readonly deps: RunDeps
  readonly state: () => Setup
  readonly take: (input: Input) => void
  readonly wrote: (table: TableConfig, former: string | null) => void
}

/** @throws Error if a file that is there cannot be read, or is not what it should be */
export function runSetup(file: string, deps: RunDeps): Running {
  const path = resolve(file)
  let before = textOf(path)
  let writing = nextWritten()
  const base = { text: before ?? NEW_TEXT, users: usersAt(path, before) }
  let [state, first] = initial(base, textOfDraft(textOf(draftPath(path)), before))
  const acts = new Map<string, Act>()
  const take = (input: Input): void => {
    const [next, effects] = step(state, input)
    const isOther = next.text !== state.text
    state = next
    if (isOther) keepDraft(path, state, before)
    for (const effect of effects) startAct(acts, effect, desk)
  }
  const wrote: Desk['wrote'] = (table, former) => {
    before = state.text
    take({ got: 'wrote', former })
    keepDraft(path, state, before)
    writing.done(table)
  }
  const desk: Desk = { path, before: () => before, deps, state: () => state, take, wrote }
  for (const effect of first) startAct(acts, effect, desk)
  return {
    view: () => viewOf(state, lookOf(desk)),
    echo: (fields) => viewOf(withTyped(state, fields), lookOf(desk)).understood,
    ...{ take, written: () => writing.promise },
    end: (end) => {
      if (end.kind === 'failed') writing = nextWritten()
      take({ got: 'end', end })
    },
    stop: () => endActs(acts, () => true),
  }
}

function nextWritten(): { readonly promise: Promise<TableConfig>; readonly done: (table: TableConfig) => void } {
  let done: (table: TableConfig) => void = () => undefined
  const promise = new Promise<TableConfig>((resolve) => {
    done = resolve
  })
  return { promise, done }
}

/** Whoever stops before the end finds here what was typed; without passwords and users. */
function keepDraft(path: string, { text, base }: Setup, before: string | null): void {
  const draft = draftPath(path)
  try {
    if (text === base.text) rmSync(draft, { force: true })
    else writeWhole({ path: draft, text: draftOf(text, before), mode: TABLE_MODE })
  } catch {
    // A folder that cannot be written is told by the check and at the end.
  }
}

const lookOf = ({ path, before }: Pick<Desk, 'path' | 'before'>): Look => ({
  ...{ file: path, isNew: before() === null, read: (now, purpose) => readAs(path, now, purpose) },
})

/** A lammer has no value. */
const valuesOn = (chips: readonly ChipStack[]): readonly number[] => chips.flatMap(({ value }) => (value === 'FB' ? [] : [value]))

interface Act {
  readonly stop: AbortController
  readonly done: Promise<void>
}

/** These have every port to themselves. */
const ALONE: ReadonlySet<string> = new Set<Effect['act']>(['touch', 'walk', 'write'])
const nameOf = (effect: Effect): string => (effect.act === 'listen' ? `listen ${effect.path}` : effect.act)

/** After those that are in its way have ended. */
function startAct(acts: Map<string, Act>, effect: Effect, desk: Desk): void {
  if (effect.act === 'stop-touching') return void endActs(acts, (other) => other === 'touch')
  const name = nameOf(effect)
  const isInTheWay = (other: string): boolean => other === name || ALONE.has(other) || ALONE.has(name)
  const free = endActs(acts, isInTheWay)
  const stop = new AbortController()
  const done = free
    .then(() => (stop.signal.aborted ? undefined : perform(effect, desk, stop.signal)))
    .catch((error: unknown) => desk.take({ got: 'refused', problem: saidOf(error) }))
  const act = { stop, done }
  acts.set(name, act)
  void done.then(() => acts.get(name) === act && acts.delete(name))
}

/** What a system says, it says in its own language. */
const saidOf = (error: unknown): Said => (error instanceof Refused ? error.said : asIs(reasonOf(error)))

async function endActs(acts: ReadonlyMap<string, Act>, which: (name: string) => boolean): Promise<void> {
  const ending = [...acts].filter(([name]) => which(name)).map(([, act]) => act)
  for (const { stop } of ending) stop.abort()
  await Promise.all(ending.map(({ done }) => done))
}

async function perform(effect: Effect, desk: Desk, signal: AbortSignal): Promise<void> {
  const { state, take, deps } = desk
  const asked = { nowMs: deps.nowMs, wallMs: deps.wallMs, signal, onStep: () => undefined }
  switch (effect.act) {
    case 'list-ports':
      return take({ got: 'ports', list: await (deps.ports ?? listPorts)() })
    case 'listen': {
      const { path, driver, cardFile } = effect
      const onStep = (what: Text | null): void => take({ got: 'hearing', path, what })
      const place = placeOf(path, (at) => resolve(dirname(desk.path), at))
      const answer = await listenAt(place, driver, cardFile, { ...asked, onStep }).catch((error: Error) => {
        take({ got: 'heard', path, port: place, steps: [], serial: null, role: null })
        throw error
      })
      return take({ got: 'heard', path, port: realPort(place), ...answer })
    }
    case 'touch': {
      const device = deviceIn(desk, effect.device)
      const onScan = (scan: Parameters<Parameters<typeof listenToSpots>[1]>[0]): void => {
        if (scan.kind === 'spot') take({ got: 'scan', spot: scan.spot, values: valuesOn(scan.chips) })
      }
      const problem = await listenToSpots(device, onScan, asked)
      return signal.aborted ? undefined : take({ got: 'untouched', problem })
    }
    case 'try-broker':
      return take({ got: 'tried', steps: await tryBroker(wholeTable(desk, 'replay'), asked) })
    case 'walk':
      return take({ got: 'walked', walks: await walk(wholeTable(desk, 'run'), asked) })
    case 'hash': {
      if (state().users.size >= USERS_MAX) throw new Refused(refusal('many-users', { most: USERS_MAX }))
      return take({ got: 'hashed', name: effect.name, hash: await hashOf(effect.password) })
    }
    case 'write':
      return write(desk)
    case 'stop-touching':
      return undefined
  }
}

/** A link under /dev/serial leads to the port that another path names, too. */
function realPort(place: string): string {
  try {
    return realpathSync(place)
  } catch {
    return place
  }
}

/** Files that set-up will write count as if they were there. */
function readAs(path: string, { text, users, password }: Setup, purpose: 'run' | 'replay'): ConfigRead {
  const dir = dirname(path)
  const value = plainOf(text)
  const coming = [
    ...(users.size > 0 ? [valueAt(value, ['broker', 'users'])] : []),
    ...(password === null ? [] : [valueAt(value, ['mqtt', 'passwordFile'])]),
  ].flatMap((name) => (typeof name === 'string' ? [resolve(dir, name)] : []))
  const around = {
    ...{ dir, dataDir: dataDirOf(dir), folderFault, drivers: DRIVERS, purpose },
    amountText: (minor: number) => amountText(minor, currencyOf(value)),
    fileFault: (named: Parameters<typeof fileFault>[0]) => (coming.includes(named.path) ? null : fileFault(named)),
  }
  return parseConfig(text, around)
}

/** As the daemon would have it; the rest of the table may still be missing. @throws Error if there is none */
function deviceIn({ path, state }: Desk, name: string): DeviceConfig {
  const found = devicesIn(state().text).find((device) => device.name === name)
  if (found?.role !== 'spots') throw new Refused(refusal('no-spots', { name: name.slice(0, 40) }))
  return { ...found, role: found.role, path: placeOf(found.path, (at) => resolve(dirname(path), at)), cardFile: undefined }
}

/** The table as the daemon would read it, with the password that is not in its file yet. @throws Error that names what is missing */
function wholeTable({ path, state }: Pick<Desk, 'path' | 'state'>, purpose: 'run' | 'replay'): TableConfig {
  const now = state()
  const read = readAs(path, now, purpose)
  if (!read.ok) {
    const [first] = read.problems
    throw new Refused(
      first === undefined ? refusal('no-table') : refusal('incomplete', { key: first.path || refusal('configuration'), ...first.said }),
    )
  }
  const [table] = read.tables
  if (table === undefined) throw new Refused(refusal('no-table'))
  return now.password === null || table.mqtt === null ? table : { ...table, mqtt: { ...table.mqtt, password: now.password } }
}

async function write(desk: Desk): Promise<void> {
  const running = await runningHere(wholeTable(desk, 'run').journal)
  if (running !== null) throw new Refused(running)
  const table = wholeTable(desk, 'run')
  const { path, state } = desk
  const before = desk.before()
  const { questions } = viewOf(state(), lookOf(desk))
  if (questions[0] !== undefined) throw new Refused(questions[0])
  if (textOf(path) !== before) throw new Refused(refusal('changed', { path }))
  const denied = foldersOf(table).flatMap((folder) => unwritable(folder) ?? [])[0]
  if (denied !== undefined) throw new Refused(refusal('unwritable', denied.said))
  // What this set-up itself has written and has not started is nothing to keep.
  const kept = state().former ?? (before === null || before === state().text ? null : formerPath(path, desk.deps.wallMs()))
  const isKept = kept === null || before === null || state().former !== null
  writeWhole(...(isKept ? [] : [{ path: kept, text: before, mode: statSync(path).mode & 0o777 }]), ...filesOf(table, desk))
  desk.wrote(table, kept)
}

/** In this order: what the configuration names is there before it. */
function filesOf(table: TableConfig, { path, state }: Desk): readonly WholeFile[] {
  const { text, users, password } = state()
  const { mqtt, broker } = table
  return [
    ...(broker?.users === undefined ? [] : [{ path: broker.users, text: usersText(users), mode: SECRET_MODE }]),
    ...(password === null || !mqtt?.passwordFile ? [] : [{ path: mqtt.passwordFile, text: `${password}\n`, mode: SECRET_MODE }]),
    ...(mqtt === null
      ? []
      : [{ path: resolve(dirname(path), ACCESS_RULES_FILE), text: accessRules(table, mqtt.username ?? table.table), mode: TABLE_MODE }]),
    { path, text, mode: TABLE_MODE },
  ]
}

/** @throws Error if the configuration is not one that set-up can change */
function usersAt(path: string, text: string | null): Users {
  if (text === null) return new Map()
  const read = parseConfig(text, {
    dir: dirname(path),
    fileFault: () => null,
    folderFault: () => null,
    drivers: DRIVERS,
    purpose: 'replay',
  })
  if (!read.ok && read.problems.some(({ path: at }) => at === '')) throw new Error(formatProblems(path, read.problems))
  if (valueAt(plainOf(text), ['tables']) !== undefined)
    throw new Error(`${path} has a list of tables; set-up changes a file with one table: edit this one by hand (docs/configuration.md)`)
  const named = valueAt(plainOf(text), ['broker', 'users'])
  const file = resolve(dirname(path), typeof named === 'string' ? named : USERS_FILE)
  const users = readUsers(typeof named === 'string' ? (textOf(file) ?? '') : '')
  if (isSaid(users)) throw new Error(`${file}: ${users.en}`)
  return users
}
