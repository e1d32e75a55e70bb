/** Whether the lock screen asks who works next, instead of the last user's password. For one reload. */

const KEY = 'farol_lock_choice'

export function noteChoice(choose: boolean): void {
  if (choose) window.sessionStorage.setItem(KEY, '')
}

export function takeChoice(): boolean {
  const isChoice = window.sessionStorage.getItem(KEY) !== null
  window.sessionStorage.removeItem(KEY)
  return isChoice
}
