/** The outside services of this Farol. The server's environment decides; devices mirror the setting 'integrations'. */
import { z } from 'zod'

/** As administrators see and test them, in their order. */
export const INTEGRATION_NAMES = ['mail', 'cep', 'phone', 'quiver', 'files', 'assistant'] as const
export type IntegrationName = (typeof INTEGRATION_NAMES)[number]

export const INTEGRATIONS_SETTING = 'integrations'

/** A missing service is off: an older server does not send it, and a new device has not synced yet. */
export const integrationsSchema = z.object({
  /** A phone system places calls. Otherwise the device dials by itself (tel:). */
  telephony: z.boolean().catch(false),
  /** CEPs are looked up. */
  cep: z.boolean().catch(false),
  quotes: z.boolean().catch(false),
  mail: z.boolean().catch(false),
  quiver: z.boolean().catch(false),
  assistant: z.boolean().catch(false),
})
export type Integrations = z.infer<typeof integrationsSchema>

const NONE: Integrations = integrationsSchema.parse({})

/** Returns the services from the catalogue rows of kind 'setting'. All are off where the setting is missing. */
export function integrationsFrom(rows: readonly { key: string; value?: unknown }[]): Integrations {
  const row = rows.find(({ key }) => key === INTEGRATIONS_SETTING)
  const parsed = integrationsSchema.safeParse(row?.value)
  return parsed.success ? parsed.data : NONE
}
