/**
 * The confirmation by the own password. It is held in the memory of this tab alone, for the session that it belongs to; a
 * password is never held. A call that needs one waits here until the dialog has brought it. docs/rules.md#own-password
 */
import type { CallResult } from './call-result.ts'

/** What the dialog asks. */
export interface ConfirmationQuestion {
  /** Of the session that is to be confirmed. */
  readonly token: string
  /** null: the user does not confirm. */
  readonly answer: (confirmation: string | null) => void
}

interface Waiting {
  readonly question: ConfirmationQuestion
  readonly answered: Promise<string | null>
  /** Calls that wait for this answer. */
  calls: number
}

let held: { readonly token: string; readonly confirmation: string } | null = null
let waiting: Waiting | null = null
/** The page has the dialog, or its code is on the way. */
let isAskable = false
const listeners = new Set<() => void>()

function put(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Returns the question that waits for its answer, or null. */
export const presentConfirmation = (): ConfirmationQuestion | null => waiting?.question ?? null

export function onConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The page shows the dialog from now on. A question that comes before its code waits for it. Returns a function for when the
 * page goes. It answers what waits.
 */
export function confirmationsAreShown(): () => void {
  isAskable = true
  return () => {
    isAskable = false
    waiting?.question.answer(null)
  }
}

const confirmationOf = (token: string): string | null => (held?.token === token ? held.confirmation : null)

function ask(token: string): Waiting {
  if (waiting?.question.token === token) return waiting
  waiting?.question.answer(null)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const question: ConfirmationQuestion = {
    token,
    answer: (confirmation) => {
      if (waiting?.question !== question) return
      if (confirmation !== null) held = { token, confirmation }
      put(null)
      resolve(confirmation)
    },
  }
  const asked: Waiting = { question, answered: promise, calls: 0 }
  put(asked)
  return asked
}

/** Several calls share one question. It closes when none of them waits any more. */
async function answerFor(token: string, signal: AbortSignal | undefined): Promise<string | null> {
  if (!isAskable || signal?.aborted === true) return null
  const asked = ask(token)
  asked.calls++
  const leave = () => {
    asked.calls--
    if (asked.calls === 0) asked.question.answer(null)
  }
  signal?.addEventListener('abort', leave, { once: true })
  const confirmation = await asked.answered
  signal?.removeEventListener('abort', leave)
  return confirmation
}

/** The server asks for a confirmation, or the user closed the question for one: nothing was done. */
export const isNotConfirmed = (result: CallResult<unknown>): boolean =>
  result.kind === 'refused' && result.body.code === 'confirmation_required'

/**
 * Sends the call with the confirmation that is held, if any. Where the server asks for one, the user is asked, and the
 * call is sent again. Returns the server's refusal if the user does not confirm.
 */
export async function withConfirmation<Value>(
  { token, signal }: { readonly token: string; readonly signal?: AbortSignal | undefined },
  send: (confirmation: string | null) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const sent = confirmationOf(token)
  const result = await send(sent)
  if (!isNotConfirmed(result)) return result
  // The answer to another call may have come meanwhile.
  const newer = confirmationOf(token)
  const confirmation = newer !== sent ? newer : await answerFor(token, signal)
  return confirmation === null ? result : send(confirmation)
}
