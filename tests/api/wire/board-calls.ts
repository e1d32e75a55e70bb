/** The calls of sign-in, board, leads, look-ups and proposals, with the names of the specification. */
import { below, type CallTable, CLIENT, ENTRY, inside, LEAD, words } from './line.ts'

const SESSION_USER = [
  ...words('id name phone login email roles[].id channel.id channel_id partners[]'),
  ...below('technical_team', 'id description channels'),
]
const CHANNEL = words('id name parent_id custom children attendance_flow.status_flow')
const PARTNER = words('id name code_wf release_quote')
const SETTINGS = words(
  'first_call_on_time indication_on_time time_to_finish_lead time_to_capture_on_time_renovation time_to_capture_lead ' +
    'refresh_lead_seconds finished_leads_days_to_show endorsement_leads_days_to_show lost_leads_last_year_days_to_show',
)
const ENTRIES = words(
  'leads_sold leads_states leads_status leads_lost_sale leads_contact_type leads_service_status',
)

const LEAD_PAYLOAD = words(
  'proposal proposal_date product product_details channel_id inviter_id broker_id insurance_id insurance_expiration ' +
    'partner_id additional_information client_id contact_type sold lost_sale backup_car pague_menos endorsement_date ' +
    'competitor_broker date_fail sold_date sold_type quoted_date quoted_type contact_date sale_value ' +
    'commission_percentage',
)
const COMPUTED = words('attendance_on_time end_lead_date first_call_date')

const PROPOSAL = [
  ...words('id proposal proposal_date partner partner_id insurance additional_information bypass_allowed'),
  ...below('client_informations', 'name cpf rg birth_date email phone cellphone'),
  ...below('client_informations.address', 'cep street number comp district city'),
  ...below('product_informations', 'name chassis license_plate year brand'),
]

export const BOARD_CALLS: CallTable = {
  // Session and reference data
  'POST /login': { body: ['login', 'password'], answer: ['data.token'] },
  'GET /tokenconfirm': { answer: SESSION_USER },
  'GET /users/me': { answer: SESSION_USER },
  'GET /dashboard': {
    answer: [
      ...inside('channels[]', CHANNEL),
      ...inside('partners[]', PARTNER),
      ...below('brokers[]', 'id name roles[].id'),
      ...below('indicator[]', 'id name roles[].id'),
      ...below('insurances[]', 'id name'),
      ...below('technical_teams[]', 'id description channels'),
      ...below('competitor_brokers[]', 'id name'),
      ...ENTRIES.flatMap((name) => below(`${name}[]`, 'var_id value')),
      ...SETTINGS.map((name) => `${name}[].value`),
    ],
  },
  'GET /users': { answer: below('data[]', 'id name login email phone status roles[].id') },
  'GET /channels': { answer: inside('data[]', CHANNEL) },
  'GET /insurancesNoAuth': { answer: below('data[]', 'id name') },
  'GET /partners': { answer: inside('data[]', PARTNER) },
  'GET /clients': { answer: inside('data[]', CLIENT) },
  'GET /callsResult': { answer: ENTRY },
  'GET /users/inviter': { query: ['allUsers'], answer: below('data[]', 'id name phone roles[].id') },
  'GET /roles': { query: ['active'], answer: below('data[]', 'id name') },
  'POST /update-user': { body: words('email phone old_password password') },

  // Lead board
  'GET /leads/list-count': {
    answer: [
      ...below('count.leads_status_count[]', 'status total news late_scheduling'),
      ...below('count.leads_channel_count[]', 'id total vn vu vd'),
      'agendaments_count',
    ],
  },
  'GET /leads/list-broker': {
    query: words(
      'channel_id client_name client_cpf broker status schedule saven_days only_schedules state start_date end_date ' +
        'partner_id lead_id isStatusFilterButton insurance_id',
    ),
    answer: inside('leads[]', LEAD),
  },
  'GET /leads/older': { query: ['channel_id'], answer: ['lead'], ask: { channel_id: '1' } },
  'POST /leads/list': { body: ['filters'], answer: inside('leads[]', LEAD) },

  // Leads and their actions
  'POST /leads': {
    body: LEAD_PAYLOAD,
    ignored: [...COMPUTED, 'state', 'pending_sell', 'negociate'],
    answer: LEAD,
  },
  'PUT /leads/:id': {
    body: [
      ...LEAD_PAYLOAD,
      ...words('state status service_status quoted pending_sell negociate isDeadlineEdit'),
      ...words('capture_on_time first_call_on_time indication_on_time attendance_on_time'),
    ],
    ignored: COMPUTED,
    answer: LEAD,
  },
  'GET /leads/:id': { answer: LEAD },
  'GET /leadChannel/:id': { answer: ['lead.attendance_flow.status_flow'] },
  'GET /leads/next-status/:id': { answer: ['var_id', 'value'] },
  'GET /leads-permissions/:id': {
    answer: words('can_call can_finish can_negociate can_quote.able_to_quote can_quote.quote_type'),
  },
  'PUT /capture-lead/:id': { answer: LEAD },
  'PUT /cancel-lead/:id': { answer: ['message'] },
  'POST /leads/scheduling': { body: words('lead_id scheduling_date description status') },
  // Its body is a form: tests/api/http/files.test.ts sends one.
  'POST /leads/file': {},
  'GET /leads/fileDownload': { query: ['lead_id'], file: true, ask: null },
  'POST /leadVerification': { body: words('partner leadNum userLogin') },

  // Look-ups
  'PUT /users/:id/phone': { body: ['phone'], answer: ['id'] },
  'POST /clients': { body: CLIENT.filter((name) => name !== 'id'), answer: CLIENT },
  'PUT /clients/:id': { body: CLIENT.filter((name) => name !== 'id'), answer: CLIENT },
  'POST /client-by-cpf': { body: ['cpf'], answer: inside('data', CLIENT) },
  'GET /client-by-name/:name': { answer: inside('data[]', CLIENT) },
  'POST /cepverify': { body: ['cep'], answer: below('data.items', 'uf cidade bairro logradouro') },
  'POST /vsphone': { body: ['extension', 'user'] },

  // Import of proposals
  'GET /elective-lead/new-list': {
    query: words('inviter_login proposal bypass_allowed'),
    answer: inside('data[]', PROPOSAL),
  },
  'GET /elective_lead/search': {
    query: words('userLogin proposal partnerId'),
    answer: ['message', ...inside('data', PROPOSAL)],
    ask: null,
  },
  'PUT /elective_lead/bypass/:id': { body: ['bypass_allowed'] },
}
