/** Reads the form of POST /leads/file: whatever is broken about it becomes an error of the caller's, in words. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** Fields that are no file. The form has one; a browser's extension or a proxy may add some. */
export const FORM_LIMITS = { files: 1, fields: 10, parts: 20, fieldSize: 1000, headerPairs: 20 } as const

const BROKEN = 'O formulário chegou incompleto ou ilegível. Envie-o novamente.'
const TOO_MANY_FIELDS = 'O formulário tem campos demais.'

/** By the code of the library's error; what has none, or another, is a form that can't be read. */
const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['FST_FILES_LIMIT', 'Envie um arquivo de cada vez.'],
  ['FST_FIELDS_LIMIT', TOO_MANY_FIELDS],
  ['FST_PARTS_LIMIT', TOO_MANY_FIELDS],
])
const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/**
 * The fields by their names, in any order; the file as `file`, its name as `name`. Throws `tooLarge()` for a file
 * beyond the limit, else HttpError 400. After an error the connection ends: what is left of the body is not waited
 * for.
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
