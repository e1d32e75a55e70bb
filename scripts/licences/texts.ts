/** The licences of all that Farol ships, with their texts: a file of the built app. docs/operations.md#licences */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eachInTurn } from '../each-in-turn.ts'
import { presentPackages, type ShippedPackage } from './shipped.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Beside the app's files: the server serves it under this name. */
const FILE = 'THIRD-PARTY-LICENSES.txt'

/** The texts in the package's folder; none for a package of another system, which is not installed here. */
async function textsOf({ path }: ShippedPackage): Promise<string> {
  const names = await readdir(join(ROOT, path)).catch(() => [])
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = await Promise.all(
    files.map((name) => readFile(join(ROOT, path, name), 'utf8').catch(() => '')),
  )
  return texts.map((text) => text.trim()).join('\n\n')
}

/** Writes the file into the folder of the built app. */
export async function writeLicences(folder: string): Promise<void> {
  const parts = await eachInTurn(await presentPackages(), async (one) =>
    `${one.name} ${one.version} (${one.licence})\n\n${await textsOf(one)}`.trim(),
  )
  await writeFile(join(folder, FILE), `${parts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`)
}
