import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantFilter, ROLES, type Role } from '../../src/wire/roles.ts'
import { TOPICS, type Topic } from '../../src/wire/topics.ts'

const table = { property: 'demo', pit: 'p1', table: 'bj07' }
const roles = Object.keys(ROLES) as Role[]
const whoMay = (act: 'publish' | 'subscribe', topic: Topic): readonly Role[] => roles.filter((role) => ROLES[role][act].includes(topic))

test('every topic is written by one kind of client, and cards nobody has seen are heard by the audit sink alone', () => {
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const commands = topic === 'cmd/{user}/{name}'
    const receipts = topic === 'audit/ack/{table}'
    assert.deepEqual(whoMay('publish', topic), commands ? ['person', 'audit'] : receipts ? ['audit'] : ['table'], topic)
  }
  for (const topic of ['log', 'replay/{user}'] as const) assert.deepEqual(whoMay('subscribe', topic), ['audit'], topic)
  assert.deepEqual(whoMay('subscribe', 'checkpoint'), ['table', 'audit'], 'a start compares its journal with the head it sealed last')
  assert.deepEqual(whoMay('subscribe', 'reply/{user}/{client}'), ['person', 'audit'], 'who asks hears the answer')
})

test('a grant is a topic filter: one user, one table, or all of them', () => {
  assert.equal(grantFilter('cmd/{user}/{name}', 'mary', table), 'casino/v1/demo/p1/bj07/cmd/mary/+')
  assert.equal(grantFilter('cmd/{user}/{name}', null, table), 'casino/v1/demo/p1/bj07/cmd/+/+')
  assert.equal(grantFilter('reply/{user}/{client}', '%u'), 'casino/v1/+/reply/%u/+')
  assert.equal(grantFilter('alarm/{id}', 'mary'), 'casino/v1/+/+/+/alarm/+')
})
