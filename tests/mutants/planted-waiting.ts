/** Faults over waiting changes, drafts, and what lies over what: planted.ts. */
import type { Planted } from './planted-fault.ts'

const ANSWERS = 'tests/screens/command-answers.test.tsx'

export const WAITING: readonly Planted[] = [
  {
    patch: 'screens/waiting-command-is-told-as-done',
    fault: 'a command without a network is told as done',
    breaks: 'docs/rules.md#waiting-changes',
    caughtBy: ANSWERS,
    title: 'what waits is told in order',
  },
  {
    patch: 'screens/silent-server-is-not-told',
    fault: 'a server that does not answer is never told of',
    breaks: 'docs/rules.md#waiting-changes',
    caughtBy: ANSWERS,
    title: 'a server that is silent for two seconds',
  },
  {
    patch: 'screens/sign-in-lies-below-the-dialogs',
    fault: 'the sign-in of an ended session lies below an open form',
    breaks: 'docs/rules.md#layers',
    caughtBy: 'tests/screens/shell/layers.test.tsx',
    title: 'the sign-in of an ended session lies over a',
  },
  {
    patch: 'screens/ended-session-closes-the-form',
    fault: 'a session that is ended on purpose closes the form below the sign-in',
    breaks: 'docs/rules.md#layers',
    caughtBy: 'tests/screens/shell/layers.test.tsx',
    title: ': is there after the sign-in',
  },
  {
    patch: 'screens/closed-form-says-nothing-of-its-draft',
    fault: 'a form closes with unsaved values and says nothing of the draft',
    breaks: 'docs/rules.md#drafts',
    caughtBy: 'tests/screens/lead-form/drafts.test.tsx',
    title: 'of a form says that a draft was kept',
  },
  {
    patch: 'screens/sign-out-drops-drafts-unasked',
    fault: 'a sign-out deletes drafts that nobody unticked',
    breaks: 'docs/rules.md#drafts',
    caughtBy: 'tests/screens/session/sign-out-drafts.test.tsx',
    title: 'the question of a sign-out is in order',
  },
]
