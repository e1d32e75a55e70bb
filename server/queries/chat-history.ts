/** Conversations with the assistant: each is its user's own. docs/rules.md#assistant */
import { z } from 'zod'
import type { Exchange } from '../../src/contract/assistant.ts'
import { type Consulted, consultedSchema } from '../../src/domain/assistant/consulted.ts'
import { EXCHANGE_FIELDS } from '../../src/domain/assistant/exchange-fields.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import type { Reader } from './lead-row.ts'

export interface Conversation {
  readonly userId: number
  readonly sessionId: string
  readonly personaId: number
}

/** Exchanges that an answer holds. */
const MOST_SHOWN = 100

/** Kept of an earlier form: what does not fit counts as nothing. */
const consulted = z.array(consultedSchema).catch([])
const placeholders = z.record(z.string(), z.string()).catch({})

export interface StoredExchange extends Exchange {
  readonly placeholders: Readonly<Record<string, string>>
}

/** The last ones, the oldest first. */
export async function readExchanges(
  db: Reader,
  { userId, sessionId, personaId }: Conversation,
  most = MOST_SHOWN,
): Promise<StoredExchange[]> {
  const rows = await db
    .selectFrom('chat_history')
    .select(keysOf(EXCHANGE_FIELDS))
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('persona_id', '=', personaId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map(({ marks, ...row }) => ({
    ...row,
    consulted: consulted.parse(row.consulted),
    placeholders: placeholders.parse(marks),
    created_at: new Date(row.created_at).toISOString(),
  }))
}

export interface NewExchange {
  readonly prompt: string
  readonly response: string
  readonly origin: string
  readonly consulted: readonly Consulted[]
  readonly placeholders: Readonly<Record<string, string>>
  readonly at: string
}

export async function addExchange(
  db: Reader,
  { userId, sessionId, personaId }: Conversation,
  { prompt, response, origin, consulted: read, placeholders: known, at }: NewExchange,
): Promise<void> {
  await db
    .insertInto('chat_history')
    .values({
      user_id: userId,
      session_id: sessionId,
      persona_id: personaId,
      input_prompt: prompt,
      chat_response: response,
      origin,
      consulted: JSON.stringify(read),
      marks: JSON.stringify(known),
      created_at: at,
    })
    .execute()
}
