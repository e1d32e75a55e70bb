/** Faults of command groups and outcomes: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const GROUPS: readonly Planted[] = [
  {
    patch: 'server/half-a-group-stays',
    fault: 'a group whose last command is refused keeps the others',
    breaks: 'docs/sync-protocol.md#groups',
    caughtBy: 'tests/api/commands/groups.test.ts',
    title: 'refused refuses all, with its reason',
  },
  {
    patch: 'server/refusal-shows-what-was-undone',
    fault: "the answer to a refused group has the row of the group's own commands, which are undone",
    breaks: 'docs/sync-protocol.md#groups',
    caughtBy: 'tests/api/commands/groups.test.ts',
    title: 'the row of a refusal is the one of the database',
  },
  {
    patch: 'device/request-divides-a-group',
    fault: 'a full request ends in the middle of a group',
    breaks: 'docs/sync-protocol.md#groups',
    caughtBy: 'tests/sync/groups.test.ts',
    title: 'a request never divides a group',
  },
  {
    patch: 'rules/field-goes-back-to-any-value',
    fault: "'Desfazer' writes a value that the field did not have",
    breaks: 'docs/rules.md#outcomes',
    caughtBy: 'tests/api/leads/outcomes.test.ts',
    title: 'nothing goes back to a value that it did not have',
  },
]
