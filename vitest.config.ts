import { defineConfig } from 'vitest/config'
import { leftOutOfApi } from './scripts/proof/api-slice.ts'
import { mutantPlugin } from './tests/simulation/support/mutant-plugin.ts'

/** A test that takes a second alone must not time out beside others. */
const BUSY_MACHINE_MS = 30_000

/** Databases that earlier versions wrote are clear, and a test of sealing chooses its keys. */
const CLEAR_ONLY = ['upgrade', 'sealing', 'eviction', 'sealed-push'].map(
  (name) => `tests/sync/${name}.test.ts`,
)

/** The suites differ in what they need: unit nothing, sync an IndexedDB in memory, the others a real database. */
export default defineConfig({
  test: {
    // Vitest leaves one core free by default. Half of these tests wait for a database, a timer or a process.
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
        // The same tests on the store of a protected device.
        test: {
          name: 'sync-sealed',
          include: ['tests/sync/**/*.test.ts'],
          exclude: CLEAR_ONLY,
          setupFiles: ['fake-indexeddb/auto', 'tests/sync/support/sealed.ts'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        plugins: [mutantPlugin()],
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          // Dexie runs live queries only where there is an IndexedDB. The tablets have their own.
          setupFiles: ['fake-indexeddb/auto'],
          globalSetup: ['tests/simulation/support/empty-cluster.ts'],
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], hookTimeout: 120_000 } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: leftOutOfApi(),
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
