/** Orders to erase reach a locked device without a page: docs/rules.md#erasing-a-device */
import { eraseOrderRoute } from '../contract/devices.ts'
import { syncLockName } from '../db/access/sync-lock.ts'
import { anyHeldKeys } from '../db/sealing/held-keys.ts'
import { type ErasingDeps, finishErasures, obeyOrder } from '../db/session/locked-erasures.ts'
import { destroyKeyring, deviceSecrets } from './keyring-files.ts'

const deps: ErasingDeps = {
  destroyKeyring,
  report: async (stage, locked) => {
    const response = await fetch(`/api${eraseOrderRoute.path}`, {
      method: eraseOrderRoute.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(eraseOrderRoute.body.parse({ stage, locked })),
      cache: 'no-store',
    })
    return eraseOrderRoute.answer.parse(await response.json()).data
  },
}

/** Runs `act` unless a page of this user syncs: it is unlocked, and hears of the order by its session. */
export async function unlessUnlocked(userId: number, act: () => Promise<void>): Promise<void> {
  if (anyHeldKeys()?.userId === userId) return
  await navigator.locks.request(syncLockName(userId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act()
  })
}

/** Asks for each user of this device. Rejects without an answer: the next event asks again. */
export async function obeyLockedOrders(): Promise<void> {
  await finishErasures(deps)
  for (const [userId, secret] of await deviceSecrets())
    await unlessUnlocked(userId, async () => void (await obeyOrder(deps, userId, secret)))
}
