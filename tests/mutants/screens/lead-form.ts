/** Deliberate faults over the lead form, each caught by a mounted test. */
import type { Planted } from '../planted-fault.ts'

export const LEAD_FORM: readonly Planted[] = [
  {
    patch: 'screens/late-address-replaces-a-later-one',
    fault: 'the address of an earlier CEP replaces that of a later one',
    breaks: 'docs/rules.md#form',
    caughtBy: 'tests/screens/lead-form/create.test.tsx',
    title: 'an address that comes late',
  },
  {
    patch: 'screens/late-client-replaces-what-was-typed',
    fault: 'a client that is found late replaces what was typed since',
    breaks: 'docs/rules.md#clients',
    caughtBy: 'tests/screens/lead-form/create.test.tsx',
    title: 'whose answer comes late keeps what was typed since',
  },
  {
    patch: 'screens/permission-shows-before-its-answer',
    fault: 'a permission whose answer is lost is shown as given',
    breaks: 'docs/rules.md#proposals',
    caughtBy: 'tests/screens/lead-form/proposals.test.tsx',
    title: 'a permission whose answer is lost stays undecided',
  },
  {
    patch: 'screens/question-lies-below-its-dialog',
    fault: 'a question lies below the dialog that asks it',
    breaks: 'docs/rules.md#questions',
    caughtBy: 'tests/screens/lead-form/proposals.test.tsx',
    title: 'asked about, and decided once',
  },
  {
    patch: 'screens/broker-sees-the-deadlines',
    fault: 'a broker is offered the change of deadlines',
    breaks: 'docs/rules.md#steps',
    caughtBy: 'tests/screens/lead-form/actions.test.tsx',
    title: 'a broker suspends no lead and changes no deadlines',
  },
  {
    patch: 'screens/undo-of-a-loss-forgets-the-amounts',
    fault: 'a loss that is taken back has lost its amounts',
    breaks: 'docs/rules.md#what-a-save-changes',
    caughtBy: 'tests/screens/lead-form/edit.test.tsx',
    title: 'the amounts of a saved loss come back',
  },
  {
    patch: 'screens/missing-field-stays-folded',
    fault: 'a missing value stays in a folded section',
    breaks: 'docs/rules.md#form',
    caughtBy: 'tests/screens/lead-form/phone.test.tsx',
    title: 'a required field opens its section',
  },
  {
    patch: 'screens/refused-quote-marks-the-lead',
    fault: 'a quote that the system refused is marked',
    breaks: 'docs/rules.md#quote',
    caughtBy: 'tests/screens/lead-form/quote.test.tsx',
    title: 'a quote that the system refuses marks nothing',
  },
  {
    patch: 'screens/now-button-does-not-name-its-field',
    fault: 'a button does not name the field that it fills',
    breaks: 'docs/rules.md#dates-and-times',
    caughtBy: 'tests/screens/lead-form/moments.test.tsx',
    title: 'a typed moment is completed',
  },
  {
    patch: 'screens/calendar-offers-tomorrow',
    fault: 'the calendar offers days that a save refuses',
    breaks: 'docs/rules.md#dates-and-times',
    caughtBy: 'tests/screens/lead-form/moments.test.tsx',
    title: 'offers no later day',
  },
  {
    patch: 'screens/toast-covers-the-buttons',
    fault: 'a toast covers the buttons of the form',
    breaks: 'docs/rules.md#toasts',
    caughtBy: 'tests/screens/lead-form/phone.test.tsx',
    title: 'a toast has its own line',
  },
  {
    patch: 'screens/end-lists-its-first-problem-alone',
    fault: "'Finalizar' names one missing thing at a time",
    breaks: 'docs/rules.md#finish',
    caughtBy: 'tests/screens/lead-form/finish-list.test.tsx',
    title: 'the list follows each answer',
  },
]
