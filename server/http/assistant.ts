/** The assistant: docs/rules.md#assistant. Neither questions nor answers are logged. */
import type { ServerResponse } from 'node:http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  type ChatEvent,
  changePersonaRoute,
  chatHistoryRoute,
  chatRoute,
  chatStreamRoute,
  type PersonaAnswer,
  personasRoute,
  resetPersonaRoute,
} from '../../src/contract/assistant.ts'
import type { Parsed } from '../../src/contract/route.ts'
import { helpAnswer } from '../../src/domain/assistant/help-answer.ts'
import { SERVICE_MISSING } from '../../src/domain/assistant/personas.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  answerQuestion,
  type Draft,
  type Listener,
} from '../assistant/answer.ts'
import { helpPages } from '../assistant/help-pages.ts'
import { changePersona, readPersona, readPersonas } from '../assistant/personas.ts'
import { receiverOf } from '../base/settings/integrations.ts'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured, Refusal, unavailable } from '../context/refusal.ts'
import { isChatFailure } from '../integrations/assistant/chat-completions.ts'
import { addExchange, readExchanges } from '../queries/chat-history.ts'
import { SERVER_FAILED } from '../wire/errors.ts'
import { serve } from '../wire/serve.ts'

type Asked = Parsed<(typeof chatStreamRoute)['body']>

/** Answers of one user at the same time: an open tab, and another one. */
const MOST_AT_ONCE = 2
const tooManyAnswers = () => new Refusal('too_many_attempts', 'Espere a resposta anterior terminar.')

interface Answering {
  readonly persona: PersonaAnswer
  readonly asked: Asked
  readonly request: FastifyRequest
  readonly signal: AbortSignal
  readonly listener: Listener
}

const SILENT: Listener = { onText: () => undefined, onConsulted: () => undefined }

export function assistantRoutes(
  context: AppContext,
  limits: AnswerLimits = ANSWER_LIMITS,
): FastifyPluginAsync {
  const { db } = context.store
  /** Running answers by user. */
  const running = new Map<number, number>()
  const count = (userId: number, change: 1 | -1) => {
    const now = (running.get(userId) ?? 0) + change
    if (now > 0) running.set(userId, now)
    else running.delete(userId)
  }

  const keep = ({ persona, asked, request }: Answering, draft: Draft) =>
    addExchange(
      db,
      { userId: request.session.user.id, sessionId: asked.sessionId, personaId: persona.id },
      {
        prompt: asked.prompt,
        response: draft.text,
        origin: asked.endPointOrigin,
        consulted: draft.consulted,
        placeholders: draft.placeholders,
        at: new Date(context.now()).toISOString(),
      },
    )

  async function write(answering: Answering, draft: Draft): Promise<void> {
    const { persona, asked, request, signal, listener } = answering
    if (persona.kind === 'help') {
      draft.text = helpAnswer(await helpPages(), asked.prompt, roleOf(request.session.user))
      listener.onText(draft.text)
      return
    }
    const { assistant: service } = context.integrations
    if (service === null) throw notConfigured(SERVICE_MISSING)
    const { sessionId, prompt } = asked
    await answerQuestion(
      { context, request, persona, sessionId, prompt, signal, limits },
      service,
      draft,
      listener,
    )
  }

  /** Returns the whole text. What was stopped is kept as far as it came; what failed is not kept. */
  async function answer(answering: Answering): Promise<string> {
    const { persona, signal } = answering
    const draft: Draft = { text: '', consulted: [], placeholders: {} }
    const outcome = (name: string) =>
      context.metrics.assistantAnswers.inc({ persona: persona.kind, outcome: name })
    try {
      await write(answering, draft)
    } catch (error) {
      if (signal.aborted) {
        outcome('stopped')
        if (draft.text !== '') await keep(answering, draft)
        throw error
      }
      outcome(isChatFailure(error) ? error.reason : 'failed')
      throw isChatFailure(error) ? unavailable(error.message) : error
    }
    outcome('answered')
    await keep(answering, draft)
    return draft.text
  }

  /** Throws before anything is answered. */
  async function begin(asked: Asked, request: FastifyRequest): Promise<PersonaAnswer> {
    const persona = await readPersona(context, asked.personId)
    if (!persona.available) throw notConfigured(SERVICE_MISSING)
    if ((running.get(request.session.user.id) ?? 0) >= MOST_AT_ONCE) throw tooManyAnswers()
    return persona
  }

  return async (app) => {
    const open = new Set<AbortController>()
    // A stopping server does not wait for the service.
    app.addHook('preClose', async () => {
      for (const stopped of open) stopped.abort()
    })

    async function during<Value>(
      request: FastifyRequest,
      response: ServerResponse,
      work: (signal: AbortSignal) => Promise<Value>,
    ): Promise<Value> {
      const stopped = new AbortController()
      const userId = request.session.user.id
      const leave = () => stopped.abort()
      response.on('close', leave)
      open.add(stopped)
      count(userId, 1)
      try {
        return await work(stopped.signal)
      } finally {
        count(userId, -1)
        open.delete(stopped)
        response.off('close', leave)
      }
    }

    serve(app, personasRoute, async () => ({
      data: await readPersonas(context),
      receiver: receiverOf(context.config.integrations.assistant),
      sends_personal_data: context.config.integrations.assistant?.sendsPersonalData ?? false,
    }))

    serve(app, changePersonaRoute, async ({ params: { id }, body: { revision, ...words }, request }) =>
      db
        .transaction()
        .execute((tx) => changePersona(context, tx, { id, user: request.session.user, words, revision })),
    )

    serve(app, resetPersonaRoute, async ({ params: { id }, request }) =>
      db
        .transaction()
        .execute((tx) => changePersona(context, tx, { id, user: request.session.user, words: null })),
    )

    serve(app, chatHistoryRoute, async ({ query: { sessionId, personId }, request }) => {
      const asked = { userId: request.session.user.id, sessionId, personaId: personId }
      const exchanges = await readExchanges(db, asked)
      return { data: exchanges.map(({ placeholders: _placeholders, ...exchange }) => exchange) }
    })

    // A HEAD request would ask the service for an answer that is not sent.
    serve(
      app,
      chatRoute,
      async ({ query: asked, request, reply }) => {
        const persona = await begin(asked, request)
        const message = await during(request, reply.raw, (signal) =>
          answer({ persona, asked, request, signal, listener: SILENT }),
        )
        return { message }
      },
      { exposeHeadRoute: false },
    )

    serve(app, chatStreamRoute, async ({ body: asked, request, reply }) => {
      const persona = await begin(asked, request)
      reply.hijack()
      const response = reply.raw
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        // Nothing between here and the screen may collect the pieces.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      const send = (event: ChatEvent) => {
        if (!response.writableEnded && !response.destroyed)
          response.write(`data: ${JSON.stringify(event)}\n\n`)
      }
      const listener: Listener = {
        onText: (text) => send({ kind: 'text', text }),
        onConsulted: (consulted) => send({ kind: 'consulted', consulted }),
      }
      await during(request, response, async (signal) => {
        try {
          await answer({ persona, asked, request, signal, listener })
          send({ kind: 'done' })
        } catch (error) {
          if (signal.aborted) return
          if (!(error instanceof Refusal)) request.log.error({ err: error }, 'assistant failed')
          send({ kind: 'failed', message: error instanceof Refusal ? error.message : SERVER_FAILED })
        }
      })
      response.end()
      return reply
    })
  }
}
