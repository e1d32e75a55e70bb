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
  {
    patch: 'device/undo-knows-an-erased-client',
    fault: "'Desfazer' keeps what an erased lead had before its last outcome",
    breaks: 'docs/rules.md#outcomes',
    caughtBy: 'tests/sync/erasure.test.ts',
    title: "an outcome about an erased client can't be taken back",
  },
  {
    patch: 'device/erased-client-is-queued-again',
    fault: 'a form that was open during an erasure queues what it still knows of the person',
    breaks: 'docs/sync-protocol.md#erased-clients',
    caughtBy: 'tests/sync/erasure.test.ts',
    title: 'a form that was open meanwhile',
  },
  {
    patch: 'device/locked-send-is-given-up',
    fault: 'an unlocked device gives up what it sent while it was locked',
    breaks: 'docs/sync-protocol.md#sealed-push',
    caughtBy: 'tests/sync/sealed-push.test.ts',
    title: 'what the locked device sent is not given up',
  },
  {
    patch: 'device/note-has-the-servers-time',
    fault: 'a note has another time on the server than on the device that wrote it',
    breaks: 'docs/rules.md#quick-notes',
    caughtBy: 'tests/sync/notes.test.ts',
    title: 'a clock that jumped makes no conflict',
  },
  {
    patch: 'device/discarded-note-stays-behind',
    fault: 'a save has a note that its user discarded',
    breaks: 'docs/rules.md#quick-notes',
    caughtBy: 'tests/sync/notes.test.ts',
    title: 'a note that goes leaves nothing',
  },
]
