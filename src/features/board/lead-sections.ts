/** A lead's fields in words, in the form's groups. Pure. */

import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Client } from '../../domain/client/client.ts'
import { ADDRESS_NAMES } from '../../domain/client/fields.ts'
import { detailFacts } from '../../domain/indication/detail-words.ts'
import { detailsOf } from '../../domain/indication/details.ts'
import { isRenewal } from '../../domain/lead/channel-rules.ts'
import { flatRow } from '../../domain/lead/conflicts.ts'
import { type FieldName, fieldValue, isEmpty, labelOf } from '../../domain/lead/field-words.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { FILE_STATE_WORDS, type FileState } from '../../domain/lead/lead-file.ts'
import { personalScheduling } from '../../domain/lead/scheduling.ts'

export interface LeadSection {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

interface Source {
  readonly lead: Lead
  readonly client: Client | null
  readonly file: FileState
  readonly catalogues: Catalogues
}

const RENEWED_POLICY = ['old_insurer', 'old_end_of_validity'] as const

const SECTIONS: readonly (readonly [title: string, fields: readonly FieldName[]])[] = [
  ['Informações do Corretor', ['broker_id', 'state', 'status', 'service_status', 'lead_scheduling']],
  [
    'Informações do Indicador',
    ['channel_id', 'inviter_id', 'inviter_phone', 'partner_id', 'proposal', 'proposal_date', 'old_number'],
  ],
  [
    'Informações do Indicado',
    [
      'client_name',
      'client_cpf',
      'client.rg',
      'client.birth_date',
      'client_cellphone',
      'client_phone',
      'client.mail',
      'client.no_messages_since',
      ...ADDRESS_NAMES.map((name) => `client.address.${name}` as const),
      'additional_information',
    ],
  ],
  [
    'Produto',
    [
      'insurance_id',
      ...RENEWED_POLICY,
      'insurance_expiration',
      'product',
      'product_details.brand',
      'product_details.year',
      'product_details.chassis',
      'product_details.license_plate',
      'product_details.details',
    ],
  ],
  [
    'Atendimento',
    [
      'contact_type',
      'contact_date',
      'quoted',
      'quoted_type',
      'quoted_date',
      'pending_sell',
      'sold',
      'sold_type',
      'sold_date',
      'sale_value_cents',
      'commission_percentage',
      'end_of_validity',
      'lost_sale',
      'competitor_broker',
      'endorsement_date',
      'date_fail',
      'old_competitor_broker',
      'backup_car',
      'pague_menos',
      'seguro_conteudo',
      'file_path',
      'nps_value',
    ],
  ],
  [
    'Prazos',
    [
      'create_lead_date',
      'capture_date',
      'first_call_date',
      'end_lead_date',
      'indication_on_time',
      'capture_on_time',
      'first_call_on_time',
      'attendance_on_time',
    ],
  ],
]

/** Values of the view: the lead with its client, the inviter's phone, and only a scheduling that a person made. */
function rowOf({ lead, client, catalogues }: Source): Readonly<Record<string, unknown>> {
  const inviter = lead.inviter_id === null ? undefined : catalogues.users.get(lead.inviter_id)
  return {
    ...lead,
    ...flatRow(lead, client),
    inviter_phone: inviter?.phone,
    lead_scheduling: personalScheduling(lead),
  }
}

/** The renewed policy is shown for renewals and where it has values, `date_fail` only where it is set. */
const isShown = (field: FieldName, lead: Lead, value: unknown) =>
  field === 'date_fail'
    ? value === true
    : !RENEWED_POLICY.some((name) => name === field) || isRenewal(lead.channel_id) || !isEmpty(value)

export function leadSections(source: Source): LeadSection[] {
  const row = rowOf(source)
  const words = (field: FieldName) => {
    // The row has no file yet while the file is being sent.
    if (field === 'file_path') return FILE_STATE_WORDS[source.file]
    return isEmpty(row[field]) ? '' : fieldValue(field, row[field], source.catalogues)
  }
  const details = detailsOf(source.lead)
  const sections = SECTIONS.map(([title, fields]) => ({
    title,
    facts: fields
      .filter((field) => isShown(field, source.lead, row[field]))
      .map((field): readonly [string, string] => [labelOf(field), words(field)]),
  }))
  if (details === null) return sections
  const after = sections.findIndex(({ title }) => title === 'Produto') + 1
  return sections.toSpliced(after, 0, { title: labelOf('insurance_details'), facts: detailFacts(details) })
}
