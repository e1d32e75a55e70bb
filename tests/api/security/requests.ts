/** Requests of the operations in expectations.ts that need more than a lead's number in the path. */
import { EMPTY_LAYOUT } from '../../../src/domain/reports/funnel-slots.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { Authenticator } from '../support/authenticator.ts'
import { OUTWARD_REQUESTS } from './outward-requests.ts'
import { body, NO_KEY, NOBODY, path } from './request-parts.ts'
import type { At, Request } from './row.ts'
import type { Asked } from './support/ask.ts'
import { newUid, typed } from './support/marks.ts'
import { type Belongings, FAR_PROPOSAL, isOwn, OWN_PROPOSAL, recordOf } from './support/records.ts'
import {
  ADMINISTRATOR,
  COMPETITOR,
  DEFAULT_PARTNER,
  FAR_CHANNEL,
  FAR_PARTNER,
  INSURANCE,
  INSURER,
  OWN_PARTNER,
  partnerOf,
  RULE,
  RULE_BODY,
  STRANGER,
  TEAM_CHANNELS,
  TEMPLATE,
} from './support/residents.ts'

const listBy = (filters: (record: Belongings) => Record<string, string>) =>
  path(({ record }) => `/leads/list-broker?${new URLSearchParams(filters(record))}`)

/** A report of two days in which there was no lead. */
const longAgo = (route: string, from = 'start_date', to = 'end_date') =>
  path(() => `${route}?${from}=2001-01-01&${to}=2001-01-02`)

/** Any point of the curve is somebody's public key. */
const GENERATOR_OF_P256 =
  'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q'

/** The server's clock moves a minute with each line of the matrix. */
const schedule = (status: 0 | 1) =>
  body(({ record }) => {
    const scheduling_date = new Date(Date.now() + DAY_MS).toISOString()
    return { lead_id: record.lead.id, scheduling_date, description: '', status }
  })

const clientNamed = path(({ record }) => `/client-by-name/${record.marks.client.name}`)

const ON_TIME = { capture_on_time: 1, first_call_on_time: 1, indication_on_time: 1, attendance_on_time: 1 }

/** A referral by REST from the external screen. */
export function referral({ cpf, name, cellphone, mail, birth_date, address }: ReturnType<typeof typed>) {
  return {
    client_cpf: cpf,
    client_name: name,
    client_cellphone: cellphone,
    client_email: mail,
    client_birth_date: birth_date,
    client_address: address,
    insurance_id: INSURANCE,
  }
}

const DATA_REQUEST = { name: 'Alguém', kind: 'access', came_by: 'mail', received_on: '2001-01-01' }
const INCIDENT = { description: 'Nada', known_on: '2001-01-01', subject_kinds: [], data_kinds: [] }

const PDF = '%PDF-1.7\nnovo\n%%EOF\n'

