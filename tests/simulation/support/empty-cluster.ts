/** Runs once before the test files. It creates a PGlite cluster, which takes seconds; each test file loads a copy. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { removeFolder } from '../../support/remove-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the tar file with the cluster's data folder. */
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
  return () => removeFolder(folder)
}
