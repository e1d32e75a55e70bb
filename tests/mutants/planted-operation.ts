/** Faults of clock, backups and log: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const OPERATION: readonly Planted[] = [
  {
    patch: 'server/cleaning-goes-on-under-a-doubted-clock',
    fault: 'old data are deleted by a clock that is ahead',
    breaks: 'docs/rules.md#clock',
    caughtBy: 'tests/api/clock/loops.test.ts',
    title: '400 days ahead',
  },
  {
    patch: 'server/restart-ends-a-doubt',
    fault: 'a restart makes a clock right that is ahead',
    breaks: 'docs/rules.md#clock',
    caughtBy: 'tests/unit/server/clock.test.ts',
  },
  {
    patch: 'server/limit-of-the-future-counts',
    fault: 'a limit whose window a clock ahead began counts for a year',
    breaks: 'docs/rules.md#clock',
    caughtBy: 'tests/api/clock/future.test.ts',
    title: 'the page without login opens again at once',
  },
  {
    patch: 'server/backup-makes-its-folder',
    fault: 'a backup makes the folder whose disk is not mounted',
    breaks: 'docs/operations.md#back-up-and-restore',
    caughtBy: 'tests/api/backup/commands.test.ts',
    title: 'a stopped one is read by the command, and restored by another',
  },
  {
    patch: 'server/anchor-is-not-asked',
    fault: 'a chain that was written anew, by the functions of the database, counts as the old one',
    breaks: 'docs/rules.md#chain',
    caughtBy: 'tests/api/history/anchors.test.ts',
    title: 'who rewrites a whole chain',
  },
  {
    patch: 'server/start-excuses-lost-anchors',
    fault: 'who makes the database look restored gets the excuse for missing anchors with the next start',
    breaks: 'docs/rules.md#chain',
    caughtBy: 'tests/api/history/anchors.test.ts',
    title: 'a start on a database that was made to look restored excuses nothing',
  },
  {
    patch: 'server/chain-judges-no-content',
    fault: 'an entry whose content was changed by statement holds',
    breaks: 'docs/rules.md#chain',
    caughtBy: 'tests/unit/domain/dossier/dossier.test.ts',
  },
]
