/**
 * Deliberate faults that a tired engineer could make, each a patch of this folder. `npm run test:mutants` plants one after
 * the other and proves that the named test fails. A patch that no longer applies is made again: write the fault into a
 * clean tree, store `git diff` in its file, and take the fault back.
 */

import { ACCOUNTS } from './planted-accounts.ts'
import { ADMINISTRATION } from './planted-administration.ts'
import { BOARD } from './planted-board.ts'
import { DAY } from './planted-day.ts'
import type { Planted } from './planted-fault.ts'
import { GROUPS } from './planted-groups.ts'
import { HAND_OVER } from './planted-hand-over.ts'
import { OBLIGATIONS } from './planted-obligations.ts'
import { OPERATION } from './planted-operation.ts'
import { REVOCATIONS } from './planted-revocations.ts'
import { SCREENS } from './planted-screens.ts'
import { TEAM } from './planted-team.ts'
import { WAITING } from './planted-waiting.ts'
import { LEAD_FORM } from './screens/lead-form.ts'

/** Path from the root. */
export const patchFile = (patch: string): string => `tests/mutants/${patch}.patch`

/** Such a test needs a build of the sources. */
export const isBrowserTest = ({ caughtBy }: Planted): boolean => caughtBy.startsWith('tests/e2e/')

