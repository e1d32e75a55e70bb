import { defineConfig } from 'vitest/config'
import { mutantPlugin } from './tests/simulation/support/mutant-plugin.ts'

/** What takes a second by itself must not fail beside something else. */
const BUSY_MACHINE_MS = 30_000

/** Three suites by what they need: nothing, an IndexedDB in memory, a real database. */
export default defineConfig({
  test: {
    // Vitest leaves a core free; half of these tests wait for a database, a timer or a process.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        plugins: [mutantPlugin()],
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          globalSetup: ['tests/simulation/support/empty-cluster.ts'],
        },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], hookTimeout: 120_000 } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          // A database and a server that is loaded cost seconds a file: they stay for all files of a worker.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
