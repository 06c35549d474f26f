/** The doctor as a person, at a real mosquitto: it finds the access rule for want of which every button of the display says "no answer". */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PASSWORD, startMosquitto, withoutMosquitto } from '../../daemon/broker/mosquitto.ts'
import { run, startDaemon } from '../../e2e/processes.ts'
import { consult, createScene, type ToldStep } from './scene.ts'

const without = (rule: string) => (sample: string) => {
  const left = sample.replace(`${rule}\n`, '')
  assert.notEqual(left, sample, `the sample has the rule "${rule}"`)
  return left
}

interface Visit {
  readonly rules?: (sample: string) => string
  readonly password?: string
  readonly withDaemon?: boolean
}

/** What the doctor says of mary at the table bj07. */
async function visit(t: TestContext, { rules, password = PASSWORD, withDaemon = false }: Visit): Promise<readonly ToldStep[]> {
  const url = await startMosquitto(t, rules)
  const scene = createScene(t)
  const [own, hers] = [join(scene.folder, 'bj07.password'), join(scene.folder, 'mary.password')]
  writeFileSync(own, `${PASSWORD}\n`, { mode: 0o600 })
  writeFileSync(hers, `${password}\n`)
  const config = scene.writeTables({ bj07: [`url: ${url}`, 'username: bj07', `passwordFile: ${own}`] })
  if (withDaemon) {
    const daemon = await startDaemon(config)
    t.after(() => daemon.end('SIGTERM'))
    await daemon.says(/broker/)
  }
  const told = await consult(config, '--seconds', '1', '--user', 'mary', '--password-file', hers)
  return told.of('bj07').steps('broker as mary')
}

const failedOf = (steps: readonly ToldStep[]) => steps.filter(({ state }) => state === 'failed')
const skip = withoutMosquitto

test('with the sample of access rules a person gets an answer, also where no daemon runs', { skip, timeout: 60_000 }, async (t) => {
  const steps = await visit(t, {})
  assert.deepEqual(
    steps.map(({ name, state }) => [name, state]),
    [
      ['login', 'ok'],
      ['may command', 'ok'],
      ['gets an answer', 'ok'],
    ],
    JSON.stringify(steps),
  )
  assert.match(steps[2]?.detail ?? '', /from the doctor/)
  assert.match(steps[2]?.todo ?? '', /No daemon is running/)
})

test('where the daemon runs, the answer is its own', { skip, timeout: 60_000 }, async (t) => {
  const steps = await visit(t, { withDaemon: true })
  assert.deepEqual(failedOf(steps), [])
  assert.match(steps[2]?.detail ?? '', /reply\/mary\/.*from the daemon/)
})

for (const { what, rule, rung, todo, withDaemon } of [
  {
    what: 'her replies',
    rule: 'topic read casino/v1/demo/reply/mary/+',
    rung: 'gets an answer',
    todo: 'topic read casino/v1/demo/reply/mary/+',
  },
  {
    what: 'her replies',
    rule: 'topic read casino/v1/demo/reply/mary/+',
    rung: 'gets an answer',
    todo: 'topic read casino/v1/demo/reply/mary/+',
    withDaemon: true,
  },
  {
    what: 'the replies of the table',
    rule: 'topic write casino/v1/demo/reply/+/+',
    rung: 'gets an answer',
    todo: 'topic write casino/v1/demo/reply/+/+',
  },
  {
    what: 'her commands',
    rule: 'topic write casino/v1/demo/+/+/cmd/mary/+',
    rung: 'may command',
    todo: 'topic write casino/v1/demo/+/+/cmd/mary/+',
  },
])
  test(`without the rule for ${what}${withDaemon ? ', with the daemon,' : ''} the doctor names it`, {
    skip,
    timeout: 60_000,
  }, async (t) => {
    const failed = failedOf(await visit(t, { rules: without(rule), withDaemon: withDaemon === true }))
    assert.deepEqual(
      failed.map(({ name }) => name),
      [rung],
      JSON.stringify(failed),
    )
    assert.ok(failed[0]?.todo?.includes(todo), failed[0]?.todo ?? '')
  })

test('a wrong password of the person is told at her login', { skip, timeout: 60_000 }, async (t) => {
  const [failed] = failedOf(await visit(t, { password: 'other' }))
  assert.equal(failed?.name, 'login')
  assert.match(failed?.todo ?? '', /--password-file/)
})

test('a name that is no part of a topic, and a password of nobody, are wrong use', async () => {
  for (const [args, reason] of [
    [['--user', 'Mary/+'], /--user Mary/],
    [['--password-file', 'x'], /--user NAME/],
  ] as const) {
    const { code, stderr } = await run('src/tools/doctor.ts', ...args)
    assert.equal(code, 64)
    assert.match(stderr, reason)
  }
})
