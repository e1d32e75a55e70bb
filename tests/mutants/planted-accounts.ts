/** Faults over accounts, their factors and passwords, and the public page: planted.ts. */
import type { Planted } from './planted-fault.ts'

const GUARDS = 'tests/api/accounts/account-guards.test.ts'

export const ACCOUNTS: readonly Planted[] = [
  {
    patch: 'accounts/other-set-ups-go-on',
    fault: 'a second set-up session goes on after the first factor was set up',
    breaks: 'docs/rules.md#required-second-factor',
    caughtBy: GUARDS,
    title: 'the set-up of a required factor ends all others of its kind, and none replaces it',
  },
  {
    patch: 'accounts/team-needs-no-password',
    fault: "a token alone changes a broker's team",
    breaks: 'docs/rules.md#own-password',
    caughtBy: 'tests/api/accounts/own-password.test.ts',
    title: 'needs it, and nothing is written before',
  },
  {
    patch: 'accounts/any-six-signs-are-a-code',
    fault: 'a code of other digits makes the server fail',
    breaks: 'docs/rules.md#second-factor',
    caughtBy: 'tests/api/security/states.test.ts',
  },
  {
    patch: 'accounts/codes-of-a-day-are-not-limited',
    fault: 'codes are tried all day with one password',
    breaks: 'docs/rules.md#second-factor',
    caughtBy: GUARDS,
    title: 'ten wrong codes of a day end the sign-in, and each further one needs the password again',
  },
  {
    patch: 'accounts/used-code-is-a-try',
    fault: 'a used code counts as a wrong one',
    breaks: 'docs/rules.md#second-factor',
    caughtBy: GUARDS,
    title: 'a used code is told as used, also later, and is no try',
  },
  {
    patch: 'accounts/kept-answer-is-for-any-key',
    fault: 'an answer that was kept comes again under any key',
    breaks: 'docs/rules.md#second-factor',
    caughtBy: GUARDS,
    title: 'a lost answer of the second step comes again for a minute, with the same key and code',
  },
  {
    patch: 'accounts/disowned-password-opens',
    fault: "a password that its owner ended by 'Não fui eu' still opens the account",
    breaks: 'docs/rules.md#not-me',
    caughtBy: 'tests/api/accounts/not-me.test.ts',
    title: 'by the bell it needs the own password, ends this session too, and leads to a new password',
  },
  {
    patch: 'accounts/short-password-stores-a-half',
    fault: 'a short password protects a device',
    breaks: 'docs/rules.md#protected-devices',
    caughtBy: 'tests/api/accounts/password-forms.test.ts',
    title:
      'no half is stored by a confirmation with a short one, and the sign-in’s own confirmation stores one',
  },
  {
    patch: 'accounts/flood-counts-keys',
    fault: 'people who come under one key count as one',
    breaks: 'docs/rules.md#quotas',
    caughtBy: 'tests/api/http/held-indications.test.ts',
    title: 'keys of one sending bring no crowd in: eight people reach the board, the others wait',
  },
]
