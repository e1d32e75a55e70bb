/** What the calls that take a spreadsheet have in common. */
import type { z } from 'zod'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
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
    throw error instanceof UnreadableFile ? fileRefused(error.message) : error
  }
}
