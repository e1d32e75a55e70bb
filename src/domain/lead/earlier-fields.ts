/**
 * Until the policy that is renewed had fields of its own, the form of a renewal kept its end, 'Vencimento do Seguro', as
 * `end_of_validity`: docs/rules.md#two-policies. What was typed then is read here.
 */
import { z } from 'zod'
import { isRenewal } from './channel-rules.ts'

/** Present names by the earlier ones. */
export type Renamed = Readonly<Record<string, string>>

export const earlierNames = (channelId: number): Renamed =>
  isRenewal(channelId) ? { end_of_validity: 'old_end_of_validity' } : {}

/** What stands under the present name already is the later. */
export function withPresentNames(
  row: Readonly<Record<string, unknown>>,
  names: Renamed,
): Record<string, unknown> {
  const earlier = Object.entries(row).filter(([field]) => Object.hasOwn(names, field))
  const present = Object.entries(row).filter(([field]) => !Object.hasOwn(names, field))
  return Object.fromEntries([
    ...earlier.map(([field, value]) => [names[field] ?? field, value] as const),
    ...present,
  ])
}

const wholeSchema = z.looseObject({ channel_id: z.number() })

/** All fields of a form; one that knows the field of the policy renewed is none of those. */
export function withPresentFields(fields: unknown): unknown {
  const parsed = wholeSchema.safeParse(fields)
  if (!parsed.success || 'old_end_of_validity' in parsed.data) return fields
  const names = earlierNames(parsed.data.channel_id)
  const emptied = Object.fromEntries(Object.keys(names).map((field) => [field, null]))
  return { ...emptied, ...withPresentNames(parsed.data, names) }
}
