/** Migrations of a release never change: databases have run them. server/db/released-migrations.json has their SHA-256. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = 'server/db/migrations'
export const RELEASED = 'server/db/released-migrations.json'

/** SHA-256 by file, by release. */
const releasedSchema = z.record(z.string(), z.record(z.string(), z.hex()))
export type Released = z.infer<typeof releasedSchema>

export const readReleased = async (root = ROOT): Promise<Released> =>
  releasedSchema.parse(JSON.parse(await readFile(join(root, RELEASED), 'utf8')))

/** SHA-256 of the migrations as they are and of their parts in folders, by file. */
export async function digests(root = ROOT): Promise<Record<string, string>> {
  const files = (await readdir(join(root, FOLDER), { recursive: true }))
    .filter((file) => /^\d{4}-.*\.ts$/u.test(file))
    .toSorted()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(root, FOLDER, file), 'utf8')
        return [file, createHash('sha256').update(text).digest('hex')] as const
      }),
    ),
  )
}

/** Returns a sentence for each released migration that is not as it was released. */
export function changedSince(released: Released, present: Readonly<Record<string, string>>): string[] {
  return Object.entries(released).flatMap(([version, files]) =>
    Object.entries(files).flatMap(([file, digest]) => {
      if (present[file] === digest) return []
      const what = present[file] === undefined ? 'falta' : 'mudou'
      return [`${file} ${what}, mas saiu na versão ${version}: faça uma migração nova.`]
    }),
  )
}
