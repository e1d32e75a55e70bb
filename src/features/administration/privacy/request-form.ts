/** The values of the forms about a request, and of their drafts; its fields in words. */
import { z } from 'zod'
import type { DataRequest } from '../../../contract/administration/data-requests.ts'
import { ANSWER_FIELDS, ASKED_FIELDS, REQUEST_FIELDS } from '../../../domain/privacy/request-fields.ts'
import { askedWords } from '../../../domain/record/asked-words.ts'
import { keysOf, partsOf, picked } from '../../../domain/record/parts.ts'

export const REQUEST_WORDS = askedWords(REQUEST_FIELDS)

const clientSchema = z.object({ id: z.number(), uid: z.string(), name: z.string() })
export type ChosenClient = z.infer<typeof clientSchema>

export const requestValuesSchema = z.object({
  client: clientSchema.nullable(),
  ...partsOf(ASKED_FIELDS, 'typed'),
})
export type RequestValues = z.infer<typeof requestValuesSchema>

/** `today` is the day of a new request. */
export function requestValues(request: DataRequest | null, today: string): RequestValues {
  if (request === null) return { client: null, ...partsOf(ASKED_FIELDS, 'empty'), received_on: today }
  const client = request.client && {
    id: request.client.id,
    uid: request.client.uid,
    name: request.client.name,
  }
  return { client, ...picked(request, keysOf(ASKED_FIELDS)) }
}

/** The body of the call, as far as the form has it. */
export const requestBody = ({ client, kind, came_by, received_on, ...texts }: RequestValues) => ({
  ...texts,
  client_id: client?.id ?? null,
  kind: kind ?? undefined,
  came_by: came_by ?? undefined,
  received_on: received_on ?? '',
})

export const answerValuesSchema = z.object(partsOf(ANSWER_FIELDS, 'typed'))
export type AnswerValues = z.infer<typeof answerValuesSchema>

/** `offered`: what Farol has just done for the request. */
export const answerValues = (request: DataRequest, today: string, offered: string): AnswerValues => ({
  answered_on: request.answered_on ?? today,
  outcome: request.outcome ?? (offered === '' ? null : 'granted'),
  answer: request.answered_on === null ? offered : request.answer,
})

export const answerBody = ({ answered_on, outcome, answer }: AnswerValues) => ({
  answered_on: answered_on ?? '',
  outcome: outcome ?? undefined,
  answer,
})
