/** What the address of 'Privacidade' carries. */
import { z } from 'zod'
import { REQUEST_STATES } from '../../../contract/administration/data-requests.ts'
import { tableSearchSchema } from '../../../ui/table/table-search.ts'

export const PRIVACY_TABS = ['pedidos', 'incidentes'] as const
export type PrivacyTab = (typeof PRIVACY_TABS)[number]

export const privacySearchSchema = tableSearchSchema.extend({
  aba: z.enum(PRIVACY_TABS).optional().catch(undefined),
  situacao: z.enum(REQUEST_STATES).optional().catch(undefined),
  /** A form that a draft continues: a number, or a new one. */
  abrir: z
    .union([z.literal('novo'), z.number().int()])
    .optional()
    .catch(undefined),
  /** With the number of a request: its answer, not the request. */
  responder: z.literal(true).optional().catch(undefined),
})
export type PrivacySearch = z.infer<typeof privacySearchSchema>
