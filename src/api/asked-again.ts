/**
 * A call whose answer brings a secret once. The server answers the same question again for a minute under the same key, so a
 * lost answer is asked for once more by itself, and later by the user's next try. docs/rules.md#second-factor
 */
import type { CallResult } from './call-result.ts'

// Not randomUUID: a page without https has none.
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

let last: { readonly question: string; readonly key: string } | null = null

/** `question`: what is sent. The same one has the same key, in the memory of this page. */
export async function askedAgain<Value>(
  question: unknown,
  send: (key: string) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const text = JSON.stringify(question)
  if (last?.question !== text) last = { question: text, key: newKey() }
  const { key } = last
  const result = await send(key)
  return result.kind === 'unreachable' ? send(key) : result
}
