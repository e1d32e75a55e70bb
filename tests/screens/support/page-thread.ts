/**
 * Replaces what a mounted screen does not have, once a page: a server behind `fetch`, and a thread of its own for the sync.
 * The sync's code runs in the page, so that the peer sees its requests. Other workers run as in the app.
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

/** Some may run no more. */
const started = new Set<Worker>()

/** Ends the workers that the screen has left running. */
export function endWorkers(): void {
  for (const worker of started) worker.terminate()
  started.clear()
}

const { fetch: realFetch, Worker: RealWorker } = globalThis
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  if (!new URL(request.url).pathname.startsWith('/api/')) return realFetch(input, init)
  if (peer === null) throw new TypeError('Failed to fetch')
  return peer.fetch(request)
}
globalThis.Worker = new Proxy(RealWorker, {
  // Other workers are threads of their own, each built into one file: built-workers.ts. A test may extend the class.
  construct: (Real, [url, options]: ConstructorParameters<typeof Worker>, made) => {
    const [, name] = NAME.exec(String(url)) ?? []
    if (name === 'sync.worker') return syncInPage()
    const path = name === undefined ? url : `/built-workers/${name}.js`
    const worker: Worker = Reflect.construct(Real, [path, options], made)
    started.add(worker)
    return worker
  },
})
