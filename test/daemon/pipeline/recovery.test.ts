/**
 * P2 over checkpoints: wherever the daemon dies, what it goes on from is what a fold of the whole journal comes to, and all it ever said
 * is what a replay says. The disk is one in memory that loses power; the daemon is the real one but for devices and broker.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { recover } from '../../../src/daemon/pipeline/recovery.ts'
import { initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import { judgedTerms } from '../../../src/daemon/stations/judged-terms.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { todays } from '../../runner/rotation.ts'
import { type FakeDisk, type Fate, fakeDisk, seeded } from '../journal/fake-disk.ts'
import { CODE, checkReplay, checkSame, type Daemon, type DaemonOptions, OWN_KINDS, startDaemon, turn } from './daemon.ts'
import { type Play, playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 1)
const LIVES_MAX = 40
const ROUNDS = Number(process.env.ROUNDS ?? 10)
const FOLDER = '/j'

const listed = async (records: AsyncIterable<JournalRecord>): Promise<JournalRecord[]> => {
  const list: JournalRecord[] = []
  for await (const record of records) list.push(record)
  return list
}

/** Records of the play that the journal holds already: it holds them from the first on, without a gap. */
const heardOf = (journal: readonly JournalRecord[]): number => journal.filter(({ kind }) => !OWN_KINDS.has(kind)).length

interface Lives {
  readonly starts: number
  /** Starts that went on from a checkpoint. */
  readonly went: number
}

/** One play through many deaths. */
const live = async ({ config: of, records }: Play, seed: number): Promise<Lives> => {
  const random = seeded(seed)
  const said = new Map<string, string>()
  let went = 0
  let disk = fakeDisk()
  for (let life = 1; ; life++) {
    // The last life is a long one.
    let left = life < LIVES_MAX ? 30 + Math.floor(random() * 120) : Number.POSITIVE_INFINITY
    let isDead = false
    const fate: Fate = () => {
      isDead ||= --left <= 0
      if (isDead) return 'die'
      return random() < 0.4 ? 'slow' : 'ok'
    }
    disk = disk.afterPowerCut(random, fate)
    const daemon = await startDaemon({ folder: FOLDER, config: of, files: disk })
    if (daemon.recovery.covered > 0) went += 1
    await checkSame(daemon)
    let next = heardOf(await listed(daemon.journal.records()))
    while (!isDead && next < records.length) {
      const record = records[next++]
      assert.ok(record, 'there is a record')
      daemon.hear(record)
      const luck = random()
      if (luck < 0.6) for (let turns = 0; turns < 12 && !isDead; turns++) await turn()
      else if (luck < 0.7) await turn()
    }
    for (let turns = 0; turns < 40; turns++) await turn()
    for (const { type, payload } of daemon.sent) {
      if (type.startsWith('state.') || type === 'describe' || type === 'log' || type === 'alarm' || type === 'checkpoint') continue
      const { id } = JSON.parse(payload)
      assert.equal(said.get(id) ?? payload, payload, 'an event has one form, however often it is said')
      said.set(id, payload)
    }
    assert.deepEqual(daemon.warnings, [])
    if (!isDead) {
      const last = await startDaemon({ folder: FOLDER, config: of, files: disk.afterPowerCut(random) })
      const replayed = await checkReplay(last)
      assert.deepEqual([...said.values()].sort(), [...replayed].sort())
      return { starts: life, went }
    }
  }
}

describe(`a daemon that loses its power again and again in ${ROUNDS} rounds (SEED=${SEED})`, () => {
  // Two houses a day.
  for (const house of todays(HOUSE_IDS, 3)) {
    const index = HOUSE_IDS.indexOf(house)
    it(`${house}: goes on from a checkpoint as from the whole journal`, async (t) => {
      const { starts, went } = await live(playRecords(house, index === 0 ? 3 : 2, ROUNDS, SEED + index), SEED + index)
      t.diagnostic(`${went} of ${starts} starts from a checkpoint`)
      assert.ok(went >= 1, 'some start went on from a checkpoint')
    })
  }
})

