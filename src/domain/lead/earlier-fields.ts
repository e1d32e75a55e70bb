/**
 * Reads forms of earlier app versions. They stored the end of a renewed policy, 'Vencimento do Seguro', as
 * `end_of_validity`. It has a field of its own now: docs/rules.md#two-policies.
 */
import { z } from 'zod'
import { isRenewal } from './channel-rules.ts'

/** Current field names by the earlier ones. */
export type Renamed = Readonly<Record<string, string>>

export const earlierNames = (channelId: number): Renamed =>
  isRenewal(channelId) ? { end_of_validity: 'old_end_of_validity' } : {}

/** Returns the row under the current names. A value that already has the current name wins: it is the later one. */
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

/** Returns all fields of a form under the current names. Fields with `old_end_of_validity` are current and stay. */
export function withPresentFields(fields: unknown): unknown {
  const parsed = wholeSchema.safeParse(fields)
  if (!parsed.success || 'old_end_of_validity' in parsed.data) return fields
  const names = earlierNames(parsed.data.channel_id)
  const emptied = Object.fromEntries(Object.keys(names).map((field) => [field, null]))
  return { ...emptied, ...withPresentNames(parsed.data, names) }
}
