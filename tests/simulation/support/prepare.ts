/** Runs once before the test files: makes the database that they copy, and the folder of what they tell each other. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import makeImage from '../../api/support/embedded-image.ts'
import { removeFolder } from '../../support/remove-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the folder with the events of each file's scenarios. */
    eventsFolder: string
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await makeImage()
  const folder = await mkdtemp(join(tmpdir(), 'farol-simulation-'))
  project.provide('eventsFolder', folder)
  return () => removeFolder(folder)
}
