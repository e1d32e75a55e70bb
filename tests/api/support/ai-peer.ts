/** A local service that speaks the protocol of OpenAI's chat completions. Each request takes the next turn. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const requestSchema = z.object({
  model: z.string(),
  stream: z.boolean(),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.string(), tool_call_id: z.string().optional() }),
  ),
  tools: z.array(z.object({ function: z.looseObject({ name: z.string() }) })).optional(),
})
export type AskedOfAi = z.infer<typeof requestSchema> & { readonly authorization: string | undefined }

/** Answers one request. */
export type Turn = (response: ServerResponse, asked: AskedOfAi) => void | Promise<void>

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Streams the pieces. */
export const says =
  (...pieces: readonly string[]): Turn =>
  async (response) => {
    begin(response)
    for (const content of pieces) {
      response.write(chunk({ content }))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }

/** Calls tools, each call in two pieces as services do. `args` as text may be malformed. */
export const calls =
  (...asked: readonly (readonly [name: string, args: object | string])[]): Turn =>
  (response) => {
    begin(response)
    for (const [index, [name, args]] of asked.entries()) {
      const text = typeof args === 'string' ? args : JSON.stringify(args)
      response.write(chunk({ tool_calls: [{ index, id: `c${index}`, function: { name, arguments: '' } }] }))
      for (const piece of [text.slice(0, 5), text.slice(5)])
        response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
  }

export const status =
  (code: number): Turn =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"segredo do serviço"}}')
  }

/** Ends the connection in the middle of a sentence. */
export const cut =
  (text: string): Turn =>
  async (response) => {
    begin(response)
    await new Promise((resolve) => response.write(chunk({ content: text }), resolve))
    response.destroy()
  }

/** Sends what there is and then nothing. */
export const silence =
  (text?: string): Turn =>
  (response) => {
    if (text === undefined) return
    begin(response)
    response.write(chunk({ content: text }))
  }

export interface AiPeer {
  readonly url: string
  readonly asked: AskedOfAi[]
  /** What was asked, as one text. */
  readonly all: () => string
  next(...turns: Turn[]): void
  stop(): Promise<void>
}

export async function startAiPeer(): Promise<AiPeer> {
  const asked: AskedOfAi[] = []
  const turns: Turn[] = []
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const parsed = { ...requestSchema.parse(body), authorization: request.headers.authorization }
      asked.push(parsed)
      await (turns.shift() ?? status(418))(response, parsed)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    all: () => JSON.stringify(asked),
    next: (...more) => {
      turns.length = 0
      asked.length = 0
      turns.push(...more)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
