/** Enter in the search waits for the whole answer, also for the help's pages, which come late. docs/rules.md#search */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HELP } from '../../../src/device/help-index.ts'
import type { HelpIndex } from '../../../src/domain/assistant/help-index.ts'
import { openApp } from '../support/app.tsx'

const pages = vi.hoisted(() => ({ arrive: () => {} }))
vi.mock('../../../src/device/load-help.ts', () => ({
  loadHelp: () =>
    new Promise<HelpIndex>((resolve) => {
      pages.arrive = () => resolve(HELP)
    }),
}))

test('Enter does not take an action while the help that comes before it is on its way', async () => {
  await openApp('/', { scheme: 'dark' })
  await expect.element(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const panel = page.getByRole('dialog', { name: 'Busca' })
  await userEvent.fill(panel.getByRole('textbox', { name: 'Buscar' }), 'claro')
  await expect.element(panel.getByRole('button', { name: 'Usar tema claro' })).toBeVisible()
  expect(panel.getByRole('button').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toBeVisible()
  pages.arrive()
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/ajuda?pagina=conta')
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
})
