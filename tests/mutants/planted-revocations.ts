/** Faults over what a restore takes away again: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const REVOCATIONS: readonly Planted[] = [
  {
    patch: 'server/revocation-is-written-after-the-commit',
    fault: 'an act that takes access away is committed before its line is on the disk',
    breaks: 'docs/rules.md#revocations',
    caughtBy: 'tests/api/backup/revocations/file.test.ts',
    title: 'on a full disk nothing is taken away, and it is said',
  },
  {
    patch: 'server/missing-revocations-end-nothing',
    fault: 'a restore without the file of revocations ends nothing',
    breaks: 'docs/rules.md#revocations',
    caughtBy: 'tests/api/backup/revocations/file.test.ts',
    title: 'after a restore a file that is ',
  },
  {
    patch: 'server/restore-carries-a-promotion-out',
    fault: 'a restore gives a role that a promotion gave after the backup',
    breaks: 'docs/rules.md#revocations',
    caughtBy: 'tests/api/backup/revocations/taken-away.test.ts',
    title: 'the file gives nobody a role',
  },
  {
    patch: 'server/restore-gives-a-remembered-device-back',
    fault: 'a restore remembers a device that was forgotten after the backup',
    breaks: 'docs/rules.md#revocations',
    caughtBy: 'tests/api/backup/revocations/taken-away.test.ts',
    title: ' works no more',
  },
]
