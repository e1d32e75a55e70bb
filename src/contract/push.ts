/** Notices by Web Push on the device of a session: docs/rules.md#push */
import { z } from 'zod'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const path = '/push-subscription'
const { get, put, remove } = routesOf('Sessão')
const action = 'push.use'

export const PUSH_KEY_UNFIT = 'Chave inválida'

/** base64url without padding of so many bytes. */
const bytes = (count: number) => {
  const digits = Math.ceil((count * 4) / 3)
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${digits}}$`), PUSH_KEY_UNFIT)
}

export const pushSubscriptionRoute = get(path, action, {
  answer: z.object({
    /** The server's key, as `applicationServerKey` takes it. */
    public_key: z.string(),
    /** Whether the session receives notices. */
    active: z.boolean(),
  }),
})

/** As `PushSubscription.toJSON()` writes it. It replaces the session's earlier one. */
export const savePushSubscriptionRoute = put(path, action, {
  body: z.object({
    endpoint: z.url({ protocol: /^https?$/, error: 'Endereço inválido' }).max(2000, 'Endereço longo demais'),
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  answer: messageSchema,
})

export const endPushSubscriptionRoute = remove(path, action, { answer: messageSchema })
