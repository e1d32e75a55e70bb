/** What the calls that take a spreadsheet have in common. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CODE_PAGES } from '../../src/domain/spreadsheet/code-pages.ts'
import { type ChosenOrders, dayOrdersSchema } from '../../src/domain/spreadsheet/day-order.ts'
import { TOO_LARGE } from '../../src/domain/spreadsheet/limits.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import { UndecidedDays } from '../imports/read-upload.ts'
import { readingQueue } from '../imports/reading-queue.ts'
import { HttpError } from '../wire/errors.ts'
import { pauseUpload, uploadsByProgress } from '../wire/request-limits.ts'
import { readForm } from './upload-form.ts'

export const fileRefused = (message: string) => refusedField('file', message)

const TOO_MANY_WAIT = 'Muitas planilhas esperam para ser lidas. Envie a sua de novo daqui a alguns minutos.'
const GONE = 'O envio foi interrompido.'

/** How the letters are read where that is not sure; '' where no one has said it. */
export const accentsSchema = z
  .enum(['', ...CODE_PAGES])
  .default('')
  .transform((given) => (given === '' ? null : given))

/** null for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What comes first in the days of fields, from a form. Throws what the caller gets. */
export function dayOrdersOf(text: string): ChosenOrders {
  const chosen = dayOrdersSchema.safeParse(text === '' ? {} : parsedJson(text))
  if (!chosen.success) throw refusedField('day_orders', 'A ordem das datas é inválida.')
  return { chosen: chosen.data, saved: {} }
}

/** Sentences by field. */
export function problemsOf({ issues }: z.ZodError): Record<string, string[]> {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'mapping', [message]]))
}

/** Of this process. */
const queue = readingQueue()

/** How many files come before the user's next one; 0: none of the user waits. */
export const placeInLine = (userId: number): number => queue.placeOf(userId)

/**
 * Reads the form and its file in turn. The body of a request that waits stays with its sender. A file that can't be read
 * is refused with its reason.
 */
export async function readInTurn<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (form: Record<string, unknown>) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController()
  const leave = () => gone.abort(new HttpError(400, 'invalid', GONE))
  reply.raw.once('close', leave)
  if (reply.raw.closed) leave()
  pauseUpload(request)
  try {
    const result = await queue.inTurn(request.session.user.id, gone.signal, async () => {
      await uploadsByProgress(request)
      const form = await readForm(request, reply, () => fileRefused(TOO_LARGE))
      return { read: await read(form) }
    })
    if (result === null) throw new Refusal('unavailable', TOO_MANY_WAIT)
    return result.read
  } catch (error) {
    if (error instanceof UndecidedDays) throw refusedField('day_orders', error.message)
    throw error instanceof UnreadableFile ? fileRefused(error.message) : error
  } finally {
    reply.raw.off('close', leave)
  }
}
