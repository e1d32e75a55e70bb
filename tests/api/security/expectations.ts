/**
 * Every operation of the API: its roles, and its answer for an own record and for a foreign one. The matrix fails on a
 * new route until it has a line here. A route that takes more than a lead's number in its path also needs a request in
 * requests.ts. The text after a dot names a further form of an operation. row.ts explains the columns.
 */
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import {
  ADMINISTRATION,
  clientName,
  EVERYONE,
  leadNumber,
  MANAGEMENT,
  type OperationLine,
  proposalName,
  STAFF,
  sessionOf,
} from './row.ts'

/** The request names no record. */
const ANY = { own: 200 } as const
/** One record or none: a foreign record counts as missing. */
const ONE = { own: 200, foreign: 404 } as const
/** A list with or without the record. */
const LISTED = { own: 200, foreign: 200 } as const
/** These tests configure neither service: 503 is the answer to a permitted call. */
const NO_SERVICE = { own: 503 } as const

/** Refused to the administrator, too, for another user's record. */
const AMONG_STAFF = { may: STAFF, scoped: STAFF, kinds: ['stranger'] } as const
const PROPOSALS = { scoped: [4], kinds: ['stranger'] } as const
const UNMET = ['stranger', 'strangerUnclaimed', 'cancelled', 'captured', 'held'] as const
const CLIENTS = [...UNMET, 'met'] as const
const BY_DOCUMENT = { scoped: [4, 5, 6, 7], kinds: UNMET } as const
const TAKEN = { captured: { outcome: 409, says: 'Este lead já foi capturado por Colega.' } } as const

const KNOWN_PEOPLE = 'staff know who works here'
const ONE_DOCUMENT = 'a document belongs to one client, and staff find any by it'
const ONLY_ITSELF = 'a broker has only itself rung, whoever else there is'
const FIRST_SENDER = 'a file uid belongs to who sent it first'

/** A list that administration keeps. A deletion is asked for a row that does not exist: administration/ deletes. */
const managed = (list: string, may: readonly RoleId[]): Readonly<Record<string, OperationLine>> => ({
  [`POST /${list}`]: { may, ...ANY },
  [`GET /${list}/:id`]: { may, ...ANY },
  [`PUT /${list}/:id`]: { may, ...ANY },
  [`DELETE /${list}/:id`]: { may, own: 404 },
})

