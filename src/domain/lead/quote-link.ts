/** The link into the quoting system: a template of the partner, filled with the client's fields. docs/rules.md#quote */
import type { ClientFields } from '../client/changes.ts'

export const NO_QUOTE_LINK = 'Esta concessionária ainda não tem um link de cotação configurado.'

/** What a template may name in braces. */
export interface QuoteLinkFacts {
  readonly client: ClientFields
  readonly insuranceId: number | null
  /** null in a simulation: there is no lead yet. */
  readonly leadId: number | null
}

const valuesOf = ({ client, insuranceId, leadId }: QuoteLinkFacts): ReadonlyMap<string, string> =>
  new Map([
    ['name', client.name],
    ['cpf', client.cpf],
    ['rg', client.rg],
    ['mail', client.mail],
    ['phone', client.phone],
    ['cellphone', client.cellphone],
    ['birth_date', client.birth_date ?? ''],
    ...Object.entries(client.address),
    ['insurance_id', String(insuranceId ?? '')],
    ['lead_id', String(leadId ?? '')],
  ])

/** null when the template makes no web address. A name that it does not know stays empty; half a character becomes U+FFFD. */
export function quoteLink(template: string, facts: QuoteLinkFacts): string | null {
  const values = valuesOf(facts)
  const link = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values.get(name) ?? '').toWellFormed()),
  )
  return /^https?:\/\/[^\s/]+/i.test(link) ? link : null
}
