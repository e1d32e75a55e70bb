/** Which licences a package may have that Farol ships: docs/operations.md#licences. */
import { z } from 'zod'

/** Permissive ones, and MPL-2.0, whose copyleft ends with the package's own files. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
  'MPL-2.0',
])

/** Whether an SPDX expression admits a use under allowed licences alone. A name that is not on the list is refused. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim()
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => ALLOWED.has(licence.trim())))
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
})

export interface ShippedPackage {
  /** Its folder, from the project's root. */
  readonly path: string
  readonly name: string
  readonly version: string
  /** '' when the package names none. */
  readonly licence: string
}

/** Returns the packages of a package-lock.json that a production install has, by path. */
export function shippedPackages(lock: unknown): ShippedPackage[] {
  return Object.entries(lockSchema.parse(lock).packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version = '', license = '' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
