/**
 * Fails for a comparison of a role, a state or a status with a bare number, and for a list of bare roles: the numbers
 * have names in `src/domain/permissions/roles.ts`, `src/domain/lead/lead-state.ts`, `src/domain/lead/status.ts` and
 * `src/domain/session/active.ts`. Statuses of HTTP have three digits and are free, and so are the tables themselves.
 */
import { bareNumbers } from './bare-numbers.ts'
import { sourcesNow } from './changed/sources.ts'

/** Where the numbers get their names. Migrations are frozen. */
const NAMING =
  /^(src\/domain\/permissions\/|src\/domain\/lead\/lead-state\.ts$|src\/domain\/session\/active\.ts$|server\/db\/migrations\/)/u

const found = [...(await sourcesNow('src', 'server'))]
  .filter(([file]) => !NAMING.test(file))
  .flatMap(([file, source]) => bareNumbers(source).map(({ line, text }) => `${file}:${line}: ${text}`))

if (found.length > 0) {
  console.log(`A role, a state or a status is compared with a bare number:\n${found.join('\n')}`)
  process.exitCode = 1
}
