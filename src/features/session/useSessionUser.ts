/** The user of this device's session, for screens inside it; null for the moment before it was read. */
import { useLiveQuery } from 'dexie-react-hooks'
import { readSession } from '../../db/device-session.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

export function useSessionUser(): SessionUser | null {
  return useLiveQuery(async () => (await readSession())?.user ?? null, [], null)
}
