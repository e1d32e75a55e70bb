import { createHash } from 'node:crypto'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BROWSER_FLAGS } from './scripts/browser-flags.ts'
import { COMPILED } from './scripts/build/compiled.ts'
import { API, leftOut, SCREENS } from './scripts/proof/file-slice.ts'
import { builtWorkers } from './tests/screens/support/built-workers.ts'
import { mutantPlugin } from './tests/simulation/support/mutant-plugin.ts'

/** A test that takes a second alone must not time out beside others. */
const BUSY_MACHINE_MS = 120_000

/** What sealing can change: reads, writes and queries of the store itself. The simulation seals whole tablets. */
const SEALED = ['drafts', 'files', 'hand-over', 'obligations', 'queue-copy', 'reads', 'staging'].map(
  (name) => `tests/sync/${name}.test.ts`,
)

/** Files that replace modules or load them anew: the others share the modules of their worker. */
const replacing = (files: string) =>
  globSync(files).filter((file) => /vi\.(mock|doMock|resetModules)\(/u.test(readFileSync(file, 'utf8')))
const REPLACING = replacing('tests/{unit,sync}/**/*.test.{ts,tsx}')

/** Files that reach a component or a file that only Vite can load. */
const OF_VITE = [
  ...globSync('tests/{unit,sync}/**/*.test.tsx'),
  'tests/sync/pinned-reports.test.ts',
  'tests/unit/assistant/report-columns.test.ts',
  'tests/unit/contract/saves.test.ts',
  'tests/unit/features/administration/user-list.test.ts',
]

const MOUNTED = ['tests/screens/**/*.test.tsx']
const MOUNTED_ALONE = MOUNTED.flatMap(replacing)

const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** Node loads the modules itself, as it does for the server: Vite neither compiles them nor stands between two of them. */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** Modules are loaded once a worker, not once a file. */
const shared = {
  ...NATIVE,
  isolate: false,
  exclude: [...REPLACING, ...OF_VITE],
  testTimeout: BUSY_MACHINE_MS,
  unstubGlobals: true,
  restoreMocks: true,
}

const simulated = {
  isolate: false,
  // Dexie runs live queries only where there is an IndexedDB. The tablets have their own.
  setupFiles: ['fake-indexeddb/auto'],
  globalSetup: ['tests/simulation/support/prepare.ts'],
}

/** The pages without login are built without the compiler: they must stay small. */
const NOT_COMPILED = [/\/node_modules\//, /\/src\/indication-page\//]

/** Components as the build compiles them. The plugin takes a run of Vite for development unless it is called production. */
const compiled = (): Plugin[] =>
  react({ compiler: COMPILED, exclude: NOT_COMPILED }).map((plugin) => {
    const { name, configResolved } = plugin
    if (name !== 'vite:react-compiler' || typeof configResolved !== 'function') return plugin
    return {
      ...plugin,
      configResolved(config) {
        return configResolved.call(this, { ...config, isProduction: true })
      },
    }
  })

/** The words of the screens that may be icons: the library's other six thousand are not prepared for the page. */
const ICONS = new Set(
  globSync('src/**/*.tsx').flatMap((file) => readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w*/gu) ?? []),
)
const usedIcons: Plugin = {
  // What Vite has prepared is kept by the names of plugins.
  name: `used-icons-${createHash('sha256')
    .update([...ICONS].toSorted().join())
    .digest('hex')
    .slice(0, 16)}`,
  transform: {
    filter: { id: /[\\/]tabler-icons-react\.mjs$/u },
    handler: (code) =>
      code
        .split('\n')
        .filter((line) => ICONS.has(/default as (\w+)/u.exec(line)?.[1] ?? ''))
        .join('\n'),
  },
}

/** Screens in one Chromium, compiled as the build compiles them: React's compiler has broken one that worked without it. */
const mounted = (
  name: string,
  files: { readonly include: string[]; readonly exclude: string[]; readonly isolate: boolean },
): TestProjectConfiguration => ({
  plugins: [compiled(), builtWorkers()],
  // React as users get it. Its development build takes three times the processor: each element takes a stack.
  oxc: { jsx: { development: false } },
  define: {
    ...PRODUCTION,
    __APP_VERSION__: JSON.stringify('0.0.0'),
    'process.env.SLICE': JSON.stringify(process.env.SLICE ?? ''),
  },
  worker: { format: 'es' },
  // In a copy of the sources (planted faults) this folder is a link to outside, and the fonts in it would be refused.
  server: { fs: { allow: ['.', realpathSync('node_modules')] } },
  optimizeDeps: {
    entries: ['src/routes/*.tsx', 'tests/screens/**/*.tsx'],
    include: ['axe-core'],
    rolldownOptions: { transform: { define: PRODUCTION }, plugins: [usedIcons] },
  },
  test: {
    ...files,
    name,
    // The first one is there before React is.
    setupFiles: ['tests/screens/support/drawn.ts', 'tests/screens/support/setup.ts'],
    fileParallelism: false,
    restoreMocks: true,
    unstubGlobals: true,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    testTimeout: BUSY_MACHINE_MS,
    hookTimeout: BUSY_MACHINE_MS,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: true,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
          args: [...BROWSER_FLAGS],
        },
        contextOptions: { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' },
        actionTimeout: 20_000,
      }),
    },
  },
})

/** The suites differ in what they need: unit and sync an IndexedDB in memory, the others a real database. */
export default defineConfig({
  test: {
    // Vitest leaves one core free by default. Half of these tests wait for a database, a timer or a process.
    maxWorkers: 2,
    // A screen is unmounted with questions to the board worker open, as at a sign-out.
    onUnhandledError: ({ message }) => message !== 'The board worker was terminated.',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          // Dexie takes the IndexedDB that is there when it is loaded, and it is loaded once a worker.
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        test: {
          ...shared,
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        test: {
          name: 'replacing',
          include: [...REPLACING, ...OF_VITE],
          setupFiles: ['fake-indexeddb/auto'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        // The store of a protected device.
        test: {
          name: 'sync-sealed',
          include: SEALED,
          setupFiles: ['fake-indexeddb/auto', 'tests/sync/support/sealed.ts'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      // What an earlier file left in the page is put back: tests/screens/support/put-back.ts.
      mounted('screens', {
        include: MOUNTED,
        exclude: [...leftOut(SCREENS), ...MOUNTED_ALONE],
        isolate: false,
      }),
      mounted('screens-alone', { include: MOUNTED_ALONE, exclude: leftOut(SCREENS), isolate: true }),
      {
        test: {
          ...simulated,
          ...NATIVE,
          name: 'simulation',
          include: ['tests/simulation/scenarios-*.test.ts'],
        },
      },
      {
        plugins: [mutantPlugin()],
        test: { ...simulated, name: 'mutants', include: ['tests/simulation/mutants-*.test.ts'] },
      },
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Programs in Python, and a server of their own.
        test: { name: 'foreign', include: ['tests/foreign/**/*.test.ts'], testTimeout: BUSY_MACHINE_MS },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], hookTimeout: 120_000 } },
      {
        test: {
          ...NATIVE,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: leftOut(API),
          globalSetup: ['tests/api/support/embedded-image.ts'],
          // Loading a database and a server costs seconds a file, so all files of a worker share them.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
