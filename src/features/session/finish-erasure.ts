/** The part of an erasure that a later start may continue: docs/rules.md#erasing-a-device */
import { call } from '../../api/call.ts'
import { eraseOrderRoute } from '../../contract/devices.ts'
import type { SessionEnding } from '../../db/schema/records.ts'
import { endErasure } from '../../db/session/erasure.ts'
import { wipeMirror } from '../../db/sign-out.ts'
import { destroyKeyring } from '../../device/keyring/give-up-keyring.ts'

type ErasureRecord = NonNullable<SessionEnding['erase']>

/** The keys of one user in local and session storage. */
const KEY_OF_USER = /^farol_[a-z_]*_(\d+)(?:_|$)/

function dropStored(store: Storage, userId: number): void {
  const keys = Array.from({ length: store.length }, (_, place) => store.key(place) ?? '')
  for (const key of keys) if (KEY_OF_USER.exec(key)?.[1] === String(userId)) store.removeItem(key)
}

/** Deletes what both storages of the browser keep of the user. */
export function dropStoredOf(userId: number): void {
  dropStored(window.localStorage, userId)
  dropStored(window.sessionStorage, userId)
}

/** Deletes what the record names, unless that is done, and reports it. Resolves to whether the server answered. */
export async function finishErasure(proof: string, erase: ErasureRecord): Promise<boolean> {
  if (!erase.done) await eraseNow(proof, erase)
  return (await call(eraseOrderRoute, { token: erase.token, body: { stage: 'erased' } })).kind === 'ok'
}

/** Deletes the user's database and what browser storages keep of the user. */
export async function eraseNow(proof: string, { userId }: ErasureRecord): Promise<void> {
  await destroyKeyring(userId)
  await wipeMirror(userId, { queue: false, drafts: false })
  dropStoredOf(userId)
  await endErasure(proof)
}
