/**
 * What this device remembers of its mode once nobody's data is sealed on it any more: after the sign-out of its last user the
 * next sign-in protects it again. In local storage, so that the sign-in screen knows it. docs/rules.md#protected-devices
 */
import { PROTECTED_FLAG } from '../../domain/session/keyring-name.ts'

/** As much of `localStorage` as is needed. */
interface Store {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export const wasProtected = (store: Store): boolean => store.getItem(PROTECTED_FLAG) !== null

export function noteProtected(store: Store): void {
  try {
    store.setItem(PROTECTED_FLAG, '1')
  } catch {
    // The storage is full. While anybody's data is sealed here, that says it as well (protected-device.ts).
  }
}

/** Call it when somebody chose the personal mode, and nobody's data is sealed here. */
export const forgetProtected = (store: Store): void => store.removeItem(PROTECTED_FLAG)