function form(leadId: number): NonNullable<Asked['file']> {
  const part = (head: string, content: string) =>
    `--limite\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const parts = [
    part('name="lead_id"', String(leadId)),
    part('name="file"; filename="a.pdf"\r\ncontent-type: application/pdf', PDF),
  ]
  return { type: 'multipart/form-data; boundary=limite', content: `${parts.join('')}--limite--\r\n` }
}

const WORKFLOW = new Map([
  [OWN_PROPOSAL, `WF${OWN_PARTNER}`],
  [FAR_PROPOSAL, `WF${FAR_PARTNER}`],
])

/** Staff ask for an inviter of role 1, a partner for itself. For a partner the foreign one is the administrator. */
const inviterOf = ({ me, record }: At) =>
  record.kind === 'missing' ? record.person.id : isOwn(record) && me.role === 7 ? me.id : ADMINISTRATOR.id

/** What makes another row than the given one: names and codes are unique. */
const another = (given: object): object => ({
  ...given,
  ...('name' in given ? { name: newUid() } : {}),
  ...('description' in given ? { description: newUid() } : {}),
  ...('code_wf' in given ? { code_wf: null } : {}),
})

/** A list that administration keeps, its row with this number, and what the row already has. */
const managed = (list: string, id: number, given: object): Readonly<Record<string, Request>> => ({
  [`POST /${list}`]: body(() => another(given)),
  [`GET /${list}/:id`]: path(() => `/${list}/${id}`),
  [`PUT /${list}/:id`]: () => ({ path: `/${list}/${id}`, body: given }),
  [`DELETE /${list}/:id`]: path(() => `/${list}/${NOBODY}`),
})
const USER = { name: 'Oculto', email: 'oculto@exemplo.com.br', phone: '31988887777', role: 5, channel_id: 29 }
const PARTNER = { name: `Concessionária ${DEFAULT_PARTNER}`, code_wf: `WF${DEFAULT_PARTNER}` }
const FLOW = [1, 2, 3, 4, 5, 6]

const view = (reportPath: string) => ({ id: newUid(), path: reportPath, name: 'Minha visão', filter: {} })

const NO_CHALLENGE = { challenge: 'x' }

export const REQUESTS: Readonly<Record<string, Request>> = {
  // Each from another address, so that they do not count as guesses from one.
  'POST /login': ({ me }) => ({
    body: { login: `ninguem${me.id}`, password: 'não é esta' },
    from: `10.0.0.${me.id}`,
  }),
  'POST /login/passkey/options': body(() => ({})),
  'POST /login/passkey': body(() => ({ passkey: new Authenticator('http://localhost').prove(NO_CHALLENGE) })),
  'POST /passkeys': body(() => ({
    name: 'Celular',
    passkey: new Authenticator('http://localhost').make({ ...NO_CHALLENGE, user: { id: 'x' } }),
  })),
  'PUT /passkeys/:id': () => ({ path: `/passkeys/${newUid()}`, body: { name: 'Celular' } }),
  'DELETE /passkeys/:id': path(() => `/passkeys/${newUid()}`),
  'POST /login/second-step': body(() => ({ step: 'x', code: '000000' })),
  'POST /second-factor/code-app/confirm': body(() => ({ code: '000000' })),
  'DELETE /users/:id/second-factor': path(() => `/users/${STRANGER.id}/second-factor`),
  'POST /sessions/end': body(() => ({ proof: '0'.repeat(64) })),
  'POST /sessions/confirm': ({ me }) => ({
    body: { own_password: 'não é esta' },
    from: `10.0.5.${me.id}`,
  }),
  'PUT /devices/current': body(() => ({
    app_version: '0.2.0',
    installed: null,
    mode: 'personal',
    waiting_changes: 0,
    waiting_files: 0,
    waiting_since: null,
    storage_used: null,
    storage_persistent: null,
    notices: null,
  })),
  'POST /devices/:id/erase': () => ({ path: `/devices/${newUid()}/erase`, body: {} }),
  'POST /devices/erase-order': body(() => ({ stage: 'asks' })),
  'PUT /device-keys': body(() => ({ server_half: 'h'.repeat(43), device_secret: 's'.repeat(43) })),
  'PUT /device-keys/pin': body(() => ({ pin_proof: 'p'.repeat(43) })),
  'POST /device-keys/pin-unlock': ({ me }) => ({
    body: { user_id: me.id, device_secret: 'x'.repeat(43), pin_proof: 'p'.repeat(43) },
    from: `10.0.6.${me.id}`,
  }),
  'DELETE /sessions/:id': path(({ record }) => `/sessions/${record.sessionId}`),
  'POST /update-user · a password that is not the old one': body(() => ({
    old_password: 'não é esta',
    password: 'Uma-Frase-Longa-4711',
  })),

  'GET /password/verify/:hash': path(() => '/password/verify/nenhum'),
  'POST /password/verify': body(() => ({ verify_code: 'nenhum', password: 'Uma-Frase-Longa-4711' })),
  'POST /password/disown': body(() => ({ verify_code: 'nenhum' })),
  'POST /account-events/disown': body(() => ({})),
  'POST /password/reset-mail': ({ me }) => ({ body: { login: 'ninguem' }, from: `10.0.1.${me.id}` }),
  'POST /email/confirm': body(() => ({ verify_code: 'nenhum' })),
  'POST /email/verify': body(() => ({ id: STRANGER.id })),
  'GET /users/:id/mail': path(() => `/users/${STRANGER.id}/mail`),
  'POST /users/:id/link': path(() => `/users/${STRANGER.id}/link`),

  'GET /clients/list': path(() => '/clients/list?per_page=100'),
  'GET /users/list': path(() => '/users/list'),
  'GET /users/access': path(() => '/users/access'),
  'GET /users/:id': path(() => `/users/${STRANGER.id}`),
  'GET /users/:id/hanging': path(() => `/users/${STRANGER.id}/hanging`),
  'PUT /lead-transfers/:uid': ({ record }) => ({
    path: `/lead-transfers/${crypto.randomUUID()}`,
    body: { leads: [record.lead.uid], to: { kind: 'broker', broker_id: NOBODY } },
  }),
  'POST /lead-transfers/plan': body(({ record }) => ({ leads: [record.lead.uid] })),
  'POST /lead-transfers/:uid/undo': () => ({
    path: `/lead-transfers/${crypto.randomUUID()}/undo`,
    body: {},
  }),
  'POST /users': ({ me, record }) => {
    const login = `novo-${me.id}-${record.kind}`
    return { body: { ...USER, login, email: `${login}@exemplo.com.br` } }
  },
  'PUT /users/:id': () => ({ path: `/users/${STRANGER.id}`, body: USER }),
  'POST /users/seen': body(() => ({})),
  'GET /users/inviter': path(() => '/users/inviter?allUsers=true'),
  'PUT /users/:id/phone': ({ record }) => {
    const { id, phone } = isOwn(record) ? STRANGER : record.person
    return { path: `/users/${id}/phone`, body: { phone } }
  },
  ...managed('insurances', INSURANCE, { name: 'Residencial', type: 1 }),
  ...managed('partners', DEFAULT_PARTNER, PARTNER),
  'GET /partners/:id/keys': path(() => `/partners/${DEFAULT_PARTNER}/keys`),
  'POST /partners/:id/keys': () => ({ path: `/partners/${DEFAULT_PARTNER}/keys`, body: { name: 'Loja' } }),
  'POST /partner-keys/:id/renew': path(() => `/partner-keys/${NO_KEY}/renew`),
  'DELETE /partner-keys/:id': path(() => `/partner-keys/${NO_KEY}`),
  ...OUTWARD_REQUESTS,
  ...managed('technical-team', 1, { description: 'Equipe 1', channels: [TEAM_CHANNELS[1]] }),
  ...managed('lead-broker-config', RULE, RULE_BODY),
  // An active one would be the second of its leads.
  'POST /lead-broker-config': body(() => ({ ...RULE_BODY, status: 0 })),
  ...managed('channels', FAR_CHANNEL, { name: `Canal ${FAR_CHANNEL}`, status_flow: FLOW }),
  ...managed('competitor-brokers', COMPETITOR, { name: 'Outra corretora' }),
  ...managed('insurers', INSURER, { name: 'Outra seguradora' }),
  ...managed('message-templates', TEMPLATE, { name: 'Outro modelo', purpose: 'other', body: 'Olá' }),
  'PUT /insurers/spellings/:id': () => ({
    path: `/insurers/spellings/${NOBODY}`,
    body: { decision: 'ignore' },
  }),
  'PUT /lead-temps/doubles/:id': () => ({ path: `/lead-temps/doubles/${NOBODY}`, body: { decision: 'two' } }),

  'GET /reports/clients': path(({ record }) => `/reports/clients?name=${record.marks.client.name}`),
  'GET /leads/list-broker · calls': path(() => '/leads/list-broker?isCallReport=true&per_page=all'),
  'GET /leads/indicationManagerReport': path(() => '/leads/indicationManagerReport?per_page=1000'),
  'GET /leads/indicationReportGerVeic': path(() => '/leads/indicationReportGerVeic?per_page=1000'),
  'GET /leads/dealershipMonth': path(() => '/leads/dealershipMonth?per_page=1000'),
  'GET /leads/AttendanceReport': path(() => '/leads/AttendanceReport?per_page=1000'),
  'GET /lead-chart': path(() => '/lead-chart?date_ini=2026-01-01&date_end=2026-12-31'),
  'POST /report-views': body(() => view('/relatorio-que-nao-existe')),
  'POST /report-views · of a report of the role': body(() => view('/relatorio-indicacoes-corretora')),
  'PUT /report-views/:id': () => ({ path: `/report-views/${NO_KEY}`, body: { name: 'Outra' } }),
  'DELETE /report-views/:id': path(() => `/report-views/${NO_KEY}`),
  'PUT /ai/persona/:id': () => ({
    path: '/ai/persona/2',
    body: { name: 'Analista', description: '', instructions: '' },
  }),
  'DELETE /ai/persona/:id': path(() => '/ai/persona/2'),
  'GET /ai/chat-history': path(() => '/ai/chat-history?sessionId=s&personId=1'),
  'GET /ai/chat': path(() => '/ai/chat?sessionId=s&prompt=captura&personId=1'),
  'GET /ai/chat · without a service': path(() => '/ai/chat?sessionId=s&prompt=captura&personId=2'),
  'POST /ai/chat': body(() => ({ sessionId: 's', prompt: 'captura', personId: 1 })),
  'GET /screen-settings/:screen': path(() => '/screen-settings/funnel'),
  'PUT /screen-settings/:screen': () => ({
    path: '/screen-settings/funnel',
    body: { value: EMPTY_LAYOUT, changed_at: new Date().toISOString() },
  }),
  'PUT /push-subscription': body(() => ({
    endpoint: 'https://exemplo.com.br/push',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  })),
  'PUT /lead-duplicates/release/:id': path(() => `/lead-duplicates/release/${NOBODY}`),
  'GET /leads/summaryRenovationReportExport': longAgo(
    '/leads/summaryRenovationReportExport',
    'date_ini',
    'date_end',
  ),
  'GET /leads/renovationReportExport': longAgo('/leads/renovationReportExport', 'date_ini', 'date_end'),
  'GET /diagnosisRenew/diagnosisRenewReportExport': longAgo('/diagnosisRenew/diagnosisRenewReportExport'),
  'GET /diagnosis/diagnosisReportExport': longAgo('/diagnosis/diagnosisReportExport'),
  'GET /lead-temps/leadTempsExport': path(() => '/lead-temps/leadTempsExport?reference_month=200101'),

  'PUT /settings': body(() => ({ time_to_finish_lead: 24 })),
  'PUT /first-steps': body(() => ({ offered: true })),
  'PUT /first-steps/:step': () => ({ path: '/first-steps/team', body: { later: true } }),
  'PUT /settings/logo': body(() => ({ image: 'R0lGODlh' })),
  'GET /settings/mail-files/:name': path(() => '/settings/mail-files/nenhum.eml'),
  'DELETE /settings/mail-files/:name': path(() => '/settings/mail-files/nenhum.eml'),
  'GET /data-requests/:id': path(() => '/data-requests/999999'),
  'POST /data-requests': body(() => DATA_REQUEST),
  'PUT /data-requests/:id': () => ({
    path: '/data-requests/999999',
    body: { ...DATA_REQUEST, revision: 1 },
  }),
  'PUT /data-requests/:id/answer': () => ({
    path: '/data-requests/999999/answer',
    body: { answered_on: '2001-01-02', outcome: 'granted', answer: 'Respondido', revision: 1 },
  }),
  'DELETE /data-requests/:id/answer': path(() => '/data-requests/999999/answer'),
  'DELETE /data-requests/:id': path(() => '/data-requests/999999'),
  'GET /incidents/:id': path(() => '/incidents/999999'),
  'POST /incidents': body(() => INCIDENT),
  'PUT /incidents/:id': () => ({ path: '/incidents/999999', body: { ...INCIDENT, revision: 1 } }),
  'POST /settings/integrations/:name/test': path(() => '/settings/integrations/mail/test'),

  'POST /lead-temps/import': ({ record }) => ({ path: '/lead-temps/import', file: form(record.lead.id) }),
  'GET /exports/whole/:id/file': path(() => `/exports/whole/${NOBODY}/file`),
  'GET /lead-temps/import/:id': path(() => `/lead-temps/import/${NOBODY}`),
  'PUT /lead-temps/import/:id/cancel': path(() => `/lead-temps/import/${NOBODY}/cancel`),
  'GET /lead-temps/import/:id/refusals': path(() => `/lead-temps/import/${NOBODY}/refusals`),
  'GET /lead-temps/import/:id/decisions': path(() => `/lead-temps/import/${NOBODY}/decisions`),
  'PUT /lead-temps/import/:id/decisions': () => ({
    path: `/lead-temps/import/${NOBODY}/decisions`,
    body: { decisions: [{ line: 1, decision: 'discard' }] },
  }),
  'POST /imports': ({ record }) => ({ path: '/imports', file: form(record.lead.id) }),
  'GET /imports/:id': path(() => `/imports/${NOBODY}`),
  'PUT /imports/:id/cancel': path(() => `/imports/${NOBODY}/cancel`),
  'GET /imports/:id/refusals': path(() => `/imports/${NOBODY}/refusals`),
  'POST /imports/:id/undo': path(() => `/imports/${NOBODY}/undo`),
  'GET /imports/:id/decisions': path(() => `/imports/${NOBODY}/decisions`),
  'PUT /imports/:id/decisions': () => ({
    path: `/imports/${NOBODY}/decisions`,
    body: { decisions: [{ line: 1, decision: 'discard' }] },
  }),
  'GET /imports/:id/kept': path(() => `/imports/${NOBODY}/kept`),
  'POST /import-mappings': body(() => ({ list: 'leads', name: '', headers: {} })),
  'DELETE /import-mappings/:id': path(() => `/import-mappings/${NOBODY}`),
  'PUT /lead-temps/assign': body(() => ({ ids: [NOBODY], broker_id: NOBODY })),

  'GET /docs/static/*': path(() => '/docs/static/favicon-32x32.png'),

  'GET /leads/list-broker · by number': listBy(({ lead }) => ({ lead_id: String(lead.id) })),
  'GET /leads/list-broker · by name': listBy(({ marks }) => ({ client_name: marks.client.name })),
  'GET /leads/list-broker · by document': listBy(({ marks }) => ({ client_cpf: marks.client.cpf })),
  'POST /leads/list': body(({ record }) => ({ filters: { lead_id: record.lead.id } })),
  'GET /leads/referrals · by number': path(({ record }) => `/leads/referrals?lead_id=${record.lead.id}`),
  'GET /leads/older': path(({ record }) => `/leads/older?channel_id=${record.channel}`),

  'POST /leads/scheduling': schedule(0),
  'POST /leads/scheduling · closed': schedule(1),
  'POST /leads/:id/notes': body(() => ({ note: 'outra nota' })),
  'PUT /leads/:id': body(() => ({ additional_information: 'outra nota' })),
  'PUT /leads/:id · situation': body(() => ({ service_status: 1 })),
  'PUT /leads/:id · next step': body(() => ({ state: 2, status: 3 })),
  'PUT /leads/:id · end': body(() => ({ state: 3 })),
  'PUT /leads/:id · back from the end': body(() => ({ state: 2 })),
  'PUT /leads/:id · deadlines': body(() => ({ ...ON_TIME, isDeadlineEdit: true })),
  'POST /leads': body(({ me, record }) => ({
    client_id: record.client.id,
    insurance_id: INSURANCE,
    proposal: newUid(),
    partner_id: partnerOf(me),
  })),
  'POST /external-lead': body(({ record }) => referral(typed({ cpf: record.marks.client.cpf }))),

  'POST /leads/externalLead': ({ me, record }) => ({
    body: {
      client: record.marks.client,
      insurance: INSURANCE,
      details: { type: 'Habitual' },
      withAuth: 0,
      inviter_id: String(me.id),
    },
    from: `10.0.2.${me.id}`,
  }),
  'POST /history/head': body(() => ({ lead_uid: newUid(), seq: 1, link_hash: 'a'.repeat(64) })),
  'GET /externalInit': ({ me }) => ({ path: `/externalInit?inviter_id=${me.id}`, from: `10.0.3.${me.id}` }),
  'POST /externalCep': ({ me }) => ({
    body: { inviter_id: String(me.id), cep: '01310100' },
    from: `10.0.4.${me.id}`,
  }),
  'POST /receipt': ({ me }) => ({ body: { code: '0000-0000-0000-0000' }, from: `10.0.5.${me.id}` }),
  'PUT /receipt-mails': body(() => ({ on: true })),
  'POST /externalMail': body(() => ({ externalMail: 'ana@exemplo.com.br' })),
  'POST /held-indications/decide': body(() => ({ decision: 'discard', uids: null })),
  'POST /externalMail/renew': body(() => ({})),

  'GET /clients': path(() => '/clients?per_page=2000'),
  'POST /clients': body(({ record }) => typed(isOwn(record) ? {} : { cpf: record.marks.client.cpf })),
  'GET /clients/:id/personal-data': path(({ record }) => `/clients/${record.client.id}/personal-data`),
  'GET /clients/:id/personal-data/erasure': path(
    ({ record }) => `/clients/${record.client.id}/personal-data/erasure`,
  ),
  'DELETE /clients/:id/personal-data': path(() => `/clients/${NOBODY}/personal-data`),
  'GET /clients/:id/personal-data/mentions': path(
    ({ record }) => `/clients/${record.client.id}/personal-data/mentions`,
  ),
  'POST /clients/:id/personal-data/mentions/blank': ({ record }) => ({
    path: `/clients/${record.client.id}/personal-data/mentions/blank`,
    body: { keys: ['x'] },
  }),
  'POST /personal-data/legal-records': body(() => ({ text: '' })),
  'GET /personal-data/without-contact': path(() => '/personal-data/without-contact?years=5'),
  'PUT /clients/:id': ({ record }) => ({
    path: `/clients/${record.client.id}`,
    body: { mail: 'outro@exemplo.com.br' },
  }),
  'GET /client-duplicates': path(() => '/client-duplicates'),
  'GET /client-comparison': path(
    () => `/client-comparison?first_uid=${crypto.randomUUID()}&second_uid=${crypto.randomUUID()}`,
  ),
  'PUT /client-duplicates/dismissed': body(() => ({
    first_uid: crypto.randomUUID(),
    second_uid: crypto.randomUUID(),
    dismissed: true,
  })),
  'GET /client-merges': path(() => '/client-merges'),
  'POST /client-merges': body(() => ({
    survivor_uid: crypto.randomUUID(),
    alias_uid: crypto.randomUUID(),
    from_alias: [],
    survivor_version: 1,
    alias_version: 1,
  })),
  'POST /client-merges/:id/undo': () => ({ path: `/client-merges/${crypto.randomUUID()}/undo` }),
  'GET /known-contact': path(({ record }) => `/known-contact?mail=${record.marks.client.mail}`),
  'POST /client-by-cpf': body(({ record }) => ({ cpf: record.marks.client.cpf })),
  'POST /client-by-cpf · referred': body(({ me }) => ({
    cpf: recordOf(me, 'met')?.marks.client.cpf,
  })),
  'GET /client-by-name/:name': clientNamed,
  'GET /client-by-name/:name · referred': clientNamed,

  'GET /elective-lead/new-list': path(
    ({ record }) => `/elective-lead/new-list?proposal=${record.proposal.number}`,
  ),
  'GET /elective_lead/search': path(
    ({ record: { proposal } }) =>
      `/elective_lead/search?proposal=${proposal.number}&partnerId=${proposal.partner}`,
  ),
  'PUT /elective_lead/bypass/:id': ({ record }) => ({
    path: `/elective_lead/bypass/${record.proposal.id}`,
    body: { bypass_allowed: true },
  }),
  'POST /elective-lead': body(() => ({ inviter_login: 'sistema', proposal: 'PR-9' })),
  'POST /leadVerification': body(({ record: { proposal } }) => ({
    leadNum: proposal.number,
    partner: WORKFLOW.get(proposal.id) ?? 'WF0',
  })),

  'POST /quote/simulate': body((at) => ({
    client: typed(),
    partner_id: FAR_PARTNER,
    insurance_id: INSURANCE,
    inviter_id: inviterOf(at),
  })),
  'POST /cepverify': body(() => ({ cep: '01310100' })),
  'POST /vsphone/result': body(() => ({ call_id: newUid(), status: 2, duration: 60 })),
  'POST /vsphone': body(({ record }) => ({ extension: '31988887777', user: record.person.login })),

  'PUT /sync/files/:uid': ({ record }) => ({
    path: `/sync/files/${record.fileUid}`,
    file: { type: 'application/pdf', content: PDF },
  }),
  'POST /leads/file': ({ record }) => ({ file: form(record.lead.id) }),
  'GET /leads/fileDownload': path(({ record }) => `/leads/fileDownload?lead_id=${record.lead.id}`),

  'GET /sync · in small pages': path(() => '/sync?limit=50'),
  'POST /hand-over/keys': body(() => ({ public_key: GENERATOR_OF_P256 })),
  'POST /sync/sealed': body(() => ({ sealed: 'AXrfmTc' })),
  'POST /sync/push': body(() => ({ device_id: 'device-of-the-test', app_version: '1.0.0', commands: [] })),
}
