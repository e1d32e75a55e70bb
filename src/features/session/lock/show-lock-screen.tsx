/** Draws the lock screen in place of the app, until the device is unlocked. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeChoice } from '../../../device/keyring/lock-choice.ts'
import { readLockScreen } from '../../../device/keyring/lock-screen-reading.ts'
import { AppProviders } from '../../../ui/AppProviders.tsx'
import { clearStoredToken } from '../stored-token.ts'
import { LockScreen } from './LockScreen.tsx'
import { finishLocked, forgetErasedUsers, obeyLocked } from './obey-locked.ts'

/** Resolves when the device is unlocked. `onShown` is called once, when the user can type. */
export async function showLockScreen(place: HTMLElement, onShown: () => void): Promise<void> {
  document.title = 'Farol bloqueado'
  await forgetErasedUsers()
  const { users, others } = await readLockScreen(Date.now())
  if (users.length === 0) {
    // It can't be unlocked: the browser has cleared the store.
    clearStoredToken()
    window.location.replace('/login')
    return new Promise<never>(() => undefined)
  }
  const isChoice = takeChoice()
  finishLocked().catch((error: unknown) => reportError(error))
  for (const { userId } of users)
    obeyLocked(userId).then(
      (isErased) => {
        if (isErased) window.location.reload()
      },
      (error: unknown) => reportError(error),
    )
  const root = createRoot(place)
  await new Promise<void>((resolve) =>
    root.render(
      <StrictMode>
        <AppProviders>
          <LockScreen
            users={users}
            others={others}
            beginsWithChoice={isChoice}
            onShown={onShown}
            onUnlocked={resolve}
          />
        </AppProviders>
      </StrictMode>,
    ),
  )
  root.unmount()
  document.title = 'Farol'
}
