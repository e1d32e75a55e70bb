/**
 * Whether a start of the app opens 'Meu dia': docs/rules.md#my-day. The choice is a screen setting, which is read too late for the
 * first painting, so local storage has it as well.
 */
const keyOf = (userId: number) => `farol_start_${userId}`
const DAY = 'hoje'

/** Whether the address with which the session's screens were entered is still to be followed by a start page. */
let isEntering = false

/** The session's screens are entered: by a load of the page, or from the sign-in. */
export function noteEntering(address: string): void {
  isEntering = address === '/'
}

/** A screen is shown. From now on `/` is the board, as the menu says. */
export function noteEntered(): void {
  isEntering = false
}

/** Whether a start at `/` opens it, by what is stored alone. */
export const startsWithDayOf = (store: Storage, userId: number): boolean =>
  store.getItem(keyOf(userId)) === DAY

export const startsWithDay = (userId: number): boolean =>
  isEntering && startsWithDayOf(window.localStorage, userId)

export function keepStart(userId: number, isDay: boolean): void {
  try {
    if (isDay) window.localStorage.setItem(keyOf(userId), DAY)
    else window.localStorage.removeItem(keyOf(userId))
  } catch {
    // A full or blocked storage: the app begins with the board.
  }
}
