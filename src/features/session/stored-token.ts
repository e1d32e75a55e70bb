/** The token in local storage: it decides whether the user may enter before anything else is loaded. */
import { tokenKey } from '../../store/session/token-key.ts'

const key = () => tokenKey(window.location.hostname)

export function hasStoredToken(): boolean {
  return storedToken() !== null
}

export function storedToken(): string | null {
  return window.localStorage.getItem(key())
}

export function storeToken(token: string): void {
  window.localStorage.setItem(key(), token)
}

export function clearStoredToken(): void {
  window.localStorage.removeItem(key())
}
