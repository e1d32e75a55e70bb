/** The end of a keyring: at a sign-out and an erasure, before anything else of the user is deleted. */
import { onlyServerWrap } from '../../db/keyring/keyring.ts'
import type { WhatStays } from '../../db/sign-out.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'

/** Browsers without such files have no keyring. */
const hasFiles = () => window.isSecureContext && 'storage' in navigator && 'getDirectory' in navigator.storage

export async function destroyKeyring(userId: number): Promise<void> {
  if (hasFiles()) await withKeyrings((keyrings) => keyrings.destroy(userId))
}

/** With work that stays the keyring keeps the server's wrap alone: the next sign-in of this user opens it. */
export async function giveUpKeyring(userId: number, stays: WhatStays): Promise<void> {
  if (!stays.queue && !stays.drafts) return destroyKeyring(userId)
  await withKeyrings(async (keyrings) => {
    const keyring = await keyrings.read(userId)
    if (keyring !== null) await keyrings.write(onlyServerWrap(keyring))
  })
}
