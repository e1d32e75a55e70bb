/**
 * `npm run test:browsers`: runs tests/browsers on WebKitGTK and on Firefox: the broker's day, offline work, a killed
 * server, an update, two tabs, a page after leaving it, and the content security policy. `-- two-tabs` runs that file
 * only, `-- --grep kill` the tests with that word.
 */
import { proveOtherBrowsers } from './proof/other-browsers.ts'
import { Proof } from './proof/proof.ts'

const proof = await Proof.begin()
await proveOtherBrowsers(proof, process.argv.slice(2))
await proof.close()
