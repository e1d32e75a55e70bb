/**
 * Replaces what a mounted screen does not have: a server behind `fetch`, and a thread of its own for the sync. The sync's
 * code runs in the page, so that the peer sees its requests. Other workers run as in the app.
 */
import { expose } from 'comlink'
import { syncTurns } from '../../../src/workers/sync-turns.ts'
import type { Peer } from './peer.ts'

let peer: Peer | null = null

/** Requests below /api reach this peer from now on; null: nobody. */
export function connect(next: Peer | null): void {
  peer = next
}

/** The page's half of a channel to the sync in this thread, in the shape of a worker. */
function syncInPage(): MessagePort & { terminate: () => void } {
  const { port1, port2 } = new MessageChannel()
  expose(syncTurns, port2)
  return Object.assign(port1, {
    terminate: () => {
      void syncTurns.stop()
      port1.close()
    },
  })
}

const NAME = /\/src\/workers\/([\w-]+\.worker)\.ts/

/** Other workers are threads of their own, each built into one file: built-workers.ts. */
function newWorker(Real: typeof Worker, url: string, options: WorkerOptions | undefined) {
  const [, name] = NAME.exec(url) ?? []
  if (name === 'sync.worker') return syncInPage()
  return name === undefined ? new Real(url, options) : new Real(`/built-workers/${name}.js`, options)
}

/** Call it before a module of the app is evaluated. */
export function replaceThreadsAndNetwork(): void {
  const { fetch: realFetch, Worker: RealWorker } = globalThis
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!new URL(request.url).pathname.startsWith('/api/')) return realFetch(input, init)
    if (peer === null) throw new TypeError('Failed to fetch')
    return peer.fetch(request)
  }
  globalThis.Worker = new Proxy(RealWorker, {
    construct: (target, [url, options]: ConstructorParameters<typeof Worker>) =>
      newWorker(target, String(url), options),
  })
}
