/** Erases the user's database by order where no tab is open. The next page does the rest. docs/rules.md#erasing-a-device */
import { eraseOrderRoute } from '../contract/devices.ts'
import { readSession } from '../db/session/device-session.ts'
import { noteErasure } from '../db/session/erasure.ts'
import { wipeMirror } from '../db/sign-out.ts'

async function report(token: string, stage: 'asks' | 'received') {
  const response = await fetch(`/api${eraseOrderRoute.path}`, {
    method: eraseOrderRoute.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stage }),
    cache: 'no-store',
  })
  return eraseOrderRoute.answer.parse(await response.json()).data
}

/** Call it after the server refused this device's token. Rejects without an answer. */
export async function obeyEraseOrder(): Promise<void> {
  const session = await readSession()
  if (session?.revoked !== true) return
  const order = await report(session.token, 'asks')
  if (order === null) return
  await noteErasure(session.token, order.by)
  await report(session.token, 'received')
  await wipeMirror(session.user.id, { queue: false, drafts: false })
}
