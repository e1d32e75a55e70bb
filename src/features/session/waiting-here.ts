/**
 * What waits on this device for people who are not signed in, as the sign-in screen tells it. A device without a store, which most
 * sign-ins are on, loads no code for it. docs/rules.md#sign-in
 */
import { hasKeptDrafts, QUEUE_COPY_PREFIX } from '../../db/session/waiting-work.ts'

export interface WaitingHere {
  readonly pending: number
  readonly problems: number
  /** Drafts that a user kept at the sign-out. */
  readonly drafts: boolean
}

/** The form is drawn without the sentence rather than later. */
const PATIENCE_MS = 1500

async function hasStores(): Promise<boolean> {
  const keys = Object.keys(window.localStorage)
  if (keys.some((key) => key.startsWith(QUEUE_COPY_PREFIX))) return true
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : []
  return databases.some(({ name }) => /^farol-(p-)?\d/.test(name ?? ''))
}

async function counts(): Promise<Pick<WaitingHere, 'pending' | 'problems'>> {
  if (!(await hasStores())) return { pending: 0, problems: 0 }
  const { readDeviceWaiting, waitingTogether } = await import('../../db/outbox/device-waiting.ts')
  return waitingTogether((await readDeviceWaiting(window.localStorage)).values())
}

/** Resolves to null when the stores do not answer. */
export async function waitingHere(): Promise<WaitingHere | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const found = await Promise.race([counts().catch(() => null), late])
  return found && { ...found, drafts: hasKeptDrafts(window.localStorage, Date.now()) }
}
