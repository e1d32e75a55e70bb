/** One request, and the parts of its answer that are compared with another's. */
import type { Device, TestServer } from '../../support/server.ts'
import { type Belongings, MISSING } from './records.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

export interface Asked {
  /** Without '/api'. */
  readonly path: string
  readonly body?: object
  /** A body that is not JSON. */
  readonly file?: { readonly type: string; readonly content: string }
  /** The caller's address, where callers must differ. */
  readonly from?: string
}

export interface Reply {
  readonly status: number
  readonly body: string
  /** By name, without those that vary from answer to answer. */
  readonly headers: Readonly<Record<string, unknown>>
}

/** The longest wait for an answer; an endless one counts as none. */
const PATIENCE_MS = 5_000
const NEVER_MS = 1_000

/** Sends without a token when there is no device. Of a stream only the beginning is read. */
export async function ask(
  { app }: TestServer,
  device: Device | undefined,
  request: Asked & { readonly method: Method },
  streams = false,
): Promise<Reply> {
  const { method, path, body, file, from } = request
  // HEAD does not stream: it ends at once.
  const stream = streams && method !== 'HEAD'
  const patienceMs = streams ? NEVER_MS : PATIENCE_MS
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...device?.headers,
        ...(file === undefined ? {} : { 'content-type': file.type }),
      },
      signal: patience.signal,
      payloadAsStream: stream,
      ...(body === undefined ? {} : { payload: body }),
      ...(file === undefined ? {} : { payload: file.content }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    })
    const { date: _date, 'content-length': _length, ...headers } = answer.headers
    if (stream) {
      answer
        .stream()
        .on('error', () => {})
        .destroy()
      patience.abort()
      return { status: answer.statusCode, body: '', headers }
    }
    return { status: answer.statusCode, body: answer.body, headers }
  } catch (error) {
    if (!patience.signal.aborted) throw error
    return { status: 0, body: `no end within ${patienceMs} ms`, headers: {} }
  } finally {
    clearTimeout(timer)
  }
}

/** Body and headers as one text, for searches and comparisons. */
export const wholeOf = ({ headers, body }: Reply): string => `${body}\n${JSON.stringify(headers)}`

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g

/** The text without the names of the requested record and without values that are new in each answer. */
export function withoutNames(text: string, record: Belongings): string {
  const { lead, client, fileUid, sessionId, person, proposal, marks } = record
  const numbered = [lead.uid, lead.id, client.uid, client.id, fileUid, sessionId].map(String)
  const named = [marks.client.cpf, marks.client.name, person.login, proposal.number]
  const plain = numbered.concat(named).reduce((left, name) => left.replaceAll(name, '·'), text)
  return plain
    .replace(INSTANT, '<instant>')
    .replace(/"id":\d+/g, '"id":"<number>"')
    .replace(/"key":"[^"]*"/g, '"key":"<key>"')
}

export interface Shown {
  readonly record: Belongings
  readonly answer: string
}

/** How many characters of two answers are shown from their first difference. */
const EXCERPT = 120

/** The foreign records whose answer differs from that for a missing record. */
export function differences(shown: readonly Shown[]): string[] {
  const none = shown.find(({ record }) => record === MISSING)
  if (none === undefined) return []
  const expected = withoutNames(none.answer, none.record)
  return shown.flatMap(({ record, answer }) => {
    const given = withoutNames(answer, record)
    if (given === expected) return []
    const place = Array.from(given).findIndex((letter, at) => letter !== expected[at])
    const from = Math.max(0, (place < 0 ? given.length : place) - 20)
    const part = (text: string) => text.slice(from, from + EXCERPT)
    return [`${record.kind}: '${part(given)}' instead of '${part(expected)}'`]
  })
}
