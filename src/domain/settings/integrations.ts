/** Which outside services this Farol has: decided by the server's environment, mirrored as the setting 'integrations'. */
import { z } from 'zod'

export const INTEGRATIONS_SETTING = 'integrations'

/** What is missing counts as not there: an older server, or a device that has not synced yet. */
export const integrationsSchema = z.object({
  /** Calls are placed by a phone system; else the device dials by itself (tel:). */
  telephony: z.boolean().catch(false),
  /** Addresses are found by CEP. */
  cep: z.boolean().catch(false),
  quotes: z.boolean().catch(false),
  mail: z.boolean().catch(false),
  quiver: z.boolean().catch(false),
  assistant: z.boolean().catch(false),
})
export type Integrations = z.infer<typeof integrationsSchema>

const NONE: Integrations = integrationsSchema.parse({})

/** From the catalogue rows of kind 'setting'. */
export function integrationsFrom(rows: readonly { key: string; value?: unknown }[]): Integrations {
  const row = rows.find(({ key }) => key === INTEGRATIONS_SETTING)
  const parsed = integrationsSchema.safeParse(row?.value)
  return parsed.success ? parsed.data : NONE
}