export const OPERATIONS: Readonly<Record<string, OperationLine>> = {
  // First: the tests' clock goes ahead with each line, and one that is apart from PostgreSQL's is not confirmed.
  'POST /health/clock': { may: ADMINISTRATION, ...ANY },
  'POST /login': { may: 'public', own: 404 },
  'POST /login/second-step': { may: 'public', own: 404 },
  // The tests call by a name that is no IP. No user has a passkey there.
  'POST /login/passkey/options': { may: 'public', ...ANY },
  'POST /login/passkey': { may: 'public', own: 404 },
  'POST /passkeys/options': { may: EVERYONE, ...ANY },
  'POST /passkeys': { may: EVERYONE, own: 422 },
  'PUT /passkeys/:id': { may: EVERYONE, own: 404 },
  'DELETE /passkeys/:id': { may: EVERYONE, own: 404 },
  'POST /sessions/confirm/passkey': { may: EVERYONE, ...ANY },
  'GET /second-factor': { may: EVERYONE, ...ANY },
  'POST /second-factor/code-app': { may: EVERYONE, ...ANY },
  'POST /second-factor/code-app/confirm': { may: EVERYONE, own: 422 },
  'DELETE /second-factor/code-app': { may: EVERYONE, ...ANY },
  'POST /second-factor/recovery-codes': { may: EVERYONE, own: 422 },
  // No user has a factor there. tests/api/accounts/second-factor.test.ts takes one away.
  'DELETE /users/:id/second-factor': { may: ADMINISTRATION, own: 404 },
  'GET /tokenconfirm': { may: EVERYONE, ...ANY },
  'GET /users/me': { may: EVERYONE, ...ANY },
  'POST /logout': { may: EVERYONE, ...ANY, endsSession: true },
  'POST /sessions/end': { may: 'public', ...ANY },
  'GET /notices': { may: 'public', ...ANY },
  'GET /account-events': { may: EVERYONE, ...ANY },
  // tests/api/accounts/not-me.test.ts ends sessions by it.
  'POST /account-events/disown': { may: EVERYONE, own: 400 },
  'GET /sessions/new-devices': { may: EVERYONE, ...ANY },
  'GET /sessions': { may: EVERYONE, ...ANY, tells: sessionOf },
  'PUT /devices/current': { may: EVERYONE, ...ANY },
  'GET /devices': { may: EVERYONE, ...ANY },
  'POST /devices/:id/erase': { may: EVERYONE, own: 404 },
  'POST /devices/erase-order': { may: 'public', ...ANY },
  'PUT /device-keys': { may: EVERYONE, ...ANY },
  'GET /device-keys': { may: EVERYONE, ...ANY },
  'PUT /device-keys/pin': { may: EVERYONE, ...ANY },
  'DELETE /device-keys': { may: EVERYONE, ...ANY },
  // tests/api/accounts/device-keys.test.ts opens one.
  'POST /device-keys/pin-unlock': { may: 'public', own: 404 },
  'POST /sessions/confirm': { may: EVERYONE, own: 422 },
  'DELETE /sessions/:id': { may: EVERYONE, ...ONE, scoped: EVERYONE, kinds: ['stranger'] },
  'POST /update-user': { may: EVERYONE, own: 400 },
  'POST /update-user · a password that is not the old one': { may: EVERYONE, own: 422 },

  'GET /dashboard': { may: EVERYONE, ...ANY },
  'GET /channels': { may: EVERYONE, ...ANY },
  'GET /insurances': { may: EVERYONE, ...ANY },
  'GET /insurancesNoAuth': { may: 'public', ...ANY },
  'GET /partners': { may: EVERYONE, ...ANY },
  'GET /partners/by/auth': { may: EVERYONE, ...ANY },
  'GET /callsResult': { may: EVERYONE, ...ANY },
  'GET /integrations': { may: EVERYONE, ...ANY },
  'GET /roles': { may: STAFF, ...ANY },
  'GET /technical-team': { may: STAFF, ...ANY },
  'GET /technical-team/for/filter': { may: STAFF, ...ANY },
  'GET /lead-broker-config': { may: STAFF, ...ANY },
  'GET /users': { may: STAFF, ...ANY },
  'GET /password/verify/:hash': { may: 'public', own: 410 },
  'POST /password/verify': { may: 'public', own: 410 },
  'POST /password/disown': { may: 'public', own: 410 },
  'POST /password/reset-mail': { may: 'public', ...ANY },
  'POST /email/confirm': { may: 'public', own: 410 },
  'POST /email/verify': { may: MANAGEMENT, ...ANY },
  'GET /users/:id/mail': { may: MANAGEMENT, ...ANY },
  'POST /users/:id/link': { may: MANAGEMENT, ...ANY },

  'GET /users/list': { may: STAFF, ...ANY },
  'GET /users/access': { may: MANAGEMENT, ...ANY },
  'GET /administrators/emails': { may: ADMINISTRATION, ...ANY },
  'GET /users/:id': { may: MANAGEMENT, ...ANY },
  'GET /users/:id/hanging': { may: MANAGEMENT, ...ANY },
  'GET /lead-transfers': { may: MANAGEMENT, ...ANY },
  // tests/api/leads/transfers.test.ts moves leads.
  'PUT /lead-transfers/:uid': { may: MANAGEMENT, own: 422 },
  'POST /lead-transfers/plan': { may: MANAGEMENT, ...ANY },
  'POST /lead-transfers/:uid/undo': { may: MANAGEMENT, own: 404 },
  'POST /users': { may: MANAGEMENT, ...ANY },
  'PUT /users/:id': { may: MANAGEMENT, ...ANY },
  'POST /users/seen': { may: STAFF, ...ANY },
  'GET /users/inviter': { may: STAFF, ...ANY },
  // Every broker may change an inviter's phone; its own needs the password.
  'PUT /users/:id/phone': { may: STAFF, own: 200, foreign: 403, kinds: ['stranger'], differs: KNOWN_PEOPLE },

  ...managed('insurances', MANAGEMENT),
  ...managed('partners', MANAGEMENT),
  'GET /partners/:id/keys': { may: ADMINISTRATION, ...ANY },
  'POST /partners/:id/keys': { may: ADMINISTRATION, ...ANY },
  'POST /partner-keys/:id/renew': { may: ADMINISTRATION, own: 404 },
  'DELETE /partner-keys/:id': { may: ADMINISTRATION, own: 404 },
  'GET /automations': { may: ADMINISTRATION, ...ANY },
  'POST /automations': { may: ADMINISTRATION, ...ANY },
  'PUT /automations/:id': { may: ADMINISTRATION, own: 404 },
  'PUT /automations/:id/state': { may: ADMINISTRATION, own: 404 },
  'DELETE /automations/:id': { may: ADMINISTRATION, own: 404 },
  'POST /automations/dry-run': { may: ADMINISTRATION, ...ANY },
  'GET /automations/:id/runs': { may: ADMINISTRATION, own: 404 },
  'GET /automation-notices': { may: STAFF, ...ANY },
  'GET /webhooks': { may: ADMINISTRATION, ...ANY },
  'POST /webhooks': { may: ADMINISTRATION, ...ANY },
  'PUT /webhooks/:id': { may: ADMINISTRATION, own: 404 },
  'POST /webhooks/:id/secret': { may: ADMINISTRATION, own: 404 },
  'PUT /webhooks/:id/state': { may: ADMINISTRATION, own: 404 },
  'DELETE /webhooks/:id': { may: ADMINISTRATION, own: 404 },
  'POST /webhooks/:id/test': { may: ADMINISTRATION, own: 404 },
  'GET /webhooks/:id/deliveries': { may: ADMINISTRATION, own: 404 },
  'POST /webhooks/:id/deliveries/:delivery/send-again': { may: ADMINISTRATION, own: 404 },
  'GET /whatsapp': { may: ADMINISTRATION, ...ANY },
  // tests/api/whatsapp/calls.test.ts connects. This one has no token.
  'PUT /whatsapp': { may: ADMINISTRATION, own: 422 },
  'DELETE /whatsapp': { may: ADMINISTRATION, own: 404 },
  'GET /whatsapp/strangers': { may: STAFF, ...ANY },
  'PUT /whatsapp/strangers/:id/ignored': { may: STAFF, own: 404 },
  // tests/api/whatsapp/webhook.test.ts signs. There is no connection here.
  'GET /webhooks/whatsapp': { may: 'public', own: 403 },
  'POST /webhooks/whatsapp': { may: 'public', own: 404 },
  ...managed('technical-team', MANAGEMENT),
  ...managed('lead-broker-config', MANAGEMENT),
  ...managed('channels', ADMINISTRATION),
  ...managed('competitor-brokers', ADMINISTRATION),
  ...managed('insurers', ADMINISTRATION),
  ...managed('message-templates', ADMINISTRATION),
  // They name no spelling and no pair of policies.
  'GET /insurers/spellings': { may: ADMINISTRATION, ...ANY },
  'PUT /insurers/spellings/:id': { may: ADMINISTRATION, ...ANY },
  'GET /lead-temps/doubles': { may: ADMINISTRATION, ...ANY },
  'PUT /lead-temps/doubles/:id': { may: ADMINISTRATION, ...ANY },

  'PUT /settings': { may: ADMINISTRATION, ...ANY },
  // tests/api/leads/presented-link.test.ts saves one.
  'PUT /settings/logo': { may: ADMINISTRATION, own: 422 },
  'DELETE /settings/logo': { may: ADMINISTRATION, ...ANY },
  'GET /brokerage/logo': { may: 'public', own: 404 },
  'GET /first-steps': { may: ADMINISTRATION, ...ANY },
  'PUT /first-steps': { may: ADMINISTRATION, ...ANY },
  'PUT /first-steps/:step': { may: ADMINISTRATION, ...ANY },
  'POST /first-steps/mail': { may: ADMINISTRATION, ...NO_SERVICE },
  'GET /settings/integrations': { may: ADMINISTRATION, ...ANY },
  'GET /health/findings': { may: ADMINISTRATION, ...ANY },
  'GET /settings/mail-files': { may: ADMINISTRATION, ...ANY },
  'GET /settings/mail-files/:name': { may: ADMINISTRATION, own: 404 },
  'DELETE /settings/mail-files/:name': { may: ADMINISTRATION, own: 404 },
  'DELETE /settings/mail-files': { may: ADMINISTRATION, ...ANY },
  'GET /data-requests': { may: ADMINISTRATION, ...ANY },
  'GET /data-requests/:id': { may: ADMINISTRATION, own: 404 },
  'POST /data-requests': { may: ADMINISTRATION, ...ANY },
  'PUT /data-requests/:id': { may: ADMINISTRATION, own: 404 },
  'PUT /data-requests/:id/answer': { may: ADMINISTRATION, own: 404 },
  'DELETE /data-requests/:id/answer': { may: ADMINISTRATION, own: 404 },
  'DELETE /data-requests/:id': { may: ADMINISTRATION, own: 404 },
  'GET /incidents': { may: ADMINISTRATION, ...ANY },
  'GET /incidents/:id': { may: ADMINISTRATION, own: 404 },
  'POST /incidents': { may: ADMINISTRATION, ...ANY },
  'PUT /incidents/:id': { may: ADMINISTRATION, own: 404 },
  'POST /settings/integrations/:name/test': { may: ADMINISTRATION, ...NO_SERVICE },
  'GET /audit': { may: ADMINISTRATION, ...ANY },
  'GET /audit/export': { may: ADMINISTRATION, ...ANY },

  // tests/api/reports compares what each role counts.
  'GET /reports/clients': { may: [1, 2, 3, 4], ...LISTED, tells: clientName },
  'GET /leads/indicationManagerReport': { may: STAFF, ...ANY, tells: clientName },
  'GET /leads/summaryReportExport': { may: STAFF, ...ANY },
  'GET /leads/indicationManagerReportExport': { may: STAFF, ...ANY },
  'GET /leads/indicationReportGerVeic': { may: [1, 2, 3, 4], ...ANY, tells: clientName },
  'GET /leads/summaryReportGerVeicExport': { may: [1, 2, 3, 4], ...ANY },
  'GET /leads/indicationReportGerVeicExport': { may: [1, 2, 3, 4], ...ANY },
  'GET /leads/referralReport': { may: [1, 2, 3, 4], ...ANY, tells: clientName },
  'GET /leads/dealershipMonth': { may: [1, 2, 4], ...ANY, tells: clientName },
  'GET /leads/dealershipMonthExport': { may: [1, 2, 4], ...ANY },
  'GET /leads/AttendanceReport': { may: [1, 2, 3, 4], ...ANY, tells: clientName },
  'GET /leads/AttendanceReportExport': { may: [1, 2, 3, 4], ...ANY },
  'GET /leads/indicatorReport': { may: [1, 5, 7], ...ANY, tells: clientName },
  'GET /leads/indicatorReportExport': { may: [1, 5, 7], ...ANY },
  'GET /lead-duplicates': { may: [1, 3], ...ANY },
  'PUT /lead-duplicates/release/:id': { may: ADMINISTRATION, own: 404 },
  'GET /leads/renovationReport': { may: [1, 3], ...ANY },
  'GET /diagnosis': { may: [1, 3], ...ANY },
  'GET /lead-temps': { may: ADMINISTRATION, ...ANY },
  // Of a period without leads. tests/api/reports has the sheets.
  'GET /leads/summaryRenovationReportExport': { may: [1, 3], own: 422 },
  'GET /leads/renovationReportExport': { may: [1, 3], own: 422 },
  'GET /diagnosisRenew/diagnosisRenewReportExport': { may: [1, 3], own: 422 },
  'GET /diagnosis/diagnosisReportExport': { may: [1, 3], own: 422 },
  'GET /lead-temps/leadTempsExport': { may: ADMINISTRATION, own: 422 },
  'GET /quiver/sales': { may: ADMINISTRATION, ...NO_SERVICE },
  'GET /quiver/salesExport': { may: ADMINISTRATION, ...NO_SERVICE },
  'GET /quiver/products': { may: ADMINISTRATION, ...NO_SERVICE },
  // export/export.test.ts fetches a file. These name none.
  'GET /exports/whole': { may: ADMINISTRATION, ...ANY },
  'POST /exports/whole': { may: ADMINISTRATION, ...ANY },
  'GET /exports/whole/:id/file': { may: ADMINISTRATION, own: 404 },
  // renewals/import.test.ts imports. These name no import and no renewal.
  'POST /lead-temps/import': { may: ADMINISTRATION, own: 422 },
  'GET /lead-temps/import': { may: ADMINISTRATION, ...ANY },
  'GET /lead-temps/import/:id': { may: ADMINISTRATION, own: 404 },
  'PUT /lead-temps/import/:id/cancel': { may: ADMINISTRATION, own: 404 },
  'GET /lead-temps/import/:id/refusals': { may: ADMINISTRATION, own: 404 },
  'GET /lead-temps/import/:id/decisions': { may: ADMINISTRATION, own: 404 },
  'PUT /lead-temps/import/:id/decisions': { may: ADMINISTRATION, own: 404 },
  'PUT /lead-temps/assign': { may: ADMINISTRATION, own: 422 },
  // tests/api/imports imports and takes back. These name no import.
  'POST /imports': { may: ADMINISTRATION, own: 422 },
  'GET /imports': { may: ADMINISTRATION, ...ANY },
  'GET /imports/place': { may: ADMINISTRATION, ...ANY },
  'GET /imports/:id': { may: ADMINISTRATION, own: 404 },
  'PUT /imports/:id/cancel': { may: ADMINISTRATION, own: 404 },
  'GET /imports/:id/refusals': { may: ADMINISTRATION, own: 404 },
  'POST /imports/:id/undo': { may: ADMINISTRATION, own: 404 },
  'GET /imports/:id/decisions': { may: ADMINISTRATION, own: 404 },
  'PUT /imports/:id/decisions': { may: ADMINISTRATION, own: 404 },
  'GET /imports/:id/kept': { may: ADMINISTRATION, own: 404 },
  'GET /import-mappings': { may: ADMINISTRATION, ...ANY },
  'POST /import-mappings': { may: ADMINISTRATION, own: 400 },
  'DELETE /import-mappings/:id': { may: ADMINISTRATION, own: 404 },
  'GET /leads/lostSaleReport': { may: STAFF, on: 'finished', ...ANY, tells: clientName },
  'GET /leads/lostSaleReportExport': { may: STAFF, on: 'finished', ...ANY },
  'GET /leads/list-broker · calls': { may: STAFF, ...ANY, tells: clientName },
  'GET /leads/callsManagerReportExport': { may: STAFF, ...ANY },
  'GET /obligations': { may: STAFF, ...ANY },
  // None of these records has one.
  'GET /obligations/export': { may: STAFF, own: 422 },
  'GET /sent-proposals': { may: MANAGEMENT, ...ANY },
  'GET /sent-proposals/export': { may: MANAGEMENT, own: 422 },
  'GET /sent-proposals/book/pdf': { may: MANAGEMENT, ...ANY },
  'GET /leads-origin': { may: [1, 3], ...ANY },
  'GET /leads-origin/export': { may: [1, 3], ...ANY },
  'GET /leads/list-presencial': { may: ADMINISTRATION, ...ANY },
  // None of these records has a contact in person.
  'GET /leads/list-presencial/export': { may: ADMINISTRATION, own: 422 },
  'GET /lead-chart': { may: EVERYONE, ...ANY },

  // One's own alone. tests/api/reports/report-views.test.ts asks for another user's.
  'GET /report-views': { may: EVERYONE, ...ANY },
  'POST /report-views': { may: EVERYONE, own: 403 },
  'POST /report-views · of a report of the role': {
    may: STAFF,
    action: 'report.brokerIndications',
    own: 201,
  },
  'PUT /report-views/:id': { may: EVERYONE, own: 404 },
  'DELETE /report-views/:id': { may: EVERYONE, own: 404 },
  'GET /screen-settings/:screen': { may: EVERYONE, ...ANY },
  'PUT /screen-settings/:screen': { may: EVERYONE, ...ANY },
  // Of the caller's session alone. tests/api/push/subscriptions.test.ts has two users.
  'GET /push-subscription': { may: STAFF, ...ANY },
  // The address in the request is no push service's.
  'PUT /push-subscription': { may: STAFF, own: 422 },
  'DELETE /push-subscription': { may: STAFF, ...ANY },
  // One's own, and those of users whom one manages: tests/api/absences/absences.test.ts.
  'GET /absences': { may: STAFF, ...ANY },
  // Days in the wrong order: nobody is on leave in this world.
  'POST /absences': { may: STAFF, own: 422 },
  'PUT /absences/:id': { may: STAFF, own: 404 },
  'DELETE /absences/:id': { may: STAFF, own: 404 },
  // One's own addresses alone: tests/api/calendar/feed.test.ts has two users.
  'GET /calendar-feeds': { may: STAFF, ...ANY },
  'POST /calendar-feeds': { may: STAFF, ...ANY },
  'PUT /calendar-feeds/:id': { may: STAFF, own: 404 },
  'POST /calendar-feeds/:id/renew': { may: STAFF, own: 404 },
  'DELETE /calendar-feeds/:id': { may: STAFF, own: 404 },
  'DELETE /users/:id/calendar-feeds': { may: MANAGEMENT, own: 404 },
  // The secret is in the address.
  'GET /calendar/:file': { may: 'public', own: 404 },
  // One's own conversations alone. tests/api/assistant/chat.test.ts asks for another user's.
  'GET /ai/persona': { may: ADMINISTRATION, ...ANY },
  'PUT /ai/persona/:id': { may: ADMINISTRATION, ...ANY },
  'DELETE /ai/persona/:id': { may: ADMINISTRATION, ...ANY },
  'GET /ai/chat-history': { may: ADMINISTRATION, ...ANY },
  'GET /ai/chat': { may: ADMINISTRATION, ...ANY },
  'GET /ai/chat · without a service': { may: ADMINISTRATION, ...NO_SERVICE },
  'POST /ai/chat': { may: ADMINISTRATION, ...ANY, stream: true },

  'GET /docs': { may: 'public', ...ANY },
  'HEAD /docs/': { may: 'public', ...ANY },
  'GET /docs/json': { may: 'public', ...ANY },
  'GET /docs/yaml': { may: 'public', ...ANY },
  'GET /docs/static/*': { may: 'public', ...ANY },
  'GET /docs/static/index.html': { may: 'public', own: 302 },
  'GET /docs/static/swagger-initializer.js': { may: 'public', ...ANY },

  'GET /leads/list-count': { may: STAFF, ...ANY },
  'GET /leads/list-broker': { may: STAFF, ...ANY, tells: leadNumber },
  'GET /leads/list-broker · by number': { may: STAFF, ...LISTED, tells: leadNumber },
  'GET /leads/list-broker · by name': { may: STAFF, ...LISTED, tells: leadNumber },
  'GET /leads/list-broker · by document': { may: STAFF, ...LISTED, tells: leadNumber },
  'POST /leads/list': { may: STAFF, ...LISTED, tells: leadNumber },
  'GET /leads/referrals': { may: EVERYONE, ...ANY, tells: leadNumber },
  'GET /leads/referrals · by number': { may: EVERYONE, ...LISTED, tells: leadNumber },
  'GET /leads/older': { may: STAFF, on: 'unclaimed', ...LISTED, kinds: ['strangerUnclaimed'] },
  'GET /leads/:id': { may: EVERYONE, ...ONE, tells: clientName },
  'GET /leads/:id · unclaimed': { may: EVERYONE, on: 'unclaimed', ...ANY, tells: clientName },
  'GET /leads/:id · finished': { may: EVERYONE, on: 'finished', ...ANY, tells: clientName },
  'GET /leads/:id · referred': { may: EVERYONE, on: 'joined', ...ANY, tells: clientName },
  'GET /leads/:id/dossier': { may: MANAGEMENT, ...ONE, tells: clientName },
  'GET /leads/:id/dossier/pdf': { may: MANAGEMENT, ...ONE },
  'GET /history/key': { may: 'public', ...ANY },
  'POST /history/head': { may: 'public', ...ANY },
  'GET /leads/:id/timeline': { may: STAFF, ...ONE, tells: clientName },
  'GET /leadChannel/:id': { may: EVERYONE, ...ONE, tells: leadNumber },
  'GET /leads/next-status/:id': { may: EVERYONE, ...ONE },
  'GET /leads-permissions/:id': { may: EVERYONE, ...ONE },

  'PUT /capture-lead/:id': { may: STAFF, on: 'unclaimed', ...ONE, tells: clientName, told: TAKEN },
  'PUT /cancel-lead/:id': { may: STAFF, ...ONE },
  'POST /leads/scheduling': { may: STAFF, ...ONE },
  'POST /leads/scheduling · closed': { may: STAFF, ...ONE },
  'POST /leads/:id/notes': { may: STAFF, ...ONE },
  'PUT /leads/:id': { may: STAFF, ...ONE, tells: clientName },
  'PUT /leads/:id · situation': { may: STAFF, ...ONE },
  'PUT /leads/:id · next step': { may: STAFF, ...ONE },
  'PUT /leads/:id · end': { may: STAFF, ...ONE },
  'PUT /leads/:id · back from the end': { may: MANAGEMENT, action: 'lead.recover', on: 'finished', ...ONE },
  'PUT /leads/:id · deadlines': { may: ADMINISTRATION, action: 'lead.setDeadlines', ...ONE },
  'POST /leads': { may: EVERYONE, own: 201, foreign: 404, kinds: CLIENTS, tells: clientName },
  // creations.test.ts covers referrals by document in detail.
  'POST /external-lead': { may: EVERYONE, ...LISTED },
  // tests/api/leads/external-indication.test.ts indicates. Without a link the answer is a refusal, with status 200.
  'POST /leads/externalLead': { may: 'public', ...ANY },
  'GET /externalInit': { may: 'public', own: 404 },
  'POST /externalCep': { may: 'public', own: 404 },
  'POST /receipt': { may: 'public', own: 404 },
  'GET /receipt-news': { may: [4, 5, 6, 7], ...ANY },
  'GET /receipt-mails': { may: [4, 5, 6, 7], ...ANY },
  'PUT /receipt-mails': { may: [4, 5, 6, 7], ...ANY },
  'GET /externalMail': { may: [1, 5, 7], ...ANY },
  'GET /externalMail/news': { may: [1, 5, 7], ...ANY },
  'POST /externalMail': { may: [1, 5, 7], ...ANY },
  'GET /held-indications': { may: MANAGEMENT, ...ANY },
  'POST /held-indications/decide': { may: MANAGEMENT, ...ANY },
  'POST /externalMail/renew': { may: [1, 5, 7], ...ANY },

  'GET /clients/list': { may: STAFF, ...LISTED, kinds: CLIENTS, tells: clientName },
  // tests/api/administration/list-sheets.test.ts reads it: no client of others is in it.
  'GET /clients/list/export': { may: STAFF, ...ANY },
  'GET /clients': { may: STAFF, ...ANY, tells: clientName },
  'POST /clients': { ...AMONG_STAFF, own: 200, foreign: 422, differs: ONE_DOCUMENT },
  'PUT /clients/:id': { may: STAFF, ...ONE, tells: clientName },
  'GET /clients/:id/personal-data': { may: ADMINISTRATION, ...ANY, tells: clientName },
  'GET /clients/:id/personal-data/erasure': { may: ADMINISTRATION, ...ANY },
  // administration/personal-data.test.ts erases. This one names no client.
  'DELETE /clients/:id/personal-data': { may: ADMINISTRATION, own: 404 },
  'GET /clients/:id/personal-data/mentions': { may: ADMINISTRATION, ...ANY },
  'POST /clients/:id/personal-data/mentions/blank': { may: ADMINISTRATION, ...ANY },
  'POST /personal-data/legal-records': { may: ADMINISTRATION, ...ANY },
  'GET /personal-data/without-contact': { may: ADMINISTRATION, ...ANY },
  // leads/client-merges.test.ts merges. These name no client.
  'GET /client-duplicates': { may: MANAGEMENT, ...ANY },
  'GET /client-comparison': { may: MANAGEMENT, own: 404 },
  'PUT /client-duplicates/dismissed': { may: MANAGEMENT, own: 404 },
  'GET /client-merges': { may: MANAGEMENT, ...ANY },
  'POST /client-merges': { may: MANAGEMENT, own: 404 },
  'POST /client-merges/:id/undo': { may: MANAGEMENT, own: 404 },
  'GET /known-contact': { may: EVERYONE, ...LISTED, kinds: CLIENTS, tells: clientName },
  // docs/rules.md#look-ups-proposals-quotes: staff find any client by its document.
  'POST /client-by-cpf': { may: EVERYONE, ...LISTED, ...BY_DOCUMENT, tells: clientName },
  'POST /client-by-cpf · referred': { may: EVERYONE, on: 'joined', ...ANY, tells: clientName },
  'GET /client-by-name/:name': { may: EVERYONE, ...LISTED, kinds: CLIENTS, tells: clientName },
  'GET /client-by-name/:name · referred': { may: EVERYONE, on: 'joined', ...ANY, tells: clientName },

  'GET /elective-lead/new-list': { may: [1, 2, 3, 4], ...LISTED, ...PROPOSALS, tells: proposalName },
  'GET /elective_lead/search': { may: [1, 2, 3, 4], ...ONE, ...PROPOSALS, tells: proposalName },
  'PUT /elective_lead/bypass/:id': { may: ADMINISTRATION, ...ONE, kinds: ['stranger'] },
  'POST /elective-lead': { may: 'public', own: 401 },
  'POST /leadVerification': { may: STAFF, ...LISTED, scoped: [], kinds: ['stranger'] },

  'POST /quote/:leadId': { may: STAFF, ...ONE, tells: clientName },
  'POST /quote/simulate': { may: [1, 2, 3, 7], own: 200, foreign: 422, scoped: [7], kinds: ['stranger'] },
  'POST /cepverify': { may: EVERYONE, ...NO_SERVICE },
  // It uses its own key, which these tests do not configure either.
  'POST /vsphone/result': { may: 'public', ...NO_SERVICE },
  'POST /vsphone': { may: STAFF, ...NO_SERVICE, foreign: 403, kinds: ['stranger'], differs: ONLY_ITSELF },

  'PUT /sync/files/:uid': { ...AMONG_STAFF, own: 204, foreign: 409, differs: FIRST_SENDER },
  'POST /leads/file': { may: STAFF, ...ONE },
  'GET /leads/fileDownload': { may: STAFF, ...ONE, tells: clientName },

  'GET /sync': { may: EVERYONE, ...ANY, tells: leadNumber },
  'GET /sync · in small pages': { may: EVERYONE, ...ANY },
  'GET /sync/events': { may: EVERYONE, ...ANY, stream: true },
  // commands.ts has the outcomes of its commands.
  'POST /sync/push': { may: EVERYONE, ...ANY },
  'POST /hand-over/keys': { may: EVERYONE, ...ANY },
  // tests/api/sync/sealed-push.test.ts opens one.
  'POST /sync/sealed': { may: 'public', own: 400 },
}