describe('a checkpoint made under other circumstances', () => {
  const { config, context, records } = playRecords('gld', 2, 8, SEED)

  /** Up to the last pause between rounds. */
  const whole = (): readonly JournalRecord[] => {
    let state = initialCore()
    let pause = 0
    for (const [index, record] of records.entries()) {
      state = stepCore(state, record, context)[0]
      if (state.table.current === null) pause = index + 1
    }
    return records.slice(0, pause)
  }

  /** A disk on which a daemon has played; its checkpoints cover most of it. */
  const playing = (async () => {
    const disk = fakeDisk()
    const daemon = await startDaemon({ folder: FOLDER, config, files: disk })
    for (const record of whole()) {
      daemon.hear(record)
      await daemon.quiet()
    }
    await daemon.journal.close()
    return disk
  })()
  const played = async (): Promise<FakeDisk> => (await playing).afterPowerCut(() => 0.99)
  const startOn = async (disk: FakeDisk, options: Partial<DaemonOptions> = {}): Promise<Daemon> => {
    const daemon = await startDaemon({ folder: FOLDER, config, files: disk, ...options })
    await checkSame(daemon)
    return daemon
  }

  it('is used by the same software under the same configuration, and said', async () => {
    const { recovery } = await startOn(await played())
    assert.ok(recovery.covered > 100, `${recovery.covered} > 100`)
    assert.match(recovery.notices.join('\n'), /^journal: starting from .*checkpoint-[12]\.state, which covers the records up to \d+$/)
  })

  it('is not used by other software', async () => {
    const { recovery } = await startOn(await played(), { code: 'f'.repeat(64) })
    assert.equal(recovery.covered, 0)
    assert.match(
      recovery.notices[0] ?? '',
      /checkpoint-[12]\.state is not used: it was made by another version of this software or of Node/,
    )
    assert.equal(recovery.notices.length, 2)
  })

  it('is used whatever the configuration is now, for it says under which it was made', async () => {
    const burn = config.rules.burn === 0 ? 1 : 0
    for (const other of [
      { ...config, limits: { ...config.limits, max: 40_000 } },
      { ...config, rules: { ...config.rules, burn } } as TableConfig,
      { ...config, spotLagMs: config.spotLagMs + 1 },
      { ...config, journal: '/k', devices: config.devices.map((device) => ({ ...device, path: `${device.path}-2` })) },
    ]) {
      const { recovery } = await startOn(await played(), { config: other })
      assert.ok(recovery.covered > 100, `${recovery.covered} > 100`)
      assert.deepEqual(recovery.state.inForce.terms, judgedTerms(config))
    }
  })

  it('whose state cannot be read is passed over for the older one', async () => {
    const disk = await played()
    const { journal } = await startDaemon({ folder: FOLDER, config, files: disk })
    const [newest, older] = journal.checkpoints.sound
    assert.ok(newest && older, 'there are two checkpoints')
    const state = '{"$":["map",1]}'
    const sound = [{ ...newest, checkpoint: { ...newest.checkpoint, state } }, older]
    const recovery = await recover({ records: journal.records, checkpoints: { sound, refused: [] } }, { ...context, code: CODE })
    assert.equal(recovery.covered, older.checkpoint.n)
    assert.match(recovery.notices.join('\n'), /is not used: its state cannot be read \(TypeError\)\n.*starting from/)
  })

  it('is replaced at the first pause after a start that had to fold all', async () => {
    const disk = await played()
    const daemon = await startOn(disk, { code: 'f'.repeat(64) })
    await daemon.quiet()
    await daemon.journal.close()
    const { recovery } = await startOn(disk, { code: 'f'.repeat(64) })
    // The start, and that it was said.
    assert.equal(recovery.covered, daemon.journal.recovered.n + 2)
  })
})
