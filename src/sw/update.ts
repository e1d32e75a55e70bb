/** A new version waits until the user accepts it, so one page never loads files of two versions. */
import { z } from 'zod'
import { stopSending } from './background-sync.ts'

declare const self: ServiceWorkerGlobalScope

/** workbox-window sends `SKIP_WAITING` to the waiting version. `MAKE_WAY` goes to the active one. */
const messageSchema = z.object({ type: z.enum(['SKIP_WAITING', 'MAKE_WAY']) })

/**
 * Handles the messages that follow when the user accepts 'Nova versão disponível'.
 * The browser activates the new version when the old one has no work left.
 */
export function takeOverWhenAsked({ data }: ExtendableMessageEvent): void {
  const message = messageSchema.safeParse(data)
  if (!message.success) return
  if (message.data.type === 'MAKE_WAY') stopSending()
  else void self.skipWaiting()
}
