/** `npm run docs:commands`: writes docs/sync-commands.md. With `--check` it fails when the page is not the present one. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commandsPage } from './page.ts'

const PAGE = join(import.meta.dirname, '../../docs/sync-commands.md')
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const page = commandsPage()
if (!values.check) await writeFile(PAGE, page)
else if (page !== (await readFile(PAGE, 'utf8').catch(() => ''))) {
  console.error('docs/sync-commands.md não corresponde a src/commands: rode npm run docs:commands.')
  process.exitCode = 1
}
