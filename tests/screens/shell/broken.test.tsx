/** A screen whose files are not on the device says so, and nobody is told to reload without a network. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { BrokenScreen } from '../../../src/features/shell/screens.tsx'
import { AppProviders } from '../../../src/ui/AppProviders.tsx'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

function broken(error: Error): void {
  const host = document.body.appendChild(document.createElement('div'))
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <BrokenScreen error={error} reset={() => undefined} /> }),
    history: createMemoryHistory(),
  })
  const root = createRoot(host)
  root.render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  )
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
}

const title = (name: string) => page.getByRole('heading', { name })
const reload = page.getByRole('button', { name: 'Recarregar' })
const NOT_FETCHED = [
  'Failed to fetch dynamically imported module: https://farol.example/assets/x.js',
  'error loading dynamically imported module: https://farol.example/assets/x.js',
  'Importing a module script failed.',
]

test.each(NOT_FETCHED)('%s', async (message) => {
  const peer = { isReachable: true }
  cutNetwork(peer)
  broken(new TypeError(message))
  await expect.element(title('Esta tela ainda não foi baixada')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ir para o início' })).toBeVisible()
  await expect.element(reload).not.toBeInTheDocument()
  restoreNetwork(peer)
  await expect.element(reload).toBeVisible()
})

test('another error is told as one', async () => {
  broken(new Error('x is undefined'))
  await expect.element(title('Algo deu errado nesta tela')).toBeVisible()
  await expect.element(reload).toBeVisible()
})
