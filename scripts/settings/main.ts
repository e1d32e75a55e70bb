/** `npm run docs:settings`: writes docs/settings.md. With `--check` it fails when the page is not the present one. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { settingsPage } from './page.ts'

const PAGE = join(import.meta.dirname, '../../docs/settings.md')
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const page = settingsPage()
if (!values.check) await writeFile(PAGE, page)
else if (page !== (await readFile(PAGE, 'utf8').catch(() => ''))) {
  console.error('docs/settings.md não corresponde a server/base/config.ts: rode npm run docs:settings.')
  process.exitCode = 1
}
