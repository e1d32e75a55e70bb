/** Runs once before the project's files: a new cluster of PGlite, whose making takes seconds; each file loads a copy. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with its data folder. */
    emptyCluster: string
  }
}

export default async function makeEmptyCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'farol-simulation-'))
  const file = join(folder, 'cluster.tar')
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  project.provide('emptyCluster', file)
  return () => rm(folder, { recursive: true })
}
