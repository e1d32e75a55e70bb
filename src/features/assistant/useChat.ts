/** One conversation: what was said, the answer that is being written, and the question that came back. */
import { useEffect, useRef, useState } from 'react'
import { streamChat } from '../../api/chat-stream.ts'
import type { ChatEvent, Exchange, PersonaAnswer } from '../../contract/assistant.ts'
import { HELP } from '../../device/help-index.ts'
import { failureWords, online } from '../../device/online.ts'
import type { Consulted } from '../../domain/assistant/consulted.ts'
import { helpAnswer } from '../../domain/assistant/help-answer.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

export interface Writing {
  readonly prompt: string
  readonly text: string
  readonly consulted: readonly Consulted[]
}

export interface Chat {
  readonly writing: Writing | null
  /** Why the last question came back. */
  readonly problem: string | null
  /** Resolves with null where there is no answer: the question comes back. */
  readonly ask: (persona: PersonaAnswer, prompt: string) => Promise<Exchange | null>
  readonly stop: () => void
}

const FAILED = 'Não foi possível responder.'

/** The answer as far as it has come. */
export const exchangeOf = ({ prompt, text, consulted }: Writing): Exchange => ({
  input_prompt: prompt,
  chat_response: text,
  consulted: [...consulted],
  created_at: new Date().toISOString(),
})

/** A deferred drawing begins anew with each change. This is enough for the last block of a long answer on a slow phone. */
const SHOW_EVERY_MS = 80

/** Collects what arrives and shows it at most once in `SHOW_EVERY_MS`. */
function atIntervals(show: () => void): { readonly want: () => void; readonly end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    want: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        show()
      }, SHOW_EVERY_MS)
    },
    end: () => clearTimeout(timer),
  }
}

export function useChat(user: Pick<SessionUser, 'roles'>, sessionId: string): Chat {
  const [writing, setWriting] = useState<Writing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  // Leaving the screen stops the answer.
  useEffect(() => () => running.current?.abort(), [])

  const askService = async (persona: PersonaAnswer, prompt: string): Promise<Exchange | null> => {
    const stopped = new AbortController()
    running.current = stopped
    let now: Writing = { prompt, text: '', consulted: [] }
    let failure: string | null = null
    const shows = atIntervals(() => setWriting(now))
    const onEvent = (event: ChatEvent) => {
      if (event.kind === 'text') now = { ...now, text: now.text + event.text }
      if (event.kind === 'consulted') now = { ...now, consulted: [...now.consulted, event.consulted] }
      if (event.kind === 'failed') failure = event.message
      shows.want()
    }
    setWriting(now)
    const body = { sessionId, prompt, personId: persona.id, endPointOrigin: window.location.pathname }
    const result = await online((token) => streamChat({ token, signal: stopped.signal, onEvent, body }))
    shows.end()
    running.current = null
    setWriting(null)
    if (stopped.signal.aborted) return now.text === '' ? null : exchangeOf(now)
    const words = failure ?? failureWords(result, `a persona ${persona.name}`)
    if (words === null) return exchangeOf(now)
    setProblem(words || FAILED)
    return null
  }

  return {
    writing,
    problem,
    ask: async (persona, prompt) => {
      setProblem(null)
      if (persona.kind !== 'help') return askService(persona, prompt)
      return exchangeOf({ prompt, text: helpAnswer(HELP, prompt, roleOf(user)), consulted: [] })
    },
    stop: () => running.current?.abort(),
  }
}
