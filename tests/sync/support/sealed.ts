/** Makes the test stores of a suite those of a protected device: the project `sync-sealed`. */
import { vi } from 'vitest'
import { deriveKeys } from '../../../src/db/sealing/derive-keys.ts'

vi.mock(import('../../../src/db/sealing/held-keys.ts'), async (original) => {
  const keys = await deriveKeys(new Uint8Array(32).fill(7), 0)
  const heldKeys = (userId: number) => ({ ...keys, userId })
  return { ...(await original()), heldKeys, keysToOpen: heldKeys }
})
