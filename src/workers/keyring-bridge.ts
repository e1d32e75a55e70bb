/** The window's side of the worker that reads and writes keyring files. */
import { type Remote, wrap } from 'comlink'
import type { Keyring } from '../db/keyring/keyring.ts'

export interface KeyringApi {
  /** null: there is none, or it is damaged. */
  readonly read: (userId: number) => Promise<Keyring | null>
  /** Resolves when it is on the disk, read back and equal. */
  readonly write: (keyring: Keyring) => Promise<void>
  /** Overwrites the file in place, and removes it. */
  readonly destroy: (userId: number) => Promise<void>
  /** The users who have one here. */
  readonly users: () => Promise<number[]>
}

/** Runs `act` in a worker of its own: nothing of a keyring stays in memory. Rejects when the worker does not start. */
export async function withKeyrings<Value>(
  act: (keyrings: Remote<KeyringApi>) => Promise<Value>,
): Promise<Value> {
  const worker = new Worker(new URL('./keyring.worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The keyring worker did not start.')))
  })
  try {
    return await Promise.race([act(wrap<KeyringApi>(worker)), failed])
  } finally {
    worker.terminate()
  }
}
