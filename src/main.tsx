/** Boot: mounts the app and registers the service worker. */
// Alone and first: it is evaluated before the code that draws. Sorting moves a bare import nowhere.
import './begin.ts'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { locked, read, reading, sealing, signedIn } from './begin.ts'
import { watchEndings } from './features/session/watch-endings.ts'
import { registerServiceWorker } from './features/shell/app-update.ts'
import { listenForInstall } from './features/shell/useInstall.ts'
import { beginFirstScreen, firstScreenShown } from './opening/first-screen.ts'
import { importWithRetry } from './opening/import-with-retry.ts'
import { newAppRouter } from './routes/app-router.ts'
import { BoardRoute } from './routes/home-screens.ts'
import { AppProviders } from './ui/AppProviders.tsx'
import { watchPointer } from './ui/focus-ring.ts'
import { printLight } from './ui/print-light.ts'

const router = newAppRouter()

/** A store that another tab is writing to answers late. The screens then show what they know, and wait for it. */
const READING_PATIENCE_MS = 500

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

/** It opens no store: a locked device loads it while its user types. */
async function loadFirstScreen(): Promise<void> {
  const board = window.location.pathname === '/' ? BoardRoute.preload?.() : undefined
  await Promise.all([import('./routes/SessionFrame.tsx'), board])
}

/** Loads the code and reads the data of the first screen side by side, so that it is rendered once, complete. */
async function prepareSession(data: Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, READING_PATIENCE_MS))
  await Promise.all([loadFirstScreen(), router.load(), Promise.race([data, late])])
}

/** The lock screen of a protected device comes first, and ends when it is unlocked. */
async function begin(place: HTMLElement): Promise<void> {
  const isLocked = await locked
  if (isLocked) {
    const { showLockScreen } = await importWithRetry(
      () => import('./features/session/lock/show-lock-screen.tsx'),
    )
    await showLockScreen(place, () => {
      // What fails is loaded again when the device is unlocked.
      loadFirstScreen().catch(() => undefined)
    })
  }
  beginFirstScreen()
  const prepared = prepareSession(isLocked ? read() : reading).catch(() => {
    // The screens load and read the same again, and show the failure.
  })
  await Promise.all([prepared, sealing])
}

const prepared = signedIn ? begin(root) : Promise.resolve()

document.documentElement.dataset.version = __APP_VERSION__
listenForInstall()
watchPointer()
printLight()
// As a transition React draws the first screen in slices of some ms, between which the browser may answer.
void prepared.then(() =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <AppProviders>
          <RouterProvider router={router} />
        </AppProviders>
      </StrictMode>,
    ),
  ),
)

const begun = signedIn ? firstScreenShown() : Promise.resolve()
void begun.then(registerServiceWorker)
void begun.then(watchEndings)
// The first tap may need it. If this fails, the code that needs it loads it again.
if (signedIn) void begun.then(() => Promise.allSettled([import('./api/http.ts')]))
