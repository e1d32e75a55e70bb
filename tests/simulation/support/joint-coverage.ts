/** Joins the events of all files with scenarios. Each file stores its own, and the last one gets all. */
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { z } from 'zod'
import type { Coverage } from './scenario.ts'

const stored = z.array(z.tuple([z.string(), z.number()]))

/** Returns how often each event happened; null: another file is still running, or does not run. */
export async function jointCoverage(
  mine: Coverage,
  { share, shares }: { readonly share: number; readonly shares: number },
): Promise<Coverage | null> {
  const folder = inject('eventsFolder')
  const files = Array.from({ length: shares }, (_, number) => join(folder, `events-${number}.json`))
  const own = join(folder, `events-${share}.json`)
  await writeFile(`${own}.part`, JSON.stringify([...mine]))
  await rename(`${own}.part`, own)
  if (!files.every((file) => existsSync(file))) return null
  const all: Coverage = new Map()
  for (const file of files)
    for (const [what, times] of stored.parse(JSON.parse(await readFile(file, 'utf8'))))
      all.set(what, (all.get(what) ?? 0) + times)
  return all
}
