/**
 * The packages that Farol ships: the packages of a production install, which the server loads, and the packages that
 * the build puts into the app, which are development packages. docs/operations.md#licences
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { appPackages } from '../imported-packages.ts'

const ROOT = join(import.meta.dirname, '../..')

const rangesSchema = z.record(z.string(), z.string()).default({})

const packageSchema = z.looseObject({
  version: z.string().default(''),
  license: z.string().default(''),
  dependencies: rangesSchema,
  optionalDependencies: rangesSchema,
  peerDependencies: rangesSchema,
  peerDependenciesMeta: z
    .record(z.string(), z.looseObject({ optional: z.boolean().default(false) }))
    .default({}),
})
const lockSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) })
type LockedPackage = z.output<typeof packageSchema>
type LockedPackages = Readonly<Record<string, LockedPackage>>

export interface ShippedPackage {
  /** Its folder, from the project's root. */
  readonly path: string
  readonly name: string
  readonly version: string
  /** '' when the package names none. */
  readonly licence: string
}

const MODULES = 'node_modules/'

/** The folder of the package that code in the folder `from` gets by this name; null when none is locked. */
function folderOf(name: string, from: string, packages: LockedPackages): string | null {
  const inside = from === '' ? '' : `${from}/`
  if (packages[`${inside}${MODULES}${name}`] !== undefined) return `${inside}${MODULES}${name}`
  return from === ''
    ? null
    : folderOf(name, from.slice(0, Math.max(from.lastIndexOf(MODULES) - 1, 0)), packages)
}

/** Names of the packages that this one needs. A peer that it can do without is not among them. */
const neededBy = (one: LockedPackage): string[] => [
  ...Object.keys(one.dependencies),
  ...Object.keys(one.optionalDependencies),
  ...Object.keys(one.peerDependencies).filter((name) => one.peerDependenciesMeta[name]?.optional !== true),
]

/** Returns the shipped packages of a package-lock.json, by path. The app imports the packages in `inApp`. */
export function shippedPackages(lock: unknown, inApp: readonly string[]): ShippedPackage[] {
  const { packages } = lockSchema.parse(lock)
  const root = packages['']
  const reached = new Map<string, LockedPackage>()
  const reach = (name: string, from: string) => {
    const path = folderOf(name, from, packages)
    const found = path === null ? undefined : packages[path]
    if (path !== null && found !== undefined) reached.set(path, found)
  }
  for (const name of [...Object.keys(root?.dependencies ?? {}), ...inApp]) reach(name, '')
  for (const [path, one] of reached) for (const name of neededBy(one)) reach(name, path)
  return [...reached]
    .map(([path, { version, license }]) => ({
      path,
      name: path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version,
      licence: license,
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Returns the shipped packages of the present tree. */
export async function presentPackages(): Promise<ShippedPackage[]> {
  const lock: unknown = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  return shippedPackages(lock, await appPackages())
}
