/** All calls of the REST API, as src/contract declares them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { declaredIn } from '../../support/declared-in.ts'

const CONTRACT = join(import.meta.dirname, '../../../src/contract')

const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

export const declaredRoutes = declaredIn(
  await Promise.all(
    files.toSorted().map((file): Promise<Record<string, unknown>> => import(join(CONTRACT, file))),
  ),
)
