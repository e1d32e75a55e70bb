/**
 * Deletes a folder of a test, its data folder or its cluster too. The process that owns it has ended. A child of it may
 * still write for a moment: then the folder is not empty when it is to go, and is tried again.
 *
 * Vitest calls what a `beforeEach` or `beforeAll` returned after all `afterEach` and `afterAll` hooks. A hook that ends a
 * process and the one that deletes its folder are therefore one hook, or of one kind.
 */
import { rm } from 'node:fs/promises'

export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
