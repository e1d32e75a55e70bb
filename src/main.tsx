/** Boot: mounts the app and registers the service worker. */
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hasStoredToken } from './features/session/stored-token.ts'
import { watchEndings } from './features/session/watch-endings.ts'
import { registerServiceWorker } from './features/shell/app-update.ts'
import { listenForInstall } from './features/shell/useInstall.ts'
import { routeTree } from './route-tree.gen.ts'
import { AppProviders } from './ui/AppProviders.tsx'
import { firstScreenShown } from './workers/first-screen.ts'

const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Loads all code and opens the stores of a signed-in start in parallel. */
async function prepareSession(): Promise<void> {
  void import('./routes/-SessionFrame.tsx')
  if (window.location.pathname === '/') void import('./features/board/BoardScreen.tsx')
  const { openStores } = await import('./features/session/open-stores.ts')
  await openStores()
}

const signedIn = hasStoredToken()
if (signedIn)
  prepareSession().catch(() => {
    // The screens load and open the same again, and show the failure.
  })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

document.documentElement.dataset.version = __APP_VERSION__
listenForInstall()
createRoot(root).render(
  <StrictMode>
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  </StrictMode>,
)
const begun = signedIn ? firstScreenShown() : Promise.resolve()
void begun.then(registerServiceWorker)
void begun.then(watchEndings)
