/** The fields of a question to the assistant with its answer, each declared once; for the server: `server/records/exchanges.ts`. docs/rules.md#assistant */
import { z } from 'zod'
import { consultedSchema } from './consulted.ts'

/** `mentions` and `shown`: `src/domain/client/personal-tables.ts`. */
export const EXCHANGE_FIELDS = {
  input_prompt: { answered: z.string(), mentions: 'Pergunta', shown: 'Pergunta' },
  chat_response: { answered: z.string(), mentions: 'Resposta', shown: 'Resposta' },
  consulted: { answered: z.array(consultedSchema), mentions: 'O que foi consultado' },
  /** The values of the placeholders. */
  marks: { mentions: 'Nomes da conversa' },
  created_at: { answered: z.string(), shown: 'Data' },
} as const
