/** The project's own TypeScript files, as they are in the working tree. */
import { readFile } from 'node:fs/promises'
import { eachInTurn } from '../each-in-turn.ts'
import { runStep } from '../run-step.ts'
import type { Sources } from './import-graph.ts'

/** Runs git and returns its lines. Throws when it fails. */
export async function git(...parameters: readonly string[]): Promise<string[]> {
  const { code, output } = await runStep({ name: 'git', command: ['git', ...parameters] })
  if (code !== 0) throw new Error(`git ${parameters.join(' ')}: ${output}`)
  return output.split('\n').filter((line) => line !== '')
}

/** The files below these folders, and the files of the root for '.'. */
export async function sourcesNow(...folders: readonly string[]): Promise<Sources> {
  const files = await git('-c', 'core.quotePath=false', 'ls-files', '-co', '--exclude-standard', ...folders)
  const code = files.filter((file) => /\.tsx?$/u.test(file))
  const texts = await eachInTurn(code, async (file): Promise<[string, string] | null> => {
    const text = await readFile(file, 'utf8').catch(() => null)
    // A deleted file is listed until the deletion is committed.
    return text === null ? null : [file, text]
  })
  return new Map(texts.filter((entry) => entry !== null))
}
