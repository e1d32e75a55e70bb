/**
 * `npm run licences`: fails when a shipped package has a licence that is not allowed. `-- --write` also writes
 * THIRD-PARTY-LICENSES, the texts of all of them, for whoever passes Farol on. docs/operations.md#licences
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isAllowed, type ShippedPackage, shippedPackages } from './allowed.ts'

const ROOT = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

/** The texts in the package's folder; none for a package of another system, which is not installed here. */
async function textsOf({ path }: ShippedPackage): Promise<string> {
  const names = await readdir(join(ROOT, path)).catch(() => [])
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = await Promise.all(
    files.map((name) => readFile(join(ROOT, path, name), 'utf8').catch(() => '')),
  )
  return texts.map((text) => text.trim()).join('\n\n')
}

const packages = shippedPackages(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
const refused = packages.filter(({ licence }) => !isAllowed(licence))
for (const { name, version, licence } of refused)
  console.error(`${name} ${version}: a licença ${licence || '(nenhuma)'} não está na lista.`)
if (refused.length > 0) process.exit(1)
console.log(`${packages.length} pacotes, todos com licenças da lista.`)

if (values.write) {
  const parts = await Promise.all(
    packages.map(async (one) =>
      `${one.name} ${one.version} (${one.licence})\n\n${await textsOf(one)}`.trim(),
    ),
  )
  await writeFile(join(ROOT, 'THIRD-PARTY-LICENSES'), `${parts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`)
  console.log('THIRD-PARTY-LICENSES escrito.')
}
