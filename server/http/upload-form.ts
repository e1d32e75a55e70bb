/** Reads the form of POST /leads/file. A broken form becomes an HttpError with a message. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

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
const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/**
 * Returns the fields by name, the file as `file`, its name as `name`. Throws `tooLarge()` for a file above the limit,
 * else HttpError 400. After an error the connection is closed and the rest of the body is not read.
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  tooLarge: () => HttpError,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') given[part.fieldname] = part.value
      else if (part.fieldname === 'file') {
        given.file = await part.toBuffer()
        given.name = part.filename
      } else part.file.resume()
    }
  } catch (error) {
    reply.header('connection', 'close')
    const code = codeOf(error)
    throw code === TOO_LARGE ? tooLarge() : new HttpError(400, 'invalid', SENTENCES.get(code) ?? BROKEN)
  }
  return given
}
