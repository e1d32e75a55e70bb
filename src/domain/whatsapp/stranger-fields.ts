/** The fields of a conversation without a lead, each declared once; for the server: `server/records/strangers.ts`. docs/rules.md#whatsapp-strangers */
import { z } from 'zod'

/** `stored`: in the table and in answers. `shown`: `src/domain/client/personal-tables.ts`. */
export const STRANGER_FIELDS = {
  /** National digits; null: WhatsApp did not give it. */
  number: { stored: z.string().nullable(), shown: 'Número' },
  /** Of the person's profile; may be ''. */
  name: { stored: z.string(), shown: 'Nome' },
  messages: { stored: z.number().int(), shown: 'Mensagens' },
  first_at: { stored: z.string() },
  last_at: { stored: z.string(), shown: 'Última mensagem em' },
} as const
