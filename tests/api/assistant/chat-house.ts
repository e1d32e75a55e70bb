/** A server with the assistant's service behind it, and the calls that its tests make. */
import type { AddressInfo } from 'node:net'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../../../server/entry/app.ts'
import { type ChatEvent, chatEventSchema, chatHistoryRoute } from '../../../src/contract/assistant.ts'
import { type AiPeer, startAiPeer } from '../support/ai-peer.ts'
import type { OpenDatabase, TestStore } from '../support/databases.ts'
import { ADMIN, addLead, BRUNA, house, withoutLeads, workedBy } from '../support/people.ts'
import { aClientRow } from '../support/rows.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

export const ANALYST = 2
export const WRITER = 3

let sessions = 0
export const newSession = () => `conversa-${++sessions}`

export interface Streamed {
  readonly status: number
  readonly headers: Headers
  readonly events: ChatEvent[]
  readonly text: string
  readonly consulted: string[]
}

/** Asks over a real connection: an injected one has no client that goes away. */
export async function listening({ context }: TestServer, totalMs = 5000) {
  const app = await buildApp(context, { answerLimits: { totalMs, calls: 8 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = (device: Device, body: object, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/ai/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ endPointOrigin: '/chat-bot', ...body }),
      ...(signal === undefined ? {} : { signal }),
    })
  return {
    ask,
    stream: async (device: Device, body: object, seen: (event: ChatEvent) => void = () => undefined) => {
      const response = await ask(device, body)
      const events: ChatEvent[] = []
      if (response.body !== null && response.ok) {
        const parsed = response.body
          .pipeThrough(new TextDecoderStream())
          .pipeThrough(new EventSourceParserStream())
        for await (const { data } of parsed) {
          const event = chatEventSchema.parse(JSON.parse(data))
          events.push(event)
          seen(event)
        }
      }
      return {
        status: response.status,
        headers: response.headers,
        events,
        text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
        consulted: events.flatMap((event) => (event.kind === 'consulted' ? event.consulted.label : [])),
      } satisfies Streamed
    },
    stop: async () => {
      const closed = app.close()
      // Connections that turn idle meanwhile would stay open for more than a minute.
      app.server.closeAllConnections()
      await closed
    },
  }
}

export const CLIENT = {
  name: 'Zuleica Quintanilha Prado',
  name_folded: 'zuleica quintanilha prado',
  cpf: '52998224725',
  cellphone: '31987654321',
  mail: 'zuleica@exemplo.com.br',
}

const NOTES = 'Ligar para Zuleica no (31) 98765-4321, CPF 529.982.247-25, zuleica@exemplo.com.br'

/** Each test begins with one lead of Bruna's, without conversations. */
export function chatHouse(open: OpenDatabase) {
  let store: TestStore
  let peer: AiPeer
  let server: TestServer
  let bare: TestServer
  let admin: Device
  let http: Awaited<ReturnType<typeof listening>>
  let lead: { id: number; uid: string }

  beforeAll(async () => {
    store = await open()
    await house(store)
    peer = await startAiPeer()
    server = await startServer(store, {
      AI_URL: `${peer.url}/`,
      AI_KEY: 'chave-do-teste',
      AI_MODEL: 'modelo',
    })
    bare = await startServer(store)
    admin = await server.device(ADMIN)
    http = await listening(server)
  })
  afterAll(async () => {
    await http.stop()
    await server.stop()
    await bare.stop()
    await peer.stop()
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await store.db.deleteFrom('chat_history').execute()
    const client = aClientRow(CLIENT)
    await store.db.insertInto('clients').values(client).execute()
    lead = await addLead(store, {
      ...workedBy(BRUNA),
      client_uid: client.uid,
      additional_information: NOTES,
    })
  })

  return {
    get store() {
      return store
    },
    get peer() {
      return peer
    },
    get server() {
      return server
    },
    /** Without a service. */
    get bare() {
      return bare
    },
    get admin() {
      return admin
    },
    get http() {
      return http
    },
    get lead() {
      return lead
    },
    ask: (prompt: string, personId = ANALYST, sessionId = newSession()) =>
      http.stream(admin, { prompt, personId, sessionId }),
    history: async (device: Device, sessionId: string, personId = ANALYST) => {
      const path = `/ai/chat-history?sessionId=${sessionId}&personId=${personId}`
      return chatHistoryRoute.answer.parse((await device.call('GET', path)).body).data
    },
    /** What the tools gave to the service, in the last request. */
    toolAnswers: () =>
      peer.asked.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [],
  }
}
