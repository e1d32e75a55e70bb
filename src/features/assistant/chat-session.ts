/** The conversation and the persona of this browser, for each user. Neither says anything about a person. */
import { z } from 'zod'

const schema = z.object({ sessionId: z.string().min(1).max(80), personaId: z.number().int().nullable() })
export type ChatSession = z.infer<typeof schema>

const keyOf = (userId: number) => `farol_chat_${userId}`

export const newSessionId = (): string => crypto.randomUUID()

export function readChatSession(userId: number): ChatSession {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    if (parsed.success) return parsed.data
  } catch {
    // Foreign text under our key: a new conversation.
  }
  return { sessionId: newSessionId(), personaId: null }
}

export function writeChatSession(userId: number, session: ChatSession): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(session))
}
