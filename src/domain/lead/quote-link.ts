/** The link into the quoting system: the partner's template, filled with the client's fields. docs/rules.md#quote */
import type { ClientFields } from '../client/changes.ts'
import { PERSON_NAMES } from '../client/fields.ts'

export const NO_QUOTE_LINK = 'Esta concessionária ainda não tem um link de cotação configurado.'

/** The values that a template may name in braces. */
export interface QuoteLinkFacts {
  readonly client: ClientFields
  readonly insuranceId: number | null
  /** Null in a simulation, which has no lead yet. */
  readonly leadId: number | null
}

const valuesOf = ({ client, insuranceId, leadId }: QuoteLinkFacts): ReadonlyMap<string, string> =>
  new Map([
    ...PERSON_NAMES.map((name): [string, string] => [name, client[name] ?? '']),
    ...Object.entries(client.address),
    ['insurance_id', String(insuranceId ?? '')],
    ['lead_id', String(leadId ?? '')],
  ])

/**
 * Returns the filled link, or null if the template makes no http or https address. An unknown name becomes empty, a
 * lone surrogate U+FFFD.
 */
export function quoteLink(template: string, facts: QuoteLinkFacts): string | null {
  const values = valuesOf(facts)
  const link = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values.get(name) ?? '').toWellFormed()),
  )
  return /^https?:\/\/[^\s/]+/i.test(link) ? link : null
}
