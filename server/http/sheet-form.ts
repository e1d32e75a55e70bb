/** What the calls that take a spreadsheet have in common. */
import type { z } from 'zod'
import { type ChosenOrders, dayOrdersSchema } from '../../src/domain/spreadsheet/day-order.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { UndecidedDays } from '../imports/read-upload.ts'
import { inTurns } from '../in-turns.ts'
import { refusedField } from './errors.ts'

export const SHEET_TOO_LARGE = `O arquivo é grande demais: o limite é de ${LARGEST_FILE / 1024 / 1024} MB`

export const fileRefused = (message: string) => refusedField('file', message)

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

/** One file at a time: each needs a thread and its memory. */
const inTurn = inTurns()

/** Reads in turn. A file that can't be read is refused with its reason. */
export const readInTurn = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await inTurn(0, read)
  } catch (error) {
    if (error instanceof UndecidedDays) throw refusedField('day_orders', error.message)
    throw error instanceof UnreadableFile ? fileRefused(error.message) : error
  }
}
