/**
 * Secrets by which the server does not ask this device for a second factor. They outlive a sign-out and name no user:
 * each sign-in sends all of them. docs/rules.md#second-factor
 */
import { MOST_REMEMBERED } from '../../domain/session/second-factor.ts'

const KEY = 'farol_remembered_factors'

/** As much of `localStorage` as is needed. */
interface Store {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** Returns the secrets, the newest first. What does not read as such counts as none. */
export function rememberedFactors(store: Store): string[] {
  const stored = store.getItem(KEY) ?? ''
  return stored.split(' ').filter((secret) => /^[\w-]{43}$/.test(secret))
}

export function keepRememberedFactor(store: Store, secret: string): void {
  try {
    store.setItem(KEY, [secret, ...rememberedFactors(store)].slice(0, MOST_REMEMBERED).join(' '))
  } catch {
    // The storage is full. The next sign-in asks again.
  }
}