export const PLANTED: readonly Planted[] = [
  {
    patch: 'server/revoked-session-still-signs-in',
    fault: 'a session that was signed out still signs in',
    breaks: 'docs/security.md#guarantees',
    caughtBy: 'tests/api/http/session.test.ts',
    title: 'logout ends this session and no other',
  },
  {
    patch: 'server/sent-mail-keeps-its-link',
    fault: 'a mail that was sent keeps the link in the database',
    breaks: 'docs/rules.md#mail',
    caughtBy: 'tests/api/accounts/mail-delivery.test.ts',
    title: 'a mail arrives with text and HTML, and its link leaves the database',
  },
  {
    patch: 'server/inactive-dealership-delivers',
    fault: 'the key of an inactive dealership delivers',
    breaks: 'docs/rules.md#keys-of-dealerships',
    caughtBy: 'tests/api/http/partner-keys.test.ts',
    title: 'a key of a dealership that is not active delivers nothing',
  },
  {
    patch: 'server/calendar-tells-the-erased',
    fault: "a calendar is told of an erased client's lead",
    breaks: 'docs/rules.md#calendar',
    caughtBy: 'tests/api/calendar/feed.test.ts',
    title: 'forgets an erased client: the event is off, and neither name nor number is left',
  },
  {
    patch: 'server/any-role-reads-a-calendar',
    fault: 'a calendar is read for a role that has none',
    breaks: 'docs/rules.md#calendar',
    caughtBy: 'tests/api/calendar/feed.test.ts',
    title: 'is inactive, or has a role without own leads, reads nothing',
  },
  {
    patch: 'server/expired-session-gets-notices',
    fault: 'a device whose session has expired gets notices',
    breaks: 'docs/rules.md#push',
    caughtBy: 'tests/api/push/subscriptions.test.ts',
    title: 'by the time',
  },
  {
    patch: 'server/manager-is-told-of-anothers-lead',
    fault: 'a manager is told of a lead that went to somebody else',
    breaks: 'docs/rules.md#push',
    caughtBy: 'tests/api/push/notices.test.ts',
    title: 'is not pushed to a manager once it is another broker’s',
  },
  {
    patch: 'server/report-counts-cancelled-leads',
    fault: 'reports count cancelled leads',
    breaks: 'docs/rules.md#reports',
    caughtBy: 'tests/api/reports/attendance.test.ts',
    title: 'every figure of ',
  },
  {
    patch: 'server/broker-reads-all-duplicates',
    fault: 'a broker reads the refused attempts of everybody',
    breaks: 'docs/rules.md#report-lead-duplicates',
    caughtBy: 'tests/api/reports/lead-duplicates.test.ts',
    title: 'a broker reads its own attempts, no other user reads any',
  },
  {
    patch: 'server/one-look-up-too-many',
    fault: 'a user gets one look-up more than the limit',
    breaks: 'docs/rules.md#quotas',
    caughtBy: 'tests/api/security/seen-by-role.test.ts',
    title: 'thirty a minute and three hundred a day by',
  },
  {
    patch: 'server/route-without-an-action-is-open',
    fault: 'a route without an action is open to every session',
    breaks: 'docs/security.md#guarantees',
    caughtBy: 'tests/api/http/frame.test.ts',
    title: 'a route without an action is closed',
  },
  {
    patch: 'server/file-of-another-lead',
    fault: 'the file of a foreign lead is fetched beside the number of an own lead',
    breaks: 'docs/rules.md#files',
    caughtBy: 'tests/api/http/files.test.ts',
    title: 'a file is fetched with a lead that has or had it',
  },
  {
    patch: 'server/erasure-misses-earlier-names',
    fault: 'an erasure misses what names an earlier contact of the person',
    breaks: 'docs/rules.md#personal-data',
    caughtBy: 'tests/api/administration/personal-data.test.ts',
    title: 'an earlier name, document or contact of the person counts, too',
  },
  {
    patch: 'server/refusal-about-another-client-counts-as-erased',
    fault: 'a device blanks a client that has the document of an erased one',
    breaks: 'docs/sync-protocol.md#erased-clients',
    caughtBy: 'tests/api/administration/personal-data.test.ts',
    title: 'a refusal about another client of the same document stays one',
  },
  {
    patch: 'server/dealership-sees-the-competitor',
    fault: 'a dealership sees the competitor of a lost lead',
    breaks: 'docs/rules.md#what-each-role-sees-of-a-lead',
    caughtBy: 'tests/api/security/seen-by-role.test.ts',
    title: 'gets no column for staff, and no mark of its tasks',
  },
  {
    patch: 'server/kept-user-outlives-its-change',
    fault: 'a user that was changed stays as it was in the memory of a process',
    breaks: 'docs/sync-protocol.md#rounds',
    caughtBy: 'tests/api/sync/rounds.test.ts',
    title: 'a user that was changed is another one',
  },
  {
    patch: 'server/kept-settings-outlive-their-change',
    fault: 'commands obey settings that were changed since',
    breaks: 'docs/sync-protocol.md#rounds',
    caughtBy: 'tests/api/sync/rounds.test.ts',
    title: 'a setting that was changed between two commands',
  },
  {
    patch: 'server/feed-forgets-what-left-the-scope',
    fault: 'a lead that left the scope stays on the device',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'answers as the database does',
  },
  {
    patch: 'server/feed-ignores-the-scope',
    fault: 'a device gets the changes of everybody',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'answers as the database does',
  },
  {
    patch: 'server/feed-misses-what-changed',
    fault: 'a lead that changes twice arrives as it was after the first change',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'answers as the database does',
  },
  {
    patch: 'server/feed-asks-for-no-catalogue',
    fault: 'changed catalogues, users and settings do not arrive',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'answers as the database does',
  },
  {
    patch: 'server/feed-does-not-tell-of-erasures',
    fault: 'a device is not told of an erasure',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'tells each device of an erasure',
  },
  {
    patch: 'server/feed-does-not-tell-of-merges',
    fault: 'a device is not told of a merge',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'tells each device of staff of a merge',
  },
  {
    patch: 'server/feed-continues-with-another-scope',
    fault: 'a device continues with the cursor of another scope',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/feed.test.ts',
    title: 'starts a device over whose cursor is of another scope',
  },
  {
    patch: 'server/horizon-from-xmax',
    fault: 'a pull shows what is younger than an open transaction, and so misses that one',
    breaks: 'docs/sync-protocol.md#pull-a-cursor-that-cant-miss-a-row',
    caughtBy: 'tests/api/sync/concurrent-writers.test.ts',
    title: 'has every row at its latest version',
    onPostgres: true,
  },
  {
    patch: 'server/feed-reads-above-the-highest-seen',
    fault: 'the feed misses a transaction that commits after a later one',
    breaks: 'docs/sync-protocol.md#feed',
    caughtBy: 'tests/api/sync/concurrent-writers.test.ts',
    title: 'has every row at its latest version',
    onPostgres: true,
  },
  {
    patch: 'rules/renewal-captured-at-its-limit-is-late',
    fault: 'a renewal captured at its limit counts as late',
    breaks: 'docs/rules.md#on-time-flags',
    caughtBy: 'tests/unit/domain/capture.test.ts',
  },
  {
    patch: 'rules/lost-lead-leaves-with-the-shorter-window',
    fault: 'a lost lead leaves the devices with the shorter window',
    breaks: 'docs/rules.md#scope-of-leads',
    caughtBy: 'tests/unit/domain/access.test.ts',
  },
  {
    patch: 'rules/loss-keeps-its-commission',
    fault: 'a loss keeps its commission',
    breaks: 'docs/rules.md#what-a-save-changes',
    caughtBy: 'tests/unit/domain/save-rules.test.ts',
  },
  {
    patch: 'rules/own-phone-without-the-password',
    fault: 'management changes its own phone without the password',
    breaks: 'docs/rules.md#phone-of-the-inviter',
    caughtBy: 'tests/unit/domain/form-rules.test.ts',
  },
  {
    patch: 'rules/manager-manages-managers',
    fault: 'a manager changes managers',
    breaks: 'docs/rules.md#users',
    caughtBy: 'tests/unit/domain/users.test.ts',
  },
  {
    patch: 'rules/day-has-24-hours',
    fault: 'the day on which summer time begins or ends has 24 hours',
    breaks: 'docs/rules.md#time',
    caughtBy: 'tests/unit/domain/sao-paulo.test.ts',
  },
  {
    patch: 'rules/text-becomes-an-error-in-a-sheet',
    fault: 'a text like #N/A is an error in a sheet',
    breaks: 'docs/rules.md#reports',
    caughtBy: 'tests/unit/server/report-sheet-stream.test.ts',
    title: 'in a file of a report',
  },
  {
    patch: 'rules/quote-moves-to-the-pending-sale',
    fault: 'a quote moves a lead on to the pending sale',
    breaks: 'docs/rules.md#steps',
    caughtBy: 'tests/unit/domain/lifecycle-problems.test.ts',
  },
  {
    patch: 'rules/alphanumeric-cnpj-is-refused',
    fault: 'an alphanumeric CNPJ is refused',
    breaks: 'docs/rules.md#documents-phones-money',
    caughtBy: 'tests/unit/domain/documents.test.ts',
  },
  {
    patch: 'rules/repeated-policy-is-imported-twice',
    fault: 'a policy that a file has twice is imported twice',
    breaks: 'docs/rules.md#renewal-import',
    caughtBy: 'tests/unit/domain/renewals/rows.test.ts',
  },
  {
    patch: 'rules/header-with-other-words-is-sure',
    fault: 'a header with a word left over is taken without a doubt',
    breaks: 'docs/rules.md#spreadsheets',
    caughtBy: 'tests/unit/domain/spreadsheet/headers.test.ts',
  },
  {
    patch: 'rules/foreign-number-is-of-brazil',
    fault: 'the digits of another country’s number are a number of Brazil',
    breaks: 'docs/rules.md#documents-phones-money',
    caughtBy: 'tests/unit/domain/values.test.ts',
  },
  {
    patch: 'rules/total-is-a-person',
    fault: 'a line of totals becomes a person',
    breaks: 'docs/rules.md#spreadsheets',
    caughtBy: 'tests/unit/domain/spreadsheet/nobody-line.test.ts',
  },
  {
    patch: 'rules/torn-line-is-read',
    fault: 'a line with a separator in one of its cells is read with its cells moved',
    breaks: 'docs/rules.md#spreadsheets',
    caughtBy: 'tests/unit/domain/spreadsheet/torn-lines.test.ts',
  },
  {
    patch: 'rules/three-decimals-are-thousands',
    fault: 'an amount with three decimals is read as thousands',
    breaks: 'docs/rules.md#lines-of-a-list',
    caughtBy: 'tests/unit/domain/spreadsheet/torn-lines.test.ts',
  },
  {
    patch: 'rules/dates-of-one-minute-are-compared-by-seconds',
    fault: 'dates of one minute are compared by their seconds',
    breaks: 'docs/rules.md#finish-checks',
    caughtBy: 'tests/unit/domain/finish-checks.test.ts',
  },
  {
    patch: 'device/notices-come-back-unwanted',
    fault: 'a browser that changes its subscription switches notices on again',
    breaks: 'docs/rules.md#push',
    caughtBy: 'tests/sync/push-worker.test.ts',
  },
  {
    patch: 'device/ending-is-forgotten-without-an-answer',
    fault: 'the ending of a session is forgotten although the server did not answer',
    breaks: 'docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost',
    caughtBy: 'tests/sync/session-endings.test.ts',
  },
  {
    patch: 'device/each-poke-pulls',
    fault: 'each poke starts a pull of its own',
    breaks: 'docs/sync-protocol.md#poke',
    caughtBy: 'tests/sync/engine.test.ts',
  },
  {
    patch: 'device/discarded-creation-leaves-its-commands',
    fault: 'a discarded creation leaves the commands on its lead in the queue',
    breaks: 'docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost',
    caughtBy: 'tests/sync/creation.test.ts',
  },
  {
    patch: 'device/portal-takes-the-document',
    fault: 'a captive portal counts as the server that took a document',
    breaks: 'docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost',
    caughtBy: 'tests/sync/transport-http.test.ts',
  },
  {
    patch: 'device/kept-form-of-another-link-stays',
    fault: 'what was typed for another link stays for ever',
    breaks: 'docs/rules.md#external-indication',
    caughtBy: 'tests/unit/indication-page/kept-form.test.ts',
  },
  {
    patch: 'device/retry-sends-no-file',
    fault: 'a refused command that is sent again does not bring its file',
    breaks: 'docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost',
    caughtBy: 'tests/sync/files.test.ts',
  },
  {
    patch: 'device/sign-out-with-a-queue-leaves-the-index',
    fault: 'a sign-out that keeps the queue leaves the index of the board',
    breaks: 'docs/security.md#guarantees',
    caughtBy: 'tests/sync/drafts.test.ts',
  },
  {
    patch: 'device/index-of-mails-is-clear',
    fault: "a protected device's index of mails shows them",
    breaks: 'docs/security.md#protected-devices',
    caughtBy: 'tests/sync/sealing.test.ts',
    title: 'documents, phones and mails are found by blinded indexes',
  },
  {
    patch: 'device/name-of-a-lead-is-clear',
    fault: "the name of a lead's client lies clear on a protected device",
    breaks: 'docs/security.md#protected-devices',
    caughtBy: 'tests/sync/sealing.test.ts',
    title: 'the disk shows clear columns alone',
  },
  {
    patch: 'device/range-of-a-sealed-index-finds-nothing',
    fault: 'a range of a blinded index is answered by the order of its hashes',
    breaks: 'docs/security.md#protected-devices',
    caughtBy: 'tests/sync/sealed-store.test.ts',
    title: 'is asked by',
  },
  {
    patch: 'device/live-query-misses-a-mail-in-capitals',
    fault: 'a live query by a mail misses a change that is written in capitals',
    breaks: 'docs/security.md#protected-devices',
    caughtBy: 'tests/sync/sealing.test.ts',
    title: 'a live query by a document notices a change of it',
  },
  {
    patch: 'device/several-records-are-stored-clear',
    fault: 'several records of one write are stored without a seal',
    breaks: 'docs/security.md#protected-devices',
    caughtBy: 'tests/sync/sealed-store.test.ts',
    title: 'has nothing of a record on the disk',
  },
  ...LEAD_FORM,
  ...BOARD,
  ...ACCOUNTS,
  ...ADMINISTRATION,
  ...GROUPS,
  ...HAND_OVER,
  ...OPERATION,
  ...SCREENS,
  ...TEAM,
  ...REVOCATIONS,
  ...WAITING,
  ...DAY,
  ...OBLIGATIONS,
]
