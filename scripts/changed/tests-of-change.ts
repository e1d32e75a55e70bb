/**
 * The test files that a change can reach: by imports, and, where a hub imports everything, by the calls and commands that
 * a test names. Browser tests are chosen by the features and screens that they touch.
 */
import { featuresOfSpec } from '../../tests/e2e/support/touches.ts'
import { importGraph, reachedFrom, type Sources } from './import-graph.ts'

/** Files that import all of a kind. What they import is registered, not used. */
const HUBS = new Set([
  'server/entry/app.ts',
  'server/entry/start-server.ts',
  'server/commands/handlers.ts',
  'server/reports/calls/reports.ts',
  'src/commands/registry.ts',
  'src/routes/preload-screens.ts',
  'src/routes/route-tree.tsx',
])
/** Files that load a whole folder, which no import names. */
const READERS: readonly (readonly [folder: string, reader: string])[] = [
  ['server/db/migrations/', 'server/db/migrate.ts'],
]
const VITEST = /^tests\/(unit|screens|sync|simulation|api|faults|foreign)\/.+\.test\.tsx?$/
const BROWSER = /^tests\/e2e\/[^/]+\.spec\.ts$/
const FEATURE = /^src\/features\/([\w-]+)\//
/** A change that reaches more features than these is in a shared layer. */
const MOST_FEATURES = 4
/** What proves a change in a shared layer first: a broker's day without a network, and the look of the main screens. */
const CORE_SPECS = ['tests/e2e/broker-day.spec.ts', 'tests/e2e/two-tabs.spec.ts']

export interface ChosenTest {
  readonly file: string
  /** The suite: a Vitest project, or e2e. */
  readonly suite: string
  /** Number of imports between the test and the change; the nearest tests run first. */
  readonly distance: number
}

/** Returns the tests that these changed files can reach, the nearest first. */
export function testsOfChange(changed: readonly string[], sources: Sources): ChosenTest[] {
  const graph = importGraph(sources)
  const readers = READERS.filter(([folder]) => changed.some((file) => file.startsWith(folder)))
  const { files, branches } = reachedFrom(
    [...changed, ...readers.map(([, reader]) => reader)].filter((file) => sources.has(file)),
    graph,
    (file) => HUBS.has(file),
  )
  const chosen = new Map<string, ChosenTest>()
  const add = (file: string, suite: string, distance: number) => {
    const known = chosen.get(file)
    if (known === undefined || known.distance > distance) chosen.set(file, { file, suite, distance })
  }
  for (const [file, distance] of files) {
    const [, suite] = VITEST.exec(file) ?? []
    if (suite !== undefined) add(file, suite, distance)
  }
  for (const [branch, words] of namesOf(branches, graph, sources))
    for (const [file, text] of sources) {
      const [, suite] = VITEST.exec(file) ?? []
      if (suite !== undefined && words.some((word) => text.includes(word)))
        add(file, suite, (files.get(branch) ?? 0) + 1)
    }
  for (const [file, distance] of specsOf(changed, files, sources)) add(file, 'e2e', distance)
  return [...chosen.values()].toSorted((one, other) => one.distance - other.distance)
}

/** The calls and commands of each branch: paths in it and in its contract, and command names in the hub's table. */
function namesOf(
  branches: ReadonlySet<string>,
  graph: ReadonlyMap<string, readonly string[]>,
  sources: Sources,
): Map<string, string[]> {
  const handlers = [
    sources.get('server/commands/handlers.ts') ?? '',
    sources.get('src/commands/registry.ts') ?? '',
  ]
  return new Map(
    [...branches].map((branch) => {
      const contracts = (graph.get(branch) ?? []).filter((file) => file.startsWith('src/contract/'))
      const paths = [branch, ...contracts].flatMap((file) =>
        [
          ...(sources.get(file) ?? '').matchAll(/(?:path: |\b(?:get|post|put|remove)\(\s*)'(\/[^':{]+)/gu),
        ].map(([, path = '']) => path),
      )
      const stem = branch.split('/').at(-1) ?? ''
      const commands = handlers.flatMap((table) => {
        const [, names = ''] =
          new RegExp(String.raw`import \{([^}]*)\} from '[^']*/${stem}'`).exec(table) ?? []
        return names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .flatMap((name) => [...table.matchAll(new RegExp(String.raw`'([\w.]+)': ${name}\b`, 'gu'))])
          .map(([, command = '']) => `'${command}'`)
      })
      return [branch, [...paths, ...commands]]
    }),
  )
}

function specsOf(
  changed: readonly string[],
  files: ReadonlyMap<string, number>,
  sources: Sources,
): Map<string, number> {
  const specs = [...sources.keys()].filter((file) => BROWSER.test(file))
  const found = new Map<string, number>()
  for (const [file, distance] of files) if (BROWSER.test(file)) found.set(file, distance)
  const touched = (file: string) => FEATURE.exec(file)?.[1] ?? null
  const own = new Set(changed.flatMap((file) => touched(file) ?? []))
  const reached = new Set([...files.keys()].flatMap((file) => FEATURE.exec(file)?.[1] ?? []))
  const features = own.size > 0 ? own : reached
  const isOfApp = changed.some((file) => file.startsWith('src/'))
  if (!isOfApp) return found
  if (features.size > MOST_FEATURES) for (const spec of CORE_SPECS) found.set(spec, 2)
  else
    for (const spec of specs)
      if (featuresOfSpec(spec).some((feature) => features.has(feature))) found.set(spec, 1)
  return found
}
