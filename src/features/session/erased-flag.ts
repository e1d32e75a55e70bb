/** By whose order this device was erased, for the sign-in screen. Local storage: it must outlive a killed browser. */

const KEY = 'farol_erased'

export function markErased(by: string | null): void {
  try {
    window.localStorage.setItem(KEY, by ?? '')
  } catch {
    // The disk is full. The screen asks for the password without a sentence about the erasure.
  }
}

export const unmarkErased = (): void => window.localStorage.removeItem(KEY)

/** Returns the sentence of the sign-in screen; null on a device that was not erased. */
export function erasedWords(): string | null {
  const by = window.localStorage.getItem(KEY)
  if (by === null) return null
  return by === '' ? 'Este aparelho foi apagado.' : `Este aparelho foi apagado a pedido de ${by}.`
}
