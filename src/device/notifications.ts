/** Notifications of this device, by the service worker, so that they also work on Android. */

export type NotificationPermissionState = NotificationPermission | 'unsupported'

const isSupported = () => 'Notification' in window && 'serviceWorker' in navigator

export const notificationPermission = (): NotificationPermissionState =>
  isSupported() ? Notification.permission : 'unsupported'

/** Asks the user. Call it from a click: browsers refuse other questions. */
export async function askForNotifications(): Promise<NotificationPermissionState> {
  return isSupported() ? Notification.requestPermission() : 'unsupported'
}

interface Shown {
  readonly title: string
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
  /** What a click opens. */
  readonly path: string
}

/** Does nothing without permission or service worker. */
export async function showNotification({ title, tag, path }: Shown): Promise<void> {
  if (notificationPermission() !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.showNotification(title, {
    tag,
    body: 'Toque para abrir.',
    icon: '/icon-192.png',
    lang: 'pt-BR',
    data: { path },
  })
}

/** Closes all of this app: after a sign-out they belong to no user. */
export async function closeNotifications(): Promise<void> {
  if (!isSupported()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
