/**
 * The calls of administration, reports, external indications, passwords and the assistant, with the names of the
 * specification. Where it shows no path the line has ours.
 */
import { below, type CallTable, CLIENT, inside, words } from './line.ts'

const USER = [
  ...words('id name login email phone status work_start observation active_all_dealerships'),
  ...words('renovator_hierarchical_group partners[] roles[].id verify'),
  ...below('technical_team', 'id description channels'),
]
const USER_PAYLOAD = words(
  'name email phone role channel_id partners technical_team_id observation status active_all_dealerships ' +
    'renovator_hierarchical_group work_start',
)
const INSURANCE = words('id name type')
const PARTNER = words('id name code_wf release_quote')
const TEAM = words('id description channels[].id channels[].name')
const CONFIG = words('channel_id partner_id insurance_id broker_id status')

const ADDRESS = words('cep street number comp district city state')
const EXTERNAL_LEAD = words(
  'proposal product product_details channel_id inviter_id insurance_id insurance_expiration partner_id ' +
    'additional_information date_fail client_name client_phone client_cellphone client_email client_cpf client_rg ' +
    'client_birth_date',
)

const REFERRAL = words(
  'id client_name product create_lead_date capture_date capture_on_time end_lead_date attendance_on_time state status ' +
    'broker_name',
)
const BROKER_SUMMARY = words(
  'broker_id broker_name broker_all_leads captures_on_time attendances_on_time had_contact quoted backup_car ' +
    'pague_menos sold conversion negotiation_time ranking',
)
const INDICATION_SUMMARY = words(
  'inviter_id inviter_name inviter_all_leads indications_on_time indications_not_on_time sold conversion ranking',
)
const REPORT_LEAD = [
  ...words('id client.name client.phone client.cellphone broker.name broker.phone channel.name partner.name'),
  ...words(
    'create_lead_date end_lead_date capture_date first_call_date first_call_on_time state sold status',
  ),
  ...words('lost_sale capture_on_time attendance_on_time indication_on_time'),
]
const CALLED_LEAD = [
  ...REPORT_LEAD,
  ...words('first_call_status first_call_duration'),
  ...below('calls[]', 'id date duration status'),
]
const LOSS = words('name name_id v1 v2 v3 v4')
const ATTENDANCE = words('broker on_time out_time total sold not_sold conversion')
const RENEWAL_SUMMARY = words(
  'broker.id broker.name renovation_on_time captures_renovation_on_time captures_renovation_not_time ' +
    'not_captures_renovation sold_end_of_validity conversion_renovation self_indication_on_time sold_self_indication ' +
    'conversion_self_indication backups_car backups_car_vend',
)
const PROCESSING = words(
  'id reference_month policy_number product client_info.client_name client_info.client_cpf broker.name broker.id ' +
    'broker.renovator_hierarchical_group renovator_hierarchical_group lead_id channel.name update_status ' +
    'additional_information',
)
const DUPLICATE = words('id proposal client_name vehicle partner user_relead relead_at created_at released')
const IN_PERSON = words(
  'id client.name partner.name broker.name contact_date quoted_date quoted_type sold sold_type end_lead',
)
const ORIGIN = words(
  'id name leads_count leads_by_channel[].id leads_by_channel[].name leads_by_channel[].qtd ' +
    'leads_by_channel[].by_insurance[].insurance_id leads_by_channel[].by_insurance[].name ' +
    'leads_by_channel[].by_insurance[].qtd',
)
const REFERRER = words(
  'client.name inviter_indication_time sold_date process_indication_time proposal_date indication_on_time inviter_name',
)
const DIAGNOSIS_ITEMS = words(
  'count_leads leads_capture_on_time quoted quoted_whatsapp quoted_tel_cel contact_whatsapp contact_tel_cel ' +
    'all_conections renewed_whatsapp renewed_tel_cel sales_quantity sales_on_whatsapp sales_on_tel_cel ' +
    'backup_car_sales lost_sales lost_sale_causes average_of_sell_quotation_time average_of_contact_after_quotation ' +
    'average_time_of_renew_after_conection average_of_sales_time average_of_quotation_time ' +
    'resultGoals.quantity_brokers_in_leads',
)
const DIAGNOSIS = [
  ...inside('items', DIAGNOSIS_ITEMS),
  ...below('newTableItems', 'new_insurances_sells average_comissions not_sold_count'),
  'conversions',
]
const DIAGNOSIS_QUERY = words('start_date end_date broker_id technicalTeam')

