/**
 * `npm run sbom`: prints the list of all that Farol ships (CycloneDX). npm lists a project that has the shipped packages
 * alone. Its own `--omit dev` leaves out packages that a development package uses, too: React and zod among them.
 * docs/operations.md#licences
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runStep } from '../run-step.ts'
import { presentPackages } from './shipped.ts'

const ROOT = join(import.meta.dirname, '../..')
const rangesSchema = z.record(z.string(), z.string())
const projectSchema = z.looseObject({ dependencies: rangesSchema, devDependencies: rangesSchema })
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) })
const listSchema = z.object({ components: z.array(z.object({ 'bom-ref': z.string() })) })

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(ROOT, name), 'utf8'))

const packages = await presentPackages()
const paths = new Set(packages.map(({ path }) => path))

/** The project with its shipped packages alone, all as dependencies. */
function shippedPart(text: unknown): z.output<typeof projectSchema> {
  const project = projectSchema.parse(text)
  const all = Object.entries({ ...project.dependencies, ...project.devDependencies })
  const shipped = all.filter(([name]) => paths.has(`node_modules/${name}`))
  return { ...project, dependencies: Object.fromEntries(shipped), devDependencies: {} }
}

async function shippedLock(): Promise<unknown> {
  const lock = lockSchema.parse(await readJson('package-lock.json'))
  const parts = Object.entries(lock.packages).flatMap(([path, one]): [string, unknown][] => {
    if (path === '') return [[path, shippedPart(one)]]
    const { dev: _, ...asDependency } = one
    return paths.has(path) ? [[path, asDependency]] : []
  })
  return { ...lock, packages: Object.fromEntries(parts) }
}

const PARAMETERS = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']

const above = await mkdtemp(join(tmpdir(), 'farol-sbom-'))
try {
  // npm names the project by its folder.
  const folder = join(above, 'farol')
  await mkdir(folder)
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))
  await write('package.json', shippedPart(await readJson('package.json')))
  await write('package-lock.json', await shippedLock())
  const { code, output } = await runStep({
    name: 'npm sbom',
    command: ['npm', `--prefix=${folder}`, 'sbom', ...PARAMETERS],
  })
  if (code !== 0) throw new Error(output)
  const listed = new Set(listSchema.parse(JSON.parse(output)).components.map((one) => one['bom-ref']))
  const missing = packages.filter(({ name, version }) => !listed.has(`${name}@${version}`))
  if (missing.length > 0) throw new Error(`npm left out ${missing.map(({ name }) => name).join(', ')}`)
  console.log(output.trim())
} finally {
  await rm(above, { recursive: true })
}
