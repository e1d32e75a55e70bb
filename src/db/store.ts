/**
 * The store's code: Dexie, the schemas, and what the screens read and write. The first cards do not need it, so it is
 * loaded on demand: docs/architecture.md#opening
 */
import type * as storeCode from './store-code.ts'

export type StoreCode = typeof storeCode

let present: StoreCode | null = null
let loading: Promise<StoreCode> | null = null

/** Loads the code once. Rejects when it does not arrive; the next call tries again, see src/opening/import-with-retry.ts. */
export function loadStore(): Promise<StoreCode> {
  loading ??= import('./store-code.ts').then(
    (code) => {
      present = code
      return code
    },
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** `loadStore` in two steps, each a task of its own: evaluated together they would hold up a weak tablet's page. */
export async function loadStoreInSteps(): Promise<StoreCode> {
  await import('../commands/registry.ts')
  await nextTask()
  return loadStore()
}

/** Returns null until `loadStore` has loaded it. */
export const presentStore = (): StoreCode | null => present
