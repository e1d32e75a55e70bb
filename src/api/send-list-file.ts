/** Sends a spreadsheet with its mapping and what is chosen for all lines, as a form. docs/rules.md#any-import */
import type { z } from 'zod'
import type { CodePage } from '../domain/spreadsheet/code-pages.ts'
import type { DayOrders } from '../domain/spreadsheet/day-order.ts'
import { type CallResult, LOST_ANSWER } from './call-result.ts'
import { exchange } from './http.ts'

/** In milliseconds: the file may be large, the line slow, and the server reads all of it. */
const TIMEOUT = 300_000

interface Sent {
  readonly file: File
  /** The sheet of the file; '' for a file without sheets. */
  readonly sheet: string
  /** How its letters are read where that is not sure. */
  readonly accents: CodePage | null
  /** By the names of fields: what comes first in their days. */
  readonly dayOrders: DayOrders
  /** Its Idempotency-Key: docs/rules.md#sent-again */
  readonly key: string
  readonly mapping: object
  /** null is sent as an empty text. */
  readonly choices: object
}

export interface ImportRoute<Answer> {
  readonly method: 'POST'
  readonly path: string
  readonly answer: z.ZodType<Answer>
}

/** A lost answer has a result of its own, because the server may have begun the work. */
export async function sendListFile<Answer>(
  { method, path, answer }: ImportRoute<Answer>,
  { file, sheet, accents, key, mapping, dayOrders, choices }: Sent,
  token: string,
): Promise<CallResult<Answer>> {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('day_orders', JSON.stringify(dayOrders))
  form.append('sheet', sheet)
  form.append('accents', accents ?? '')
  for (const [name, value] of Object.entries(choices)) form.append(name, value === null ? '' : String(value))
  form.append('file', file, file.name)
  const options = { method, body: form, token, timeout: TIMEOUT, headers: { 'idempotency-key': key } }
  const result = await exchange<Answer>(path.slice(1), options, async (response) => {
    const parsed = answer.safeParse(await response.json())
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
  })
  return result.kind === 'unreachable' ? LOST_ANSWER : result
}
