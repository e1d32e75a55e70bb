/** The token in local storage: it decides whether the user may enter before anything else is loaded. */
import { anyHeldKeys } from '../../db/sealing/held-keys.ts'
import { noteProtected } from '../../db/session/device-mode.ts'
import { tokenKey } from '../../db/session/token-key.ts'
import { dropHints } from '../../opening/painting/hint.ts'

const key = () => tokenKey(window.location.hostname)

/** In place of the token of a protected device: the token itself is sealed. */
export const SEALED = 'sealed'

/** Whether a session's screens may open. A protected device that is locked has none. */
export function hasStoredToken(): boolean {
  const token = storedToken()
  return token !== null && (token !== SEALED || anyHeldKeys() !== null)
}

/** Whether protected users are signed in on this device, locked or not. */
export const isSealedDevice = (): boolean => storedToken() === SEALED

export function storedToken(): string | null {
  return window.localStorage.getItem(key())
}

export function storeToken(token: string): void {
  window.localStorage.setItem(key(), token)
}

/** A protected device stays one: its next sign-in finds it noted. */
export function clearStoredToken(): void {
  if (isSealedDevice()) noteProtected(window.localStorage)
  window.localStorage.removeItem(key())
  dropHints(window.localStorage)
}
