/** A message as the server keeps it until Meta's service has taken it. */
import { z } from 'zod'

export const outgoingMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('template'),
    /** As Meta approved it. */
    name: z.string(),
    language: z.string(),
    /** In the order of the numbers in Meta's text. */
    parameters: z.array(z.string()),
    /** As the client reads it. */
    text: z.string(),
  }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])
export type OutgoingMessage = z.infer<typeof outgoingMessageSchema>
