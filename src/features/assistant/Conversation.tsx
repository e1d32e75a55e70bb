/** What was said, the answer that is being written, and the box for the next question. */
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { type Dispatch, type SetStateAction, useDeferredValue, useEffect, useRef, useState } from 'react'
import {
  chatHistoryRoute,
  type Exchange,
  exchangeSchema,
  type PersonaAnswer,
} from '../../contract/assistant.ts'
import { keepAnswer, mirrorGeneration, readAnswer } from '../../db/mirror/answers.ts'
import { openMirror } from '../../db/open.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './Chat.module.css'
import { Composer } from './Composer.tsx'
import { ExchangeView } from './ExchangeView.tsx'
import { plainText } from './plain-text.ts'
import { exchangeOf, useChat } from './useChat.ts'

const MOST_KEPT = 30
const talkSchema = exchangeSchema.array().catch([])
const NONE: readonly Exchange[] = []

const keyOf = (sessionId: string) => `ajuda ${sessionId}`

async function read(userId: number, sessionId: string): Promise<Exchange[]> {
  return talkSchema.parse((await readAnswer(openMirror(userId), keyOf(sessionId)))?.value ?? [])
}

async function add(userId: number, sessionId: string, exchange: Exchange): Promise<void> {
  const db = openMirror(userId)
  const value = [...(await read(userId, sessionId)), exchange].slice(-MOST_KEPT)
  await keepAnswer(db, { key: keyOf(sessionId), value, at: Date.now() }, await mirrorGeneration(db))
}

/** What was asked of the persona Ajuda in this conversation. It stays on the device, as kept answers do. */
function useHelpTalk(userId: number, sessionId: string) {
  const exchanges = useLiveQuery(async () => read(userId, sessionId), [userId, sessionId], NONE)
  return {
    exchanges,
    add: (exchange: Exchange) => {
      add(userId, sessionId, exchange).catch(() => {
        // The disk is full, or the user has signed out: the answer shows all the same.
      })
    },
  }
}

/** Each is answered by a page of the help. */
const QUESTIONS = [
  'Como mudo o horário de expediente?',
  'Como convido um corretor?',
  'Como importo renovações?',
] as const

/** Three questions to begin with. docs/rules.md#assistant */
function Questions({ onAsk }: { readonly onAsk: (question: string) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Perguntas para começar">
      {QUESTIONS.map((question) => (
        <Button key={question} variant="default" size="sm" onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </Group>
  )
}

interface ConversationProps {
  readonly user: SessionUser
  /** null: no persona is chosen. */
  readonly persona: PersonaAnswer | null
  readonly sessionId: string
  readonly prompt: string
  readonly onPrompt: Dispatch<SetStateAction<string>>
  readonly onView: (view: unknown) => void
  /** What leaves for the service. */
  readonly note: string | null
}

const SHOWN_AT_FIRST = 10
/** Of an answer, read out when it is complete. */
const READ_OUT = 400

const isSame = (one: Exchange, other: Exchange) =>
  one.input_prompt === other.input_prompt &&
  // A stopped answer may have come further than this screen.
  (one.chat_response.startsWith(other.chat_response) || other.chat_response.startsWith(one.chat_response))

export function Conversation(props: ConversationProps) {
  const { user, persona, sessionId, prompt, onPrompt, onView, note } = props
  const chat = useChat(user, sessionId)
  const [said, setSaid] = useState<readonly Exchange[]>([])
  const [all, setAll] = useState(false)
  const [news, setNews] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isHelp = persona?.kind === 'help'
  const help = useHelpTalk(user.id, sessionId)
  const history = useAnswer(
    user.id,
    chatHistoryRoute,
    persona === null || isHelp ? null : { query: { sessionId, personId: persona.id } },
    { what: 'o histórico da conversa' },
  )
  const kept: readonly Exchange[] = isHelp ? help.exchanges : (history.value?.data ?? [])
  const exchanges = [...kept, ...said.filter((one) => !kept.some((other) => isSame(one, other)))]
  const shown = all ? exchanges : exchanges.slice(-SHOWN_AT_FIRST)
  const { writing } = chat
  const written = writing === null ? [] : [exchangeOf(writing)]
  const hidden = exchanges.length - shown.length
  const lines = [...shown, ...written].map((exchange, place) => ({
    exchange,
    place: hidden + place,
    isWriting: place === shown.length,
  }))
  // React draws a deferred text in several tasks. A long answer that arrives at once would be one long task.
  const drawn = useDeferredValue(lines)
  const length = drawn.length + (drawn.at(-1)?.exchange.chat_response.length ?? 0)

  useEffect(() => {
    if (length === 0) return
    const place = end.current?.getBoundingClientRect().top ?? 0
    // Who reads further up stays there.
    if (place < window.innerHeight * 1.5) end.current?.scrollIntoView({ block: 'end' })
  }, [length])

  const send = async (typed: string) => {
    const text = typed.trim()
    if (persona === null || text === '' || writing !== null) return
    onPrompt('')
    setNews(`${persona.name} está respondendo.`)
    const exchange = await chat.ask(persona, text)
    if (exchange === null) {
      setNews('')
      onPrompt((later) => (later.trim() === '' ? text : `${text}\n${later}`))
      box.current?.focus()
      return
    }
    setSaid((before) => [...before, exchange])
    setNews(`Resposta de ${persona.name}: ${plainText(exchange.chat_response).slice(0, READ_OUT)}`)
    if (isHelp) help.add(exchange)
    else history.refresh()
  }

  return (
    <>
      <div className={classes.talk} role="region" aria-label="Conversa" aria-busy={writing !== null}>
        {hidden > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            Mostrar as anteriores ({hidden})
          </Button>
        ) : null}
        {history.problem !== null && kept.length === 0 && !isHelp ? (
          <Text size="sm" c="dimmed" role="status">
            {history.problem.words}
          </Text>
        ) : null}
        {isHelp && exchanges.length === 0 && writing === null ? (
          <Questions onAsk={(question) => void send(question)} />
        ) : null}
        {drawn.map(({ exchange, place, isWriting }) => (
          <ExchangeView
            // By its place in the conversation: an answer that is complete, and then kept by the server, is the element
            // in which it was written. Another one would draw the whole text anew in one task.
            key={place}
            user={user}
            persona={persona}
            exchange={exchange}
            isWriting={isWriting}
            onView={onView}
          />
        ))}
        <div ref={end} className={classes.end} />
      </div>
      {/* Said once at the beginning and once at the end, never with each piece. */}
      <VisuallyHidden role="status" aria-live="polite">
        {news}
      </VisuallyHidden>
      <Composer
        box={box}
        prompt={prompt}
        onPrompt={onPrompt}
        canSend={persona?.available === true && prompt.trim() !== ''}
        isWriting={writing !== null}
        problem={chat.problem}
        note={note}
        onSend={() => void send(prompt)}
        onStop={chat.stop}
      />
    </>
  )
}
