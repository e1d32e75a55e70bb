/** A new version waits until the user takes it: two versions never serve one page. */
import { z } from 'zod'
import { stopSending } from './background-sync.ts'

declare const self: ServiceWorkerGlobalScope

/** `SKIP_WAITING` is workbox-window's, to the version that waits; `MAKE_WAY` goes to the one that runs. */
const messageSchema = z.object({ type: z.enum(['SKIP_WAITING', 'MAKE_WAY']) })

/** Sent when the user accepts 'Nova versão disponível'. The browser lets the new version in when the old has nothing left to do. */
export function takeOverWhenAsked({ data }: ExtendableMessageEvent): void {
  const message = messageSchema.safeParse(data)
  if (!message.success) return
  if (message.data.type === 'MAKE_WAY') stopSending()
  else void self.skipWaiting()
}
