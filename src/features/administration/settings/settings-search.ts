/** What the address of 'Configurações' carries. */
import { z } from 'zod'

export const settingsSearchSchema = z.object({
  aba: z.literal('saude').optional().catch(undefined),
  /** The title of the card that is brought into sight. */
  secao: z.string().max(60).optional().catch(undefined),
})
export type SettingsSearch = z.infer<typeof settingsSearchSchema>
