/** Boot: mounts the app and registers the service worker. */
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerServiceWorker } from './features/shell/app-update.ts'
import { listenForInstall } from './features/shell/useInstall.ts'
import { routeTree } from './route-tree.gen.ts'
import { AppProviders } from './ui/AppProviders.tsx'

const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

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
void registerServiceWorker()
