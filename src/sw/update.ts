/** A new version waits until the user takes it: two versions never serve one page. */

declare const self: ServiceWorkerGlobalScope

/** workbox-window's message; sent when the user accepts 'Nova versão disponível'. */
export function takeOverWhenAsked(event: ExtendableMessageEvent): void {
  const data: unknown = event.data
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING')
    void self.skipWaiting()
}
