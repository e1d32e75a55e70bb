/**
 * Each call that makes or replaces a record says what protects it: a creation of a lost answer, a change of a colleague's.
 * A new call without an answer to that fails here. docs/rules.md#revisions, docs/rules.md#sent-again
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { declaredIn } from '../../support/declared-in.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../src/contract/**/*.ts', { eager: true })
const ROUTES = declaredIn(Object.values(modules))
const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`

const has = (schema: unknown, field: string) => schema instanceof z.ZodObject && field in schema.shape

/** What else makes a repeated POST harmless. */
const COMMAND = 'a command: its Idempotency-Key is in the command log'
const NOTHING = 'makes no record'
const OWN_UID = 'the body names the uid of the new record'
const LINKS = 'the newer link ends the one before'
const REPEATABLE: Readonly<Record<string, string>> = {
  'POST /login': 'a session, which the same device replaces',
  'POST /login/second-step': 'its step and its code can be used once',
  'POST /login/passkey': 'its challenge can be answered once',
  'POST /login/passkey/options': 'a challenge, each time',
  'POST /passkeys/options': 'a challenge, each time',
  'POST /passkeys': 'its challenge can be answered once, and a credential is one row',
  'POST /second-factor/code-app': 'the newer secret replaces the one before',
  'POST /second-factor/code-app/confirm': 'its secret is confirmed once',
  'POST /second-factor/recovery-codes': 'the newer codes replace the ones before',
  'POST /logout': NOTHING,
  'POST /sessions/end': NOTHING,
  'POST /update-user': NOTHING,
  'POST /password/verify': 'its link can be used once',
  'POST /password/reset-mail': LINKS,
  'POST /email/confirm': 'its link can be used once',
  'POST /email/verify': LINKS,
  'POST /users/:id/link': LINKS,
  'POST /users/seen': NOTHING,
  'POST /first-steps/mail': 'a mail to try out the mail server, each time',
  'POST /settings/integrations/:name/test': NOTHING,
  'POST /health/clock': NOTHING,
  'POST /password/disown': 'its link can be used once',
  'POST /account-events/disown': 'ends the session that asks',
  'POST /webhooks/:id/test': 'a message to try the address out, each time',
  'POST /webhooks/:id/deliveries/:delivery/send-again': 'a delivery waits once, with the id that it had',
  'POST /webhooks/whatsapp': 'each event is one row, by its key',
  'POST /held-indications/decide': 'an indication that waits is decided once',
  'POST /data-requests': OWN_UID,
  'POST /incidents': OWN_UID,
  'POST /report-views': OWN_UID,
  'POST /ai/chat': 'a question, which is answered each time',
  'POST /leads': COMMAND,
  'POST /external-lead': COMMAND,
  'POST /leads/externalLead': COMMAND,
  'POST /leads/scheduling': COMMAND,
  'POST /leads/:id/notes': COMMAND,
  'POST /clients': COMMAND,
  'POST /sync/push': COMMAND,
  'POST /sync/sealed': COMMAND,
  'POST /leads/file': 'a file without a lead goes after a week',
  'POST /exports/whole': 'one export runs at a time: asking again answers that one',
  'POST /imports/:id/undo': 'an import is undone once',
  'POST /import-mappings': 'a mapping by its name, which replaces itself',
  'POST /elective-lead': 'a proposal of a dealership is one row',
  'POST /clients/:id/personal-data/mentions/blank': NOTHING,
  'POST /lead-transfers/:uid/undo': 'a transfer is undone once',
  'POST /devices/:id/erase': 'a device is ordered to erase itself once',
  'POST /devices/erase-order': 'how far the erasure of the caller is',
  'POST /client-merges': 'the same two clients are merged once',
  'POST /client-merges/:id/undo': 'a merge is undone once',
  'POST /vsphone': 'a call that is placed each time',
  'POST /vsphone/result': 'the result of one call',
  'POST /quote/:leadId': 'a quote, which the lead has once',
  'POST /externalMail': 'a code, which replaces the one before',
  'POST /externalMail/renew': 'a code, which replaces the one before',
}

/** What else keeps a PUT from reverting another user's change. */
const OWN = 'a record of the caller alone'
const STEP = 'a step, not a form'
const UNREVISED: Readonly<Record<string, string>> = {
  'PUT /settings': 'each setting has its `base`',
  'PUT /settings/logo': 'one picture, chosen anew',
  'PUT /first-steps': STEP,
  'PUT /first-steps/:step': STEP,
  'PUT /users/:id/phone': 'one field',
  'PUT /client-duplicates/dismissed': STEP,
  'PUT /clients/:id': 'a command with a base for each field',
  'PUT /leads/:id': 'a command with a base for each field',
  'PUT /capture-lead/:id': STEP,
  'PUT /cancel-lead/:id': STEP,
  'PUT /elective_lead/bypass/:id': STEP,
  'PUT /lead-duplicates/release/:id': STEP,
  'PUT /lead-temps/assign': STEP,
  'PUT /lead-temps/import/:id/cancel': STEP,
  'PUT /imports/:id/cancel': STEP,
  'PUT /lead-temps/import/:id/decisions': 'a line is decided once',
  'PUT /imports/:id/decisions': 'a line is decided once',
  'PUT /insurers/spellings/:id': 'a spelling is decided once',
  'PUT /webhooks/:id/state': STEP,
  'PUT /whatsapp/strangers/:id/ignored': STEP,
  'PUT /lead-temps/doubles/:id': 'a pair is decided once',
  'PUT /lead-transfers/:uid': 'the same uid transfers once',
  'PUT /sync/files/:uid': 'bytes under a uid of the sender',
  'PUT /report-views/:id': OWN,
  'PUT /screen-settings/:screen': OWN,
  'PUT /receipt-mails': OWN,
  'PUT /absences/:id': 'days that the rules judge anew',
  'PUT /calendar-feeds/:id': OWN,
  'PUT /push-subscription': OWN,
  'PUT /devices/current': OWN,
  'PUT /device-keys': OWN,
  'PUT /device-keys/pin': OWN,
  'PUT /passkeys/:id': OWN,
}

test('each POST that makes a record makes it once', () => {
  const posts = ROUTES.filter(({ method, reads }) => method === 'POST' && reads !== true)
  const open = posts.filter((route) => route.once !== true && REPEATABLE[nameOf(route)] === undefined)
  expect(open.map(nameOf)).toEqual([])
  const stale = Object.keys(REPEATABLE).filter(
    (name) => !posts.some((route) => nameOf(route) === name && route.once !== true),
  )
  expect(stale).toEqual([])
  const uids = posts.filter((route) => REPEATABLE[nameOf(route)] === OWN_UID)
  expect(uids.filter(({ body }) => !has(body, 'uid') && !has(body, 'id')).map(nameOf)).toEqual([])
})

test('each PUT that replaces a shared record names the revision that it began with', () => {
  const puts = ROUTES.filter(({ method }) => method === 'PUT')
  const open = puts.filter((route) => !has(route.body, 'revision') && UNREVISED[nameOf(route)] === undefined)
  expect(open.map(nameOf)).toEqual([])
  const stale = Object.keys(UNREVISED).filter(
    (name) => !puts.some((route) => nameOf(route) === name && !has(route.body, 'revision')),
  )
  expect(stale).toEqual([])
})

test('a record that a revised PUT replaces is read with its revision', () => {
  const revised = ROUTES.filter(({ method, body }) => method === 'PUT' && has(body, 'revision'))
  expect(revised.length).toBeGreaterThan(8)
  // Personas, webhooks and automations are read as a list, an answer to a request with the request, and there may be no connection.
  const read = new Map(ROUTES.filter(({ method }) => method === 'GET').map((route) => [route.path, route]))
  const blind = revised.filter(({ path }) => !has(read.get(path)?.answer, 'revision'))
  expect(blind.map(nameOf)).toEqual([
    'PUT /automations/:id',
    'PUT /automations/:id/state',
    'PUT /data-requests/:id/answer',
    'PUT /webhooks/:id',
    'PUT /ai/persona/:id',
    'PUT /whatsapp',
  ])
})
