/** With SEALED every tablet is protected: its stores are sealed. */
import { deriveKeys } from '../../../src/db/sealing/derive-keys.ts'
import type { StoreKeys } from '../../../src/db/sealing/keys.ts'

const keys = process.env.SEALED === undefined ? null : await deriveKeys(new Uint8Array(32).fill(9), 0)

export const keysOf = (userId: number): StoreKeys | null => keys && { ...keys, userId }
