/** The help pages of docs/ajuda for answers of the persona Ajuda by REST. The app has them in its own files. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HelpIndex, helpIndex } from '../../src/domain/assistant/help-index.ts'
import { parsePage } from '../../src/domain/assistant/help-page.ts'

const FOLDER = join(import.meta.dirname, '../../docs/ajuda')

let index: Promise<HelpIndex> | null = null

async function read(): Promise<HelpIndex> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort()
  return helpIndex(
    await Promise.all(names.map(async (name) => parsePage(name, await readFile(join(FOLDER, name), 'utf8')))),
  )
}

export function helpPages(): Promise<HelpIndex> {
  index ??= read()
  return index
}
