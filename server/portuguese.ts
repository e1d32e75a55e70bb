/** What the schemas say about a wrong field, in Portuguese: it reaches people through the `errors` of an answer. */
import { z } from 'zod'
import { REQUIRED_FIELD } from '../src/contract/session.ts'

/** Schemas keep their own sentences; this is for those that have none. */
export function speakPortuguese(): void {
  z.config({
    ...z.locales.ptBR(),
    customError: (issue) =>
      issue.code === 'invalid_type' && issue.input === undefined ? REQUIRED_FIELD : undefined,
  })
}
