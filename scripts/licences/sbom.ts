/**
 * `npm run sbom`: prints the list of all that Farol ships (CycloneDX). npm lists what a production install has, so it is
 * given a project in which the app's packages are dependencies, too. docs/operations.md#licences
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

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(ROOT, name), 'utf8'))

const shipped = new Set((await presentPackages()).map(({ path }) => path))
const isShipped = ([name]: readonly [string, string]) => shipped.has(`node_modules/${name}`)

/** Moves the app's packages to the dependencies. */
function withApp<Project extends z.output<typeof projectSchema>>(project: Project): Project {
  const packages = Object.entries(project.devDependencies)
  return {
    ...project,
    dependencies: { ...project.dependencies, ...Object.fromEntries(packages.filter(isShipped)) },
    devDependencies: Object.fromEntries(packages.filter((one) => !isShipped(one))),
  }
}

const lock = lockSchema.parse(await readJson('package-lock.json'))
const packages = Object.entries(lock.packages).map(([path, one]) => {
  if (path === '') return [path, withApp(projectSchema.parse(one))]
  const { dev: _, ...asDependency } = one
  return [path, shipped.has(path) ? asDependency : one]
})

const above = await mkdtemp(join(tmpdir(), 'farol-sbom-'))
try {
  // npm names the project by its folder.
  const folder = join(above, 'farol')
  await mkdir(folder)
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))
  await write('package.json', withApp(projectSchema.parse(await readJson('package.json'))))
  await write('package-lock.json', { ...lock, packages: Object.fromEntries(packages) })
  const { code, output } = await runStep({
    name: 'npm sbom',
    command: [
      'npm',
      '--prefix',
      folder,
      'sbom',
      ...['--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    ],
  })
  console.log(output.trim())
  process.exitCode = code
} finally {
  await rm(above, { recursive: true })
}
