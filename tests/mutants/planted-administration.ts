/** Faults over the screens of administration, users, clients, imports and privacy: planted.ts. */
import type { Planted } from './planted-fault.ts'

export const ADMINISTRATION: readonly Planted[] = [
  {
    patch: 'screens/lost-removal-is-reported-as-done',
    fault: 'a removal whose answer was lost is reported as done',
    breaks: 'docs/rules.md#messages',
    caughtBy: 'tests/screens/administration/lists.test.tsx',
    title: 'a removal whose answer is lost is not reported as done',
  },
  {
    patch: 'screens/manager-sees-keys-of-dealerships',
    fault: 'a manager sees the keys of dealerships',
    breaks: 'docs/rules.md#keys-of-dealerships',
    caughtBy: 'tests/screens/administration/partner-keys.test.tsx',
    title: 'a manager sees no keys',
  },
  {
    patch: 'screens/escape-closes-the-dialog-below-the-password',
    fault: 'Escape in the question for the password closes the dialog below it',
    breaks: 'docs/rules.md#own-password',
    caughtBy: 'tests/screens/administration/own-password.test.tsx',
    title: 'Escape closes the question alone',
  },
  {
    patch: 'screens/question-for-the-password-lies-below',
    fault: 'the question for the password lies below the dialog that asks for it',
    breaks: 'docs/rules.md#own-password',
    caughtBy: 'tests/screens/administration/own-password.test.tsx',
    title: 'on a phone Back closes the question alone',
  },
  {
    patch: 'screens/back-leaves-the-dialog-below-the-password',
    fault: 'Back in the question for the password leaves the dialog below it',
    breaks: 'docs/rules.md#own-password',
    caughtBy: 'tests/screens/administration/own-password.test.tsx',
    title: 'on a phone Back closes the question alone',
  },
  {
    patch: 'screens/column-of-an-import-is-cut',
    fault: 'the list of renewal imports lacks a column',
    breaks: 'docs/rules.md#renewal-import',
    caughtBy: 'tests/screens/imports/renewals.test.tsx',
    title: 'its figures are listed by kind',
  },
  {
    patch: 'screens/typed-holiday-is-not-saved',
    fault: 'a holiday that was typed and not added is thrown away by a save',
    breaks: 'docs/rules.md#settings',
    caughtBy: 'tests/screens/administration/settings.test.tsx',
    title: 'holidays that a colleague and this form add',
  },
  {
    patch: 'screens/closed-question-saves-the-departure',
    fault: 'a user is deactivated although the question about the leads was closed',
    breaks: 'docs/rules.md#departures',
    caughtBy: 'tests/screens/administration/departures.test.tsx',
    title: 'closed without an answer nothing is saved',
  },
  {
    patch: 'screens/merge-forgets-the-chosen-fields',
    fault: 'a merge forgets which values were chosen',
    breaks: 'docs/rules.md#merging-clients',
    caughtBy: 'tests/screens/clients/merges.test.tsx',
    title: 'a pair is merged field by field',
  },
  {
    patch: 'screens/failed-save-of-a-request-drops-its-draft',
    fault: 'a save that fails throws the draft of a request away',
    breaks: 'docs/rules.md#data-requests',
    caughtBy: 'tests/screens/privacy/requests.test.tsx',
    title: 'without a network a typed request waits as a draft',
  },
  {
    patch: 'screens/erasure-does-not-wait-for-the-search',
    fault: 'an erasure begins before the search in texts of others has ended',
    breaks: 'docs/rules.md#mentions',
    caughtBy: 'tests/screens/privacy/personal-data.test.tsx',
    title: 'an erasure waits for the search',
  },
  {
    patch: 'screens/audit-loses-its-filter-by-action',
    fault: 'the audit filters by another action than the chosen one',
    breaks: 'docs/rules.md#audit',
    caughtBy: 'tests/screens/administration/audit.test.tsx',
    title: 'a filter by action leaves the other entries out',
  },
]
