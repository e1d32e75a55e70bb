/** The values that replace erased personal data: docs/rules.md#personal-data. The figures of the leads are kept. */
import type { Lead } from '../lead/lead.ts'
import { CAPTURE_NOTE } from '../lead/scheduling.ts'
import type { Client } from './client.ts'
import { EMPTY_CLIENT } from './fields.ts'

export const ERASED_MESSAGE = 'Os dados deste cliente foram apagados.'

/** Stands for the reason of a refusal that named another client, whose data was erased. */
export const ANSWER_ERASED_MESSAGE =
  'O servidor recusou esta alteração. O motivo foi apagado com os dados de outro cliente: confira e envie de novo.'

/** The name of every erased client. */
export const ERASED_NAME = 'Dados apagados'

/** Commands about a lead of an erased client that the server still carries out: they write no text. */
const STILL_CARRIED_OUT: ReadonlySet<string> = new Set([
  'lead.cancel',
  'lead.setDeadlines',
  'lead.setSuspended',
])

export const isStillCarriedOut = (command: string): boolean => STILL_CARRIED_OUT.has(command)

export const erasedClient = <Row extends Client>(client: Row): Row => ({
  ...client,
  ...EMPTY_CLIENT,
  name: ERASED_NAME,
})

/** Fields of a lead that contain personal data, with their values after the erasure. */
export const ERASED_LEAD = {
  client_name: ERASED_NAME,
  client_cpf: '',
  client_cellphone: '',
  client_phone: '',
  product: null,
  product_details: { details: '', chassis: '', license_plate: '', year: '', brand: '' },
  additional_information: '',
  file_path: null,
  insurance_details: null,
  suggested_message: null,
  // Nobody can keep them any more: their records keep the days alone.
  obligations: null,
} as const satisfies Partial<Lead>

export const erasedLead = <Row extends Lead>(lead: Row): Row => ({
  ...lead,
  ...ERASED_LEAD,
  lead_scheduling:
    lead.lead_scheduling === null
      ? null
      : { ...lead.lead_scheduling, description: erasedNote(lead.lead_scheduling.description) },
})

/** The note of a capture is fixed, and rules recognise it. */
const erasedNote = (note: string) => (note === CAPTURE_NOTE ? CAPTURE_NOTE : '')

/** Whether nothing of this client is left but its number. */
export const isErasedClient = ({ name, cpf, cellphone, mail }: Client): boolean =>
  name === ERASED_NAME && cpf === '' && cellphone === '' && mail === ''
