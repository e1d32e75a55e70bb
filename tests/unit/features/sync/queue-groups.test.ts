import { expect, it } from 'vitest'
import type { OutboxRecord, OutboxState } from '../../../../src/db/schema/records.ts'
import { queueGroups } from '../../../../src/features/sync/queue-groups.ts'

const anEntry = (key: string, entityUid: string, state: OutboxState): OutboxRecord => ({
  key,
  command: 'lead.capture',
  schemaVersion: 1,
  args: {},
  entityUid,
  clientUid: null,
  dependsOn: null,
  base: {},
  occurredAt: '2026-11-20T12:00:00Z',
  queuedAt: 0,
  state,
  attempts: 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Ana' },
})

it('each lead is one group in the order of its first entry, with its problem and its other commands', () => {
  const groups = queueGroups([
    anEntry('a1', 'a', 'conflict'),
    anEntry('b1', 'b', 'queued'),
    anEntry('a2', 'a', 'blocked'),
    anEntry('a3', 'a', 'blocked'),
  ])
  expect(
    groups.map(({ entityUid, problem, others }) => [
      entityUid,
      problem?.key ?? null,
      others.map(({ key }) => key),
    ]),
  ).toEqual([
    ['a', 'a1', ['a2', 'a3']],
    ['b', null, ['b1']],
  ])
})