const MANAGER_FILTERS = words('date_ini date_end partners insurance_id broker')
const DEALER_FILTERS = words('date_ini date_end partner_id[] insurance_id[] inviter_id client_id')
const LOST_FILTERS = words('date_ini date_end partner_id insurance_id[] broker_id[]')
const CALL_FILTERS = words('status date_ini date_end partner_id[] broker_id[] client_name technical_teams')
const ATTENDANCE_FILTERS = words('start_date end_date broker_id[] partner_id[] technical_teams')
const RENEWAL_FILTERS = words('date_ini date_end broker_id[] channel_id[] client_name')

/** A sheet is read by tests/api/reports/sheets.test.ts. */
const sheet = (query: readonly string[]) => ({ query, file: true, ask: null }) as const

export const OFFICE_CALLS: CallTable = {
  'GET /users': { answer: below('data[]', 'id name login') },
  'GET /users/list': {
    query: words('name login status per_page page'),
    answer: [...inside('data[]', USER), 'meta.total'],
  },
  'POST /users': { body: [...USER_PAYLOAD, 'login'], answer: USER },
  'PUT /users/:id': { body: USER_PAYLOAD, ignored: ['login'], answer: USER },
  'POST /email/verify': { body: words('id name verify_code email') },
  'GET /clients/list': {
    query: words('name email is_active per_page page'),
    answer: [...inside('data[]', CLIENT), 'data[].leads[].id', 'pagination.total'],
  },
  'PUT /clients/:id': { body: words('name mail cpf phone cellphone address'), answer: CLIENT },
  'POST /client-by-cpf': { body: ['cpf'], answer: inside('data', CLIENT) },
  'GET /client-by-name/:name': { answer: inside('data[]', CLIENT) },
  'GET /leads/:id': { answer: ['id', ...inside('client', CLIENT)] },
  'POST /leadVerification': {
    body: words('partner leadNum userLogin'),
    answer: [
      'data[0]',
      ...below('data[1]', 'inviter_login created_at updated_at lead_id'),
      ...below('data[2]', 'id proposal actual_proposal older_proposal created_at proposal_date'),
    ],
  },
  'POST /external-lead': {
    body: [...EXTERNAL_LEAD, ...inside('client_address', ADDRESS)],
    ignored: ['state'],
    answer: ['indication_on_time'],
  },
  'POST /leads/externalLead': {
    body: [...words('client insurance details inviter_id withAuth'), ...inside('client.address', ADDRESS)],
    answer: ['status'],
  },
  'POST /externalMail': { body: ['externalMail'] },
  'GET /externalMail': { query: ['onlyLink'], answer: ['url'] },
  // Its code is a link's: tests/api/leads/external-indication.test.ts opens one.
  'GET /externalInit': { query: ['inviter_id'], answer: ['name'], ask: null },
  'GET /tokenconfirm': { answer: ['id'] },
  'GET /partners/by/auth': { answer: inside('data[]', PARTNER) },
  'GET /channels': { answer: below('data[]', 'id name') },
  'GET /insurances': { answer: inside('data[]', INSURANCE) },
  'GET /callsResult': { answer: below('data[]', 'var_id value') },
  'GET /partners': { answer: inside('data[]', PARTNER) },
  'POST /insurances': { body: ['name', 'type'], answer: INSURANCE },
  'PUT /insurances/:id': { body: ['name', 'type'], answer: INSURANCE },
  'DELETE /insurances/:id': {},
  'POST /partners': { body: words('name code_wf release_quote'), answer: PARTNER },
  'PUT /partners/:id': { body: words('name code_wf release_quote'), answer: PARTNER },
  'DELETE /partners/:id': {},
  'GET /leads/indicationManagerReport': {
    query: ['page', 'per_page', ...MANAGER_FILTERS],
    answer: [...inside('summaryReport[]', BROKER_SUMMARY), ...inside('data[]', REFERRAL), 'meta.total'],
  },
  'GET /leads/summaryReportExport': sheet(MANAGER_FILTERS),
  'GET /leads/indicationManagerReportExport': sheet(MANAGER_FILTERS),
  'GET /leads/indicationReportGerVeic': {
    query: ['page', 'per_page', ...DEALER_FILTERS],
    answer: [...inside('summaryReport[]', INDICATION_SUMMARY), ...inside('data[]', REFERRAL), 'meta.total'],
  },
  'GET /leads/summaryReportGerVeicExport': sheet(DEALER_FILTERS),
  'GET /leads/indicationReportGerVeicExport': sheet(DEALER_FILTERS),
  'GET /leads/referralReport': {
    query: words('date_ini date_end paginate'),
    answer: inside('data[]', REFERRAL),
  },
  'GET /leads/indicatorReport': { query: words('date_ini date_end'), answer: inside('data[]', REFERRER) },
  'GET /leads/lostSaleReport': {
    query: LOST_FILTERS,
    answer: [
      ...[0, 1, 2, 3, 4, 5].flatMap((place) => inside(`[${place}][]`, LOSS)),
      '[6]',
      ...inside('[7][]', [...REPORT_LEAD, 'value']),
    ],
  },
  'GET /leads/lostSaleReportExport': sheet(LOST_FILTERS),
  'GET /technical-team': { answer: inside('data[]', TEAM) },
  'GET /technical-team/for/filter': { answer: inside('data[]', TEAM) },
  'POST /technical-team': { body: ['description', 'channels'], answer: TEAM },
  'PUT /technical-team/:id': { body: ['description', 'channels'], answer: TEAM },
  'DELETE /technical-team/:id': {},
  'GET /leads/list-broker': {
    query: [...CALL_FILTERS, 'isCallReport', 'per_page'],
    answer: inside('leads[]', CALLED_LEAD),
    ask: { isCallReport: 'true', per_page: 'all' },
  },
  'GET /leads/callsManagerReportExport': sheet(CALL_FILTERS),
  'GET /leads/AttendanceReport': { query: ATTENDANCE_FILTERS, answer: inside('data[]', ATTENDANCE) },
  'GET /leads/AttendanceReportExport': sheet(ATTENDANCE_FILTERS),
  'GET /lead-chart': {
    query: words('date_ini date_end broker_id insurance_id channel_id technical_team_id'),
    answer: words('data[].total data[].values[].title data[].values[].value'),
    ask: { date_ini: '2026-01-01', date_end: '2026-12-31' },
  },
  'GET /lead-temps': {
    query: words('per_page page reference_month broker_id channel_id status client'),
    answer: [...inside('data[]', PROCESSING), 'total'],
  },
  'GET /leads/renovationReport': {
    query: RENEWAL_FILTERS,
    answer: ['[0][].id', ...inside('[1][]', RENEWAL_SUMMARY)],
  },
  'GET /leads/summaryRenovationReportExport': sheet(RENEWAL_FILTERS),
  'GET /leads/renovationReportExport': sheet(RENEWAL_FILTERS),
  'GET /diagnosis': {
    query: DIAGNOSIS_QUERY,
    answer: [...inside('renewal', DIAGNOSIS), ...inside('new', DIAGNOSIS)],
  },
  'GET /diagnosisRenew/diagnosisRenewReportExport': sheet(DIAGNOSIS_QUERY),
  'GET /lead-broker-config': {
    answer: below('data[]', 'id channel.name partner.name insurance.name broker.name status'),
  },
  'POST /lead-broker-config': { body: CONFIG, answer: ['id', ...CONFIG] },
  'PUT /lead-broker-config/:id': { body: CONFIG, answer: ['id', ...CONFIG] },
  'DELETE /lead-broker-config/:id': {},
  'GET /leads/list-presencial': {
    query: words('page per_page date_start date_end partners brokers client'),
    answer: [...inside('data[]', IN_PERSON), ...below('summaryReport[]', 'type percent'), 'meta.total'],
  },
  'GET /lead-duplicates': {
    query: words('partner_id client_name proposal_id date_start date_end page per_page'),
    answer: [...inside('data[]', DUPLICATE), 'meta.total'],
  },
  'PUT /lead-duplicates/release/:id': { answer: ['message'] },
  'GET /leads-origin': {
    query: words('date_start date_end broker_id'),
    answer: inside('data[]', ORIGIN),
  },
  'GET /ai/persona': { answer: below('data[]', 'id name description') },
  'GET /ai/chat-history': {
    query: ['sessionId', 'personId'],
    answer: below('data[]', 'input_prompt chat_response'),
    ask: null,
  },
  'GET /ai/chat': {
    query: words('sessionId prompt endPointOrigin personId'),
    answer: ['message'],
    ask: null,
  },
  'GET /password/verify/:hash': { answer: below('data[]', 'user_id verify_code verified'), ask: null },
  'POST /password/verify': { body: words('id verify_code password') },
  'POST /password/reset-mail': { body: ['login'] },
}
