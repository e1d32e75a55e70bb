/**
 * `npm run test:browsers`: the broker's day, offline work, a killed server, an update, two tabs, pages that were left
 * and the content policy, on WebKitGTK and on Firefox. `-- two-tabs` runs that file alone, `-- --grep kill` what is
 * called so.
 */
import { proveOtherBrowsers } from './other-browsers.ts'
import { Proof } from './proof.ts'

const proof = await Proof.begin()
await proveOtherBrowsers(proof, process.argv.slice(2))
await proof.close()
