/** Faults of 'Meu dia': planted.ts. */
import type { Planted } from './planted-fault.ts'

export const DAY: readonly Planted[] = [
  {
    patch: 'rules/suspended-return-counts-only-in-the-bell',
    fault: 'the promised return of a suspended lead counts in the bell and not on the board',
    breaks: 'docs/rules.md#my-day',
    caughtBy: 'tests/unit/domain/day/schedulings.test.ts',
    title: 'are the same in the bell, in the day and on the board',
  },
  {
    patch: 'rules/broker-rows-keep-a-lead-that-was-passed-on',
    fault: 'a lead that was passed on stays in the day of its former broker',
    breaks: 'docs/rules.md#my-day',
    caughtBy: 'tests/unit/board-index/day.test.ts',
    title: 'equal a search of all rows',
  },
  {
    patch: 'screens/swipe-takes-a-slanting-scroll',
    fault: 'a finger that scrolls the page puts the lead off',
    breaks: 'docs/rules.md#my-day',
    caughtBy: 'tests/screens/day-parts.test.tsx',
    title: 'one that scrolls the page',
  },
  {
    patch: 'screens/time-outside-the-hours-is-not-asked',
    fault: 'a scheduling outside the business hours is not asked about',
    breaks: 'docs/rules.md#my-day',
    caughtBy: 'tests/screens/next-step.test.tsx',
    title: 'asks once about a time outside the business hours',
  },
]
