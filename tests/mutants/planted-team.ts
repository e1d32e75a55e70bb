/** Faults of 'Equipe hoje', the search and the calls: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const TEAM: readonly Planted[] = [
  {
    patch: 'team/broker-gets-every-channel',
    fault: "the team's day counts free leads of channels that are not the broker's",
    breaks: 'docs/rules.md#team-today',
    caughtBy: 'tests/unit/board-index/team.test.ts',
    title: 'a line counts what is late, of today, free, done and sold',
  },
  {
    patch: 'team/strangers-come-first',
    fault: "a search shows strangers' leads before the own ones",
    breaks: 'docs/rules.md#search',
    caughtBy: 'tests/unit/board-index/find.test.ts',
    title: 'the own lead comes before strangers who match better by their names',
  },
  {
    patch: 'team/settings-for-everybody',
    fault: 'the search offers settings to roles that may not open them',
    breaks: 'docs/rules.md#places',
    caughtBy: 'tests/unit/assistant/places.test.ts',
    title: 'offers no role a place that it may not open',
  },
  {
    patch: 'team/dialled-number-is-a-landline',
    fault: 'a call to a mobile is offered as a contact by landline',
    breaks: 'docs/rules.md#dates-of-the-attendance',
    caughtBy: 'tests/screens/board/calls.test.tsx',
    title: 'after a call on a phone the form shows type and date of the contact, and one tap gives both',
  },
]
