/**
 * The file of anchors, beside the database and out of reach for who only has the database. Each process appends what its file
 * lacks. docs/rules.md#chain
 */
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type Anchor,
  anchorSchema,
  type KeptAnchors,
  type Restored,
  restoredSchema,
} from '../../src/domain/dossier/anchors.ts'
import { codeOf } from '../db/transient.ts'

export const HISTORY_FOLDER = 'history'

/** Each installation has its own. */
export const anchorsPath = (dataDir: string, installation: string): string =>
  join(dataDir, HISTORY_FOLDER, `${installation}.jsonl`)

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // No JSON.
    return null
  }
}

/** Returns what these lines have. A line that is torn or was changed is none: the next look appends its anchor anew. */
export function keptIn(text: string): KeptAnchors {
  const lines = text.split('\n').map(jsonIn)
  return {
    anchors: lines.flatMap((line) => anchorSchema.safeParse(line).data ?? []),
    restored: new Set(lines.flatMap((line) => restoredSchema.safeParse(line).data?.restored ?? [])),
  }
}

/** Returns nothing where there is no file. */
export async function readKept(path: string): Promise<KeptAnchors> {
  try {
    return keptIn(await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return keptIn('')
    throw error
  }
}

export const appendAnchors = (path: string, anchors: readonly Anchor[]): Promise<void> =>
  append(path, anchors)
export const appendRestored = (path: string, line: Restored): Promise<void> => append(path, [line])

/** Resolves when the lines are on the disk. A torn line before them is ended. */
async function append(path: string, lines: readonly object[]): Promise<void> {
  if (lines.length === 0) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}
