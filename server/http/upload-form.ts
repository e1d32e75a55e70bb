/** Reads the form of POST /leads/file. A broken form becomes an HttpError with a message. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../context/refusal.ts'
import { HttpError } from '../wire/errors.ts'

/** The form has one other field. A browser extension or a proxy may add some. */
export const FORM_LIMITS = { files: 1, fields: 10, parts: 20, fieldSize: 1000, headerPairs: 20 } as const

const BROKEN = 'O formulário chegou incompleto ou ilegível. Envie-o novamente.'
const TOO_MANY_FIELDS = 'O formulário tem campos demais.'

/** Messages by the library's error code. Other errors mean that the form can't be read. */
const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['FST_FILES_LIMIT', 'Envie um arquivo de cada vez.'],
  ['FST_FIELDS_LIMIT', TOO_MANY_FIELDS],
  ['FST_PARTS_LIMIT', TOO_MANY_FIELDS],
])
class TooLarge extends Error {}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const LARGEST_GUESS = 32 * 1024 * 1024

/** Puts the file where it stays: its parts and a copy of them would take twice its size. */
async function bytesOf(file: MultipartFile['file'], announced: number): Promise<Uint8Array> {
  const room = Number.isFinite(announced) ? Math.min(announced, LARGEST_GUESS) : 0
  let bytes = new Uint8Array(room)
  let length = 0
  for await (const part of file) {
    if (length + part.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + part.length))
      larger.set(bytes)
      bytes = larger
    }
    bytes.set(part, length)
    length += part.length
  }
  if (file.truncated) throw new TooLarge()
  return bytes.subarray(0, length)
}

/**
 * Returns the fields by name, the file as `file`, its name as `name`. Throws `tooLarge()` for a file above the limit,
 * else HttpError 400. After an error the connection is closed and the rest of the body is not read.
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  tooLarge: () => Refusal,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') given[part.fieldname] = part.value
      else if (part.fieldname === 'file') {
        given.file = await bytesOf(part.file, Number(request.headers['content-length']))
        given.name = part.filename
      } else part.file.resume()
    }
  } catch (error) {
    reply.header('connection', 'close')
    const code = codeOf(error)
    throw error instanceof TooLarge
      ? tooLarge()
      : new HttpError(400, 'invalid', SENTENCES.get(code) ?? BROKEN)
  }
  return given
}
