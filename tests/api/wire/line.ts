/** One line for each call that the specification names: its path, the names that it takes, and the names that it answers. */

export interface CallLine {
  /** Names of the query. */
  readonly query?: readonly string[]
  /** Names of the body. */
  readonly body?: readonly string[]
  /** Names of the body that the server computes itself: it takes and ignores them. */
  readonly ignored?: readonly string[]
  /** Names in the answer: 'data[].client.name', and '[0]' for a place in a tuple. */
  readonly answer?: readonly string[]
  /** The answer is a file. */
  readonly file?: true
  /** What a call by the administrator of the demo asks with, where it needs something. Null: it is not asked here. */
  readonly ask?: Readonly<Record<string, string>> | null
}

/** By method and path. A number in a path is ':id'. */
export type CallTable = Readonly<Record<string, CallLine>>

/** Puts the names below a path. */
export const below = (path: string, names: string): string[] =>
  names.split(' ').map((name) => `${path}.${name}`)
export const words = (names: string): string[] => names.split(' ')

const ADDRESS = 'cep street number comp district city state'
export const CLIENT = [
  ...words('id name phone cellphone mail cpf rg birth_date'),
  ...below('address', ADDRESS),
]
export const inside = (path: string, names: readonly string[]) => names.map((name) => `${path}.${name}`)

export const LEAD = [
  ...words(
    'id state status channel_id channel inviter_id inviter inviter_Phone broker_id broker insurance_id',
  ),
  ...words('insurance insurance_expiration partner proposal proposal_date product additional_information'),
  ...below('product_details', 'details chassis license_plate year brand'),
  ...words(
    'client_name client_cellphone client_phone client_birth_date client_Cpf client_Rg client_CEP client_Email',
  ),
  ...words('client_address_street client_address_number client_address_comp client_address_district'),
  ...words('client_address_city client_address_state'),
  ...inside('client', CLIENT),
  ...words('contact_type quoted_type sold_type contact_date quoted_date sold_date quoted sold lost_sale'),
  ...words(
    'competitor_broker old_competitor_broker sale_value commission_percentage nps_value arquivo_oc file_path',
  ),
  ...words('date_fail endorsement_date end_of_validity backup_car pague_menos seguro_conteudo'),
  ...words('attendance_on_time indication_on_time capture_on_time first_call_on_time'),
  ...words('end_lead_date first_call_date create_lead_date capture_date'),
  ...words('service_status suspended_lead on_fire pending_sell negociate next_status'),
  ...below('lead_scheduling', 'scheduling_date description status'),
]

export const ENTRY = words('data[].var_id data[].value')
