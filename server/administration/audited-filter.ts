/**
 * The filter of an export as the audit keeps it: which filters were set, and the values that cannot name a person. A
 * typed text is never kept: the audit outlives the erasure of a client. docs/rules.md#audit
 */

/** Filters whose values are numbers of rows, days, months, columns or states. Any other may be typed. */
const NAMELESS =
  /^(?:(?:\w+_)?(?:id|ids|date|ini|end|month|page|pages|paginate)|date_\w+|brokers?|partners|technical_?teams?|technicalTeam|reference_month|mes|per_page|order|figure|row|columns|status|state|quoted|sold|action|entity|start|type|is_active)(?:\[\])?$/
const TYPED_ALTHOUGH_NAMED_SO: readonly string[] = ['proposal_id']
const SET = '(preenchido)'

function keptValue(name: string, value: unknown): unknown {
  return NAMELESS.test(name) && !TYPED_ALTHOUGH_NAMED_SO.includes(name) ? value : SET
}

/** Returns the filters that are set, by name. */
export function auditedFilter(query: unknown): Record<string, unknown> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, keptValue(name, value)]),
  )
}
