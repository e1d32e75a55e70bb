/**
 * The keys of an unlocked store for half a minute after its last page: a reload finds them here, and Background Sync sends
 * meanwhile. A worker that the browser ends has forgotten them. docs/rules.md#protected-devices
 */
import { closeMirror } from '../db/open.ts'
import { loadSealing } from '../db/sealing/code.ts'
import { anyHeldKeys, dropKeys, holdKeys } from '../db/sealing/held-keys.ts'
import { type KeyTalk, keyTalkFrom } from '../db/sealing/key-talk.ts'

declare const self: ServiceWorkerGlobalScope

const HELD_MS = 30_000

let end: ReturnType<typeof setTimeout> | undefined

function forget(): void {
  clearTimeout(end)
  const keys = anyHeldKeys()
  dropKeys()
  if (keys !== null) closeMirror(keys.userId)
}

async function answer(asking: ExtendableMessageEvent['source'], port: MessagePort): Promise<void> {
  const keys = anyHeldKeys()
  if (keys !== null) return port.postMessage({ talk: 'hold', keys } satisfies KeyTalk)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const id = asking instanceof WindowClient ? asking.id : null
  port.postMessage({ talk: 'none', isAlone: pages.every((page) => page.id === id) } satisfies KeyTalk)
}

/** Handles what pages say about keys. Other messages are left to others. */
export function keepKeys(event: ExtendableMessageEvent): void {
  const message = keyTalkFrom(event.data)
  if (message === null) return
  if (message.talk === 'lock') return forget()
  if (message.talk === 'ask') {
    const [port] = event.ports
    if (port !== undefined) event.waitUntil(answer(event.source, port))
    return
  }
  if (message.talk === 'none') return
  forget()
  holdKeys(message.keys)
  // It lies in this worker's own file.
  event.waitUntil(loadSealing())
  const over = Promise.withResolvers<void>()
  end = setTimeout(() => {
    forget()
    over.resolve()
  }, HELD_MS)
  // Otherwise the browser may end this worker before.
  event.waitUntil(over.promise)
}
