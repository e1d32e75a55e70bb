/** Faults over the order of the board, its look and quick notes: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const BOARD: readonly Planted[] = [
  {
    patch: 'rules/lead-for-later-stands-in-front',
    fault: 'leads that wait for a later day come before those without a next step',
    breaks: 'docs/rules.md#order-of-cards',
    caughtBy: 'tests/unit/board-index/board-index.test.ts',
    title: 'orders a status by what is late',
  },
  {
    patch: 'rules/badge-counts-the-schedulings-of-others',
    fault: 'the badge of Agendamentos counts what others agreed',
    breaks: 'docs/rules.md#counters',
    caughtBy: 'tests/unit/board-index/board-index.test.ts',
    title: 'counts the own appointments alone',
  },
  {
    patch: 'server/note-is-in-conflict',
    fault: 'a quick note is refused because a colleague wrote, too',
    breaks: 'docs/rules.md#quick-notes',
    caughtBy: 'tests/api/leads/notes.test.ts',
    title: 'a note is no conflict',
  },
  {
    patch: 'device/note-is-shown-twice',
    fault: 'a note whose answer was lost is on the screen twice',
    breaks: 'docs/rules.md#quick-notes',
    caughtBy: 'tests/sync/notes.test.ts',
    title: 'a lost answer sends the note again',
  },
  {
    patch: 'device/save-behind-a-note-has-no-base',
    fault: 'a save that waits behind a note does not say which text its user saw',
    breaks: 'docs/rules.md#quick-notes',
    caughtBy: 'tests/sync/notes.test.ts',
    title: 'the same text saved behind a note',
  },
  {
    patch: 'screens/folded-leads-are-forgotten',
    fault: 'a reload forgets whether the list is chosen and what is unfolded',
    breaks: 'docs/rules.md#order-of-cards',
    caughtBy: 'tests/screens/board/order.test.tsx',
    title: 'what waits is folded',
  },
]
