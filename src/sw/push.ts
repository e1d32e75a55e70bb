/** Pushed notices while no page of the app may be open: docs/rules.md#push */
import { pushSubscriptionRoute, savePushSubscriptionRoute } from '../contract/push.ts'
import { openMirror } from '../db/open.ts'
import { readSession } from '../db/session/device-session.ts'
import { isPushWanted } from '../db/session/push-wanted.ts'
import { pushWords } from '../domain/notices/push.ts'

interface Shower {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
}

type Subscribed = Pick<PushSubscription, 'toJSON'>

interface Subscriber {
  readonly registration: {
    readonly pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<Subscribed> }
  }
}

/** null for what is no JSON. */
function received(data: { json(): unknown } | null): unknown {
  try {
    return data?.json() ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Always shows a notification: browsers end the subscription of a page that receives a push and shows nothing. */
export function showPushed({ registration }: Shower, data: { json(): unknown } | null): Promise<void> {
  const { title, body, tag, path } = pushWords(received(data))
  const options = { body, tag, icon: '/icon-192.png', lang: 'pt-BR', data: { path } }
  return registration.showNotification(title, options)
}

const ADDRESS = `/api${savePushSubscriptionRoute.path}`

/** Throws for an answer that is an error, as `fetch` does without one. */
async function asked(init: RequestInit): Promise<Response> {
  const response = await fetch(ADDRESS, init)
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response
}

async function publicKey(authorization: string): Promise<string> {
  const response = await asked({ headers: { authorization }, cache: 'no-store' })
  return pushSubscriptionRoute.answer.parse(await response.json()).public_key
}

/**
 * Gives the server the subscription by which the browser replaced its own; null: it made none. Nothing is given for a
 * user who has switched notices off here. Rejects when the server does not take it: the app renews it when it is opened
 * next.
 */
export async function renewChanged({ registration }: Subscriber, made: Subscribed | null): Promise<void> {
  const session = await readSession()
  if (session === undefined || session.expired) return
  if (!(await isPushWanted(openMirror(session.user.id)))) return
  const authorization = `Bearer ${session.token}`
  const subscribe = async () =>
    registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: await publicKey(authorization),
    })
  const subscription = made ?? (await subscribe())
  await asked({
    method: savePushSubscriptionRoute.method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(savePushSubscriptionRoute.body.parse(subscription.toJSON())),
  })
}
