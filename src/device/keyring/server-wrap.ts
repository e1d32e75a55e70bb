/** The wrap of this page's keyring by the server's half. It lies beside the queue's copy too, so a copy outlives the keyring. */
import type { Keyring, Wrap } from '../../db/keyring/keyring.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'

let known: { readonly userId: number; readonly wrap: Wrap | null } | null = null

/** Call it after each change of the keyring. */
export function noteServerWrap({ userId, server }: Pick<Keyring, 'userId' | 'server'>): void {
  known = { userId, wrap: server }
}

/** Reads it, for `serverWrap`. */
export async function readServerWrap(userId: number): Promise<void> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  noteServerWrap(keyring ?? { userId, server: null })
}

export const serverWrap = (userId: number): Wrap | null => (known?.userId === userId ? known.wrap : null)
