/** What an export says of itself: `manifesto.json`, its last entry. */
import { z } from 'zod'

export const MANIFEST = 'manifesto.json'
export const READ_ME = 'LEIA-ME.txt'
const SHEETS_FOLDER = 'planilhas/'
export const FILES_FOLDER = 'arquivos/'
/** It grows when an earlier version could no longer read an export. */
export const FORMAT = 1

export const entryOfSheet = (name: string): string => `${SHEETS_FOLDER}${name}.csv`

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A path never leaves the folder of files. */
const path = z.string().regex(/^[\w-]+(\/[\w-]+(\.[\w-]+)*)*$/)

export const manifestSchema = z.object({
  format: z.int(),
  /** Of Farol. */
  version: z.string(),
  /** The last that had run. */
  migration: z.string(),
  taken_at: z.string(),
  sheets: z.array(
    z.object({
      table: z.string(),
      entry: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int(),
      sha256,
    }),
  ),
  /** The last numbers that were given: no number is given twice. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/) })),
  files: z.array(z.object({ path, size: z.int(), sha256 })),
  /** Files that a row names and the store did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>
export type SheetSum = Manifest['sheets'][number]
