/** What a backup says of itself: `farol.json` is its first entry, `manifest.json` its last. */
import { z } from 'zod'

export const HEAD = 'farol.json'
export const MANIFEST = 'manifest.json'
/** It grows when an earlier version could no longer read a backup. */
export const FORMAT = 1

export const headSchema = z.object({
  format: z.int(),
  /** Of Farol. */
  version: z.string(),
  /** The last that had run. */
  migration: z.string(),
  taken_at: z.iso.datetime(),
})

const sum = { sha256: z.string().regex(/^[0-9a-f]{64}$/) }

/** A path never leaves the folder of files. */
const pathSchema = z.string().regex(/^[\w-]+(\/[\w-]+(\.[\w-]+)*)*$/)

export const manifestSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int(),
      ...sum,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/).nullable() })),
  files: z.array(z.object({ path: pathSchema, size: z.int(), ...sum })),
  /** Files that a row names and the store did not have. */
  missing: z.array(z.string()),
})

export type Head = z.infer<typeof headSchema>
export type Manifest = z.infer<typeof manifestSchema>

export const FILES = 'files/'
const TABLES = 'tables/'

/** Parts are numbered. A table needs several because the size of an entry is written before its content. */
export const entryOfTable = (table: string, part: number): string =>
  `${TABLES}${table}/${String(part).padStart(6, '0')}.jsonl`

/** Returns the table of an entry; null for another entry. */
export const tableOfEntry = (name: string): string | null =>
  name.startsWith(TABLES) ? name.slice(TABLES.length, name.lastIndexOf('/')) : null
