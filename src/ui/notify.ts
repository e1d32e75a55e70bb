/**
 * Toasts: a sentence at the bottom right that closes after three seconds. For the outcome of what the user just did;
 * never for what goes on by itself (a sync, a connection that went): that is said quietly where it belongs.
 */
type Kind = 'success' | 'warning' | 'error'

const COLOR = { success: 'green.6', warning: 'amber.4', error: 'red.6' } as const satisfies Record<
  Kind,
  string
>

/** Shown at once in one place; further ones follow as these go. */
export const MOST_TOASTS = 8

let wanted = false
const listeners = new Set<() => void>()

/** Whether a toast was ever shown, so that the place for them has to be mounted. */
export const toastsWanted = {
  get: () => wanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** The last toast with these words: said again, it takes the place of the one before, and the screen behind stays free. */
const lastOf = new Map<string, string>()

/** At the bottom right; a failed call at the top, where the dialog is (first text, section 8). */
type Place = 'bottom-right' | 'top-center'

async function show(kind: Kind, message: string, position: Place = 'bottom-right'): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { notifications, notificationsStore } = await import('@mantine/notifications')
  // The place for them may not be mounted yet, and until then the store would hold back all after its own five.
  notificationsStore.updateState((state) => ({ ...state, limit: MOST_TOASTS }))
  const before = lastOf.get(message)
  if (before !== undefined) notifications.hide(before)
  const toast = notifications.show({
    message,
    position,
    color: COLOR[kind],
    withBorder: true,
    role: kind === 'success' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
  })
  lastOf.set(message, toast)
}

export const notify = {
  success: (message: string): void => void show('success', message),
  warning: (message: string): void => void show('warning', message),
  error: (message: string, position?: Place): void => void show('error', message, position),
}
