/** Upcasts version 1 of the lead form's commands: docs/rules.md#two-policies. */
import { z } from 'zod'
import { earlierNames, withPresentFields, withPresentNames } from '../domain/lead/earlier-fields.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { Upcast } from './definition.ts'

const version1 = z.looseObject({ changes: z.looseObject({ channel_id: z.number().optional() }) })

/** Returns null when the lead is needed and unknown, or when the arguments are not a save. */
export function saveOfVersion1(args: unknown, lead: Lead | null): Upcast | null {
  const { data } = version1.safeParse(args)
  if (data === undefined || lead === null) return null
  const renamed = earlierNames(data.changes.channel_id ?? lead.channel_id)
  return { args: { ...data, changes: withPresentNames(data.changes, renamed) }, renamed }
}

/**
 * Version 1 ended a lead whose form contained a quote that was never marked, without asking.
 * The upcast marks the lead quoted as it ends.
 */
export function endOfVersion1(args: unknown, lead: Lead | null): Upcast | null {
  const save = saveOfVersion1(args, lead)
  const { data } = version1.safeParse(save?.args)
  if (save === null || data === undefined || lead?.quoted !== 0) return save
  const shown: Readonly<Record<string, unknown>> = { ...lead, ...data.changes }
  return shown['quoted_type'] === null || shown['quoted_date'] === null
    ? save
    : { ...save, args: { ...data, quoted: 1 } }
}

const creation = z.looseObject({ lead: z.unknown() })

/** Returns null when the arguments are not a creation. */
export function creationOfVersion1(args: unknown): Upcast | null {
  const { data } = creation.safeParse(args)
  return data === undefined ? null : { args: { ...data, lead: withPresentFields(data.lead) }, renamed: {} }
}
