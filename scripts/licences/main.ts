/**
 * `npm run licences`: fails when a shipped package has a licence that is not allowed. The build writes the texts of all of
 * them (texts.ts beside this). docs/operations.md#licences
 */
import { isAllowed } from './allowed.ts'
import { presentPackages } from './shipped.ts'

const packages = await presentPackages()
const refused = packages.filter(({ licence }) => !isAllowed(licence))
for (const { name, version, licence } of refused)
  console.error(`${name} ${version}: a licença ${licence || '(nenhuma)'} não está na lista.`)
if (refused.length === 0) console.log(`${packages.length} pacotes, todos com licenças da lista.`)
process.exitCode = refused.length === 0 ? 0 : 1
