/** The window's side of the worker that makes a key of a password or a PIN. */
import { wrap } from 'comlink'
import type { Argon } from '../db/keyring/keyring.ts'
import type { Bytes } from '../db/keyring/wraps.ts'

export interface Argon2Api {
  readonly derive: (secret: string, argon: Argon) => Promise<Bytes>
}

/** JavaScript alone, on a very weak tablet with other work, takes seconds. */
const PATIENCE_MS = 60_000

/** Rejects when the worker's code does not come. One worker for one secret: nothing of it stays in memory. */
export function deriveArgon2(secret: string, argon: Argon): Promise<Bytes> {
  const worker = new Worker(new URL('./argon2.worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The Argon2id worker did not start.')))
    setTimeout(() => reject(new Error('The Argon2id worker did not answer.')), PATIENCE_MS)
  })
  return Promise.race([wrap<Argon2Api>(worker).derive(secret, argon), failed]).finally(() =>
    worker.terminate(),
  )
}
