/** /chat-bot: the personas, the conversation with the chosen one, and the box. docs/rules.md#assistant */
import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconMessagePlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { type PersonaAnswer, personasRoute } from '../../contract/assistant.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { needsService, PERSONAS, SERVICE_MISSING } from '../../domain/assistant/personas.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import classes from './Chat.module.css'
import { Conversation } from './Conversation.tsx'
import { PersonaDialog } from './PersonaDialog.tsx'

const schema = z.object({ sessionId: z.string().min(1).max(80), personaId: z.number().int().nullable() })
/** The conversation and the persona of this browser, for each user. Neither says anything about a person. */
type ChatSession = z.infer<typeof schema>

const keyOf = (userId: number) => `farol_chat_${userId}`

const newSessionId = (): string => crypto.randomUUID()

function readChatSession(userId: number): ChatSession {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    if (parsed.success) return parsed.data
  } catch {
    // Foreign text under our key: a new conversation.
  }
  return { sessionId: newSessionId(), personaId: null }
}

function writeChatSession(userId: number, session: ChatSession): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(session))
}

interface ChatScreenProps {
  readonly user: SessionUser
  /** Makes the board show this view when it opens next. */
  readonly onView: (view: unknown) => void
}

/** As long as nothing is known of the server: the words that Farol brings. */
const KNOWN: readonly PersonaAnswer[] = PERSONAS.map((persona) => ({
  ...persona,
  edited: false,
  available: true,
  revision: '',
}))

export function ChatScreen({ user, onView }: ChatScreenProps) {
  const answer = useAnswer(user.id, personasRoute, {}, { what: 'ver as personas' })
  const [session, setSession] = useState(() => readChatSession(user.id))
  const [prompt, setPrompt] = useState('')
  const [editing, setEditing] = useState(false)
  const personas = answer.value?.data ?? KNOWN
  // Who has chosen none begins with the one that needs neither service nor network.
  const persona =
    personas.find(({ id }) => id === session.personaId) ??
    personas.find(({ kind }) => kind === 'help') ??
    null
  const change = (next: typeof session) => {
    setSession(next)
    writeChatSession(user.id, next)
  }

  return (
    <section className={classes.root} aria-label="ChatBot">
      <div className={classes.head}>
        {/* The frame shows the title. */}
        <VisuallyHidden component="h1">ChatBot</VisuallyHidden>
        <Group gap="xs">
          {persona !== null && may('assistant.managePersonas', roleOf(user)) ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} />}
              onClick={() => setEditing(true)}
            >
              Editar persona
            </Button>
          ) : null}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMessagePlus size={16} />}
            onClick={() => change({ ...session, sessionId: newSessionId() })}
          >
            Nova conversa
          </Button>
        </Group>
      </div>
      <ChoiceChips
        id="persona"
        label="Persona"
        required
        value={persona?.id ?? null}
        choices={personas}
        onChange={(personaId) => change({ ...session, personaId })}
      />
      {persona === null ? (
        <Text c="dimmed">Escolha com quem conversar. A persona Ajuda responde também sem rede.</Text>
      ) : (
        <Text size="sm" c="dimmed">
          {persona.description}
        </Text>
      )}
      {persona !== null && !persona.available ? (
        <Alert color="gray" role="status">
          {SERVICE_MISSING}
        </Alert>
      ) : null}
      <Conversation
        key={`${session.sessionId} ${persona?.id}`}
        user={user}
        persona={persona}
        sessionId={session.sessionId}
        prompt={prompt}
        onPrompt={setPrompt}
        onView={onView}
        note={persona !== null && needsService(persona) ? noteOf(answer.value) : null}
      />
      {editing && persona !== null ? (
        <PersonaDialog persona={persona} onSaved={answer.refresh} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  )
}

/** What leaves, and for whom. docs/rules.md#assistant */
function noteOf(answer: z.output<typeof personasRoute.answer> | undefined): string {
  const service = answer?.receiver ? `o serviço de IA (${answer.receiver})` : 'o serviço de IA'
  return answer?.sends_personal_data === true
    ? `Neste servidor, nomes, documentos, telefones e e-mails saem para ${service} como estão.`
    : `Nomes, documentos, telefones, e-mails, placas e endereços saem para ${service} trocados por marcas. Nomes que não estão no cadastro podem sair.`
}
