/** Sends bytes over a new connection, reads one answer, and checks it. */
import { connect } from 'node:net'
import { z } from 'zod'
import { errorBodySchema } from '../../../../src/contract/errors.ts'
import { fieldName } from '../../../../src/contract/field-names.ts'
import type { FuzzedRequest } from './requests.ts'

export interface RawAnswer {
  /** 0: the connection ended without an answer. */
  readonly status: number
  readonly type: string
  readonly body: string
}

/** A request without an answer until then has none. */
const PATIENCE_MS = 30_000

/** The complete body of an answer, or null while parts are missing. */
function wholeBody(head: string, rest: Buffer): string | null {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined)
    return rest.length >= Number(length) ? rest.subarray(0, Number(length)).toString() : null
  if (!/^transfer-encoding: *chunked/im.test(head)) return null
  const text = rest.toString('latin1')
  if (!text.endsWith('0\r\n\r\n')) return null
  return Buffer.from(text.replace(/(?:^|\r\n)[0-9a-f]+\r\n/gi, ''), 'latin1').toString()
}

/** Of an endless stream only the head is read. */
function answerIn(received: Buffer, method: string, ended: boolean): RawAnswer | null {
  const split = received.indexOf('\r\n\r\n')
  if (split < 0) return ended ? { status: 0, type: '', body: '' } : null
  const head = received.subarray(0, split).toString('latin1')
  const rest = received.subarray(split + 4)
  const status = Number(head.split(' ')[1])
  // '100 Continue' precedes the answer.
  if (status === 100) return answerIn(rest, method, ended)
  const type = /^content-type: *([^\r\n]*)/im.exec(head)?.[1] ?? ''
  if (type.includes('event-stream') || method === 'HEAD' || status === 204 || status === 304)
    return { status, type, body: '' }
  const body = wholeBody(head, rest) ?? (ended ? rest.toString() : null)
  return body === null ? null : { status, type, body }
}

export function exchange(url: string, { bytes, method }: FuzzedRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<RawAnswer>()
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
  let received: Buffer = Buffer.alloc(0)
  const settle = (ended: boolean) => {
    const answer = answerIn(received, method, ended)
    if (answer === null) return
    clearTimeout(late)
    resolve(answer)
    socket.destroy()
  }
  const late = setTimeout(() => settle(true), PATIENCE_MS)
  socket.on('data', (part) => {
    received = Buffer.concat([received, Buffer.from(part)])
    settle(false)
  })
  // A reset may follow the answer: the received part counts.
  socket.on('error', () => {})
  socket.on('close', () => settle(true))
  return promise
}

/** Words of libraries and of the language itself, which no Portuguese sentence has. */
const FOREIGN = new RegExp(
  `\\b(${[
    'undefined|NaN|null|object|Object|string|number|boolean|array|the|is|are|not|must|should|be|expected|received',
    'required|error|Error|unexpected|Unexpected|invalid|Invalid|body|request|Request|failed|unsupported|Unsupported',
    'cannot|large|Bad|Not|Found|Too|timeout|Timeout|token|input|Input|missing|key|value',
  ].join('|')})\\b`,
)

/** The only message with foreign words: docs/rules.md#lead-calls. */
const GIVEN = 'Sem permissão para criar esse tipo de Lead (Partner not found)'

/** A refused choice names the values that the call takes. They are codes of the API, such as `request` of the trail. */
const CODES = /Envie (?:[a-z_]+, )*[a-z_]+(?: ou [a-z_]+)?/g

const isPortuguese = (sentence: string) =>
  sentence.length > 0 && (sentence === GIVEN || !FOREIGN.test(sentence.replace(CODES, 'Envie')))

const DELIBERATE_503 = z.object({ code: z.literal('not_configured') })

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The problem as a sentence; null without one. */
export function complaintOf(answer: RawAnswer, { method }: FuzzedRequest): string | null {
  if (answer.status === 0) return 'was not answered'
  const body = parsed(answer.body)
  // The answer to HEAD has no body that could say so.
  const deliberate = answer.status === 503 && (method === 'HEAD' || DELIBERATE_503.safeParse(body).success)
  if (answer.status >= 500 && !deliberate) return `answered ${answer.status}`
  if (method === 'HEAD') return null
  if (answer.status < 400) return firstOf(pushSchema.safeParse(body).data?.results ?? [])
  const error = errorBodySchema.safeParse(body)
  if (!error.success || !answer.type.startsWith('application/json')) return 'is no error of ours'
  return firstOf([error.data])
}

type Refusal = Pick<z.infer<typeof errorBodySchema>, 'message' | 'code' | 'errors'>

/** The results of a push; every other result than a refusal gets a default message. */
const pushSchema = z.object({ results: z.array(errorBodySchema.catch({ message: 'Sem mensagem' })) })

/** A part of a path has no name of its own in a message: 'id' does not identify it. */
const OF_A_PATH = ['id', 'uid', 'leadId']

const firstOf = (refusals: readonly Refusal[]): string | null =>
  refusals.map(complaintOfRefusal).find((found) => found !== null) ?? null

function complaintOfRefusal({ message, code, errors = {} }: Refusal): string | null {
  const sentences = [message, ...Object.values(errors).flat()]
  const foreign = sentences.find((sentence) => !isPortuguese(sentence))
  if (foreign !== undefined) return `says ${JSON.stringify(foreign.slice(0, 200))}`
  const fields = Object.keys(errors).filter((field) => !OF_A_PATH.includes(field))
  const names = fields.map(fieldName).filter((name) => name !== null)
  const isNamed = names.length === 0 || names.some((name) => message.includes(name))
  return code !== 'invalid' || isNamed ? null : `names no field: ${JSON.stringify(message.slice(0, 200))}`
}
