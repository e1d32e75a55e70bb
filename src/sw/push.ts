/** Pushed notices while no page of the app may be open: docs/rules.md#push */
import { pushSubscriptionRoute, savePushSubscriptionRoute } from '../contract/push.ts'
import { readSession } from '../db/session/device-session.ts'
import { pushWords } from '../domain/notices/push.ts'

declare const self: ServiceWorkerGlobalScope

/** null for what is no JSON. */
function received(data: PushMessageData | null): unknown {
  try {
    return data?.json() ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Always shows a notification: browsers end the subscription of a page that is told and shows nothing. */
export function showPushed(event: PushEvent): void {
  const { title, body, tag, path } = pushWords(received(event.data))
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icon-192.png',
      lang: 'pt-BR',
      data: { path },
    }),
  )
}

const ADDRESS = `/api${savePushSubscriptionRoute.path}`

async function publicKey(authorization: string): Promise<string> {
  const response = await fetch(ADDRESS, { headers: { authorization }, cache: 'no-store' })
  return pushSubscriptionRoute.answer.parse(await response.json()).public_key
}

/** Rejects when it fails: the app renews the subscription when it is opened next. */
async function renew(given: PushSubscription | null): Promise<void> {
  const session = await readSession()
  if (session === undefined || session.expired) return
  const authorization = `Bearer ${session.token}`
  const subscription =
    given ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: await publicKey(authorization),
    }))
  await fetch(ADDRESS, {
    method: savePushSubscriptionRoute.method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(savePushSubscriptionRoute.body.parse(subscription.toJSON())),
  })
}

/** The browser or its service has replaced the subscription. */
export function renewChanged(event: PushSubscriptionChangeEvent): void {
  event.waitUntil(renew(event.newSubscription ?? null))
}
