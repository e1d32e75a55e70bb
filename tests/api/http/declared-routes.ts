/** All calls of the REST API, as src/contract and the plain reports declare them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { declaredIn } from '../../support/declared-in.ts'

const SRC = join(import.meta.dirname, '../../../src')

const files = ['contract', 'domain/reports/plain'].flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(SRC, folder, file))
    .toSorted(),
)

export const declaredRoutes = declaredIn(
  await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(file))),
)
