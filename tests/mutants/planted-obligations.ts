/** Faults of the limits of the law: docs/rules.md#obligations */
import type { Planted } from './planted-fault.ts'

export const OBLIGATIONS: readonly Planted[] = [
  {
    patch: 'rules/day-of-the-house-is-no-day-of-the-law',
    fault: 'a day on which only the house is closed makes a limit of the law longer',
    breaks: 'docs/rules.md#obligations',
    caughtBy: 'tests/unit/domain/obligations/calendar.test.ts',
    title: 'the day of the house alone is a day of the law',
  },
  {
    patch: 'server/limits-of-two-people-are-in-conflict',
    fault: 'two people who keep two limits of one lead without a network are in conflict',
    breaks: 'docs/rules.md#obligations',
    caughtBy: 'tests/api/obligations/commands.test.ts',
    title: 'two people end two of one lead without a network',
  },
  {
    patch: 'server/kept-limit-has-no-proof',
    fault: 'the proof of a limit that was kept is lost',
    breaks: 'docs/rules.md#obligations',
    caughtBy: 'tests/api/obligations/commands.test.ts',
    title: 'one is begun, reaches the device, is kept with its proof and is in the history',
  },
  {
    patch: 'server/same-file-is-another-document',
    fault: 'the same file again begins another limit',
    breaks: 'docs/rules.md#obligations',
    caughtBy: 'tests/api/obligations/documents.test.ts',
    title: 'the same file again begins none',
  },
  {
    patch: 'server/another-document-loses-the-proof',
    fault: 'a second document of the day takes the proof of the first one away',
    breaks: 'docs/rules.md#obligations',
    caughtBy: 'tests/api/obligations/documents.test.ts',
    title: 'another file on the day of one that was kept begins its own limit',
  },
]
