/** A click on a notification shows what it names, in an open page of the app or in a new one. */
import { notificationDataSchema, type OpenPath } from '../domain/notices/notification.ts'

declare const self: ServiceWorkerGlobalScope

/** A page that has not answered by then is no page of a session, or hangs. */
const PATIENCE_MS = 800

function isTaken(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), PATIENCE_MS)
    client.postMessage({ type: 'OPEN_PATH', path } satisfies OpenPath, [port2])
  })
}

/** The page navigates by itself: a reload would cost what is typed in an open form. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  const visibleFirst = pages.toSorted(
    (one, other) => Number(other.visibilityState === 'visible') - Number(one.visibilityState === 'visible'),
  )
  for (const page of visibleFirst) {
    if (!(await isTaken(page, path))) continue
    await page.focus()
    return
  }
  await self.clients.openWindow(path)
}

export function openClicked(event: NotificationEvent): void {
  event.notification.close()
  const data = notificationDataSchema.safeParse(event.notification.data)
  if (data.success) event.waitUntil(open(data.data.path))
}
