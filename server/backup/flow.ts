/** The way of a backup into its file. The writer gets the error at once when the file can't be written any more. */
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { wallNow } from '../base/clock/machine.ts'
import { encrypted } from './encryption.ts'
import { BackupRefused, TargetFailed } from './refused.ts'
import { fromWeb, toWeb } from './streams.ts'

/** Adds an entry. Rejects when the backup has failed meanwhile. */
export type Add = (name: string, bytes: Uint8Array) => Promise<void>

export interface Limits {
  readonly stop?: AbortSignal
  /** The target may be silent for so long while bytes wait for it. */
  readonly stallMs?: number
}

/** Faster than the usual 6, and a tenth larger: the machine has other work. */
const LEVEL = 4
/** For the owner alone. */
export const MODE = 0o600

const STALL_MS = 60_000
const STALLED = 'O lugar da cópia parou de aceitar dados.'

/**
 * The first failure, which rejects all waiting writes. A stream that is no longer read would otherwise keep them
 * waiting for good.
 */
class Failure {
  #first: { readonly error: unknown } | null = null
  readonly #waiting = new Set<(error: unknown) => void>()

  tell(error: unknown): void {
    this.#first ??= { error }
    for (const reject of this.#waiting) reject(this.#first.error)
  }

  /** Resolves as `work` does, unless there is a failure. */
  async unless<Value>(work: Promise<Value>): Promise<Value> {
    let told: (error: unknown) => void = () => {}
    try {
      return await new Promise<Value>((resolve, reject) => {
        told = reject
        this.#waiting.add(told)
        work.then(resolve, reject)
        if (this.#first !== null) reject(this.#first.error)
      })
    } finally {
      this.#waiting.delete(told)
    }
  }

  throwAny(): void {
    if (this.#first !== null) throw this.#first.error
  }
}

/** Calls `stalled` when a write waits and no byte has moved for `stallMs`. Returns a function that ends the watch. */
function watchProgress(
  progress: () => { readonly waits: boolean; readonly bytes: number },
  stallMs: number,
  stalled: () => void,
): () => void {
  let seen = -1
  let since = performance.now()
  const timer = setInterval(() => {
    const { waits, bytes } = progress()
    if (!waits || bytes !== seen) {
      seen = bytes
      since = performance.now()
    } else if (performance.now() - since >= stallMs) stalled()
  }, stallMs / 10)
  return () => clearInterval(timer)
}

/**
 * Writes what `produce` adds through tar, gzip and encryption into the stream. Rejects with the first failure; one of the
 * stream is a TargetFailed. `produce` has ended by then, but the stream may still hang.
 */
export async function writeInto(
  target: Writable & { readonly bytesWritten: number },
  key: string | null,
  produce: (add: Add) => Promise<void>,
  { stop, stallMs = STALL_MS }: Limits = {},
): Promise<void> {
  const zip = createGzip({ level: LEVEL })
  // A key that age does not take fails here, before anything is piped.
  const sealed = key === null ? null : fromWeb(await encrypted(toWeb(zip), key))
  const { readable, controller } = createTarPacker()
  const failure = new Failure()
  const fail = (error: unknown) => {
    failure.tell(error)
    controller.error(error)
    for (const stream of [zip, target]) stream.destroy()
  }
  // Before the torn pipe makes the producer fail with less of a reason.
  target.once('error', (error) => fail(new TargetFailed(error)))
  let waits = false
  const append = async (name: string, bytes: Uint8Array) => {
    const header = { name, size: bytes.length, mode: MODE, mtime: new Date(wallNow()), type: 'file' } as const
    const entry = controller.add(header).getWriter()
    if (bytes.length > 0) await entry.write(bytes)
    await entry.close()
  }
  const add: Add = async (name, bytes) => {
    failure.throwAny()
    waits = true
    await failure.unless(append(name, bytes))
    waits = false
  }
  const drain = async () => {
    if (sealed === null) return pipeline(fromWeb(readable), zip, target)
    await Promise.all([pipeline(fromWeb(readable), zip), pipeline(sealed, target)])
  }
  const fill = async () => {
    await produce(add)
    waits = true
    controller.finalize()
  }
  const stopped = () => fail(stop?.reason)
  stop?.addEventListener('abort', stopped, { once: true })
  const endWatch = watchProgress(
    () => ({ waits, bytes: target.bytesWritten }),
    stallMs,
    () => fail(new TargetFailed(new BackupRefused(STALLED))),
  )
  try {
    if (stop?.aborted === true) stopped()
    const draining = drain().catch((error: unknown) => fail(new TargetFailed(error)))
    await fill().catch(fail)
    await failure.unless(draining)
    failure.throwAny()
  } finally {
    endWatch()
    stop?.removeEventListener('abort', stopped)
  }
}
