/**
 * 'Exportar tudo': asked with the password, seen by another administrator's screen, fetched, and explained without a
 * network.
 */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const

test('an administrator exports everything and fetches the file', SLICED, async ({ server, signedIn }) => {
  const { page } = await signedIn(server.url, 'admin', '/configuracoes')
  const card = page.getByRole('region', { name: 'Exportar tudo' })
  const button = card.getByRole('button', { name: 'Exportar tudo' })
  await button.click()
  await confirm(page)
  await expect(card.getByText(/^Pronta: .+ [kM]B, disponível até .+ Pedida por você em/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Exportar de novo' })).toBeEnabled()
  await isInOrderInEveryLook(page, "'Exportar tudo'", LOOK)

  const file = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Baixar' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toMatch(/^farol-tudo-\d{4}-\d\d-\d\d\.zip$/)
  const zip = unzipSync(await readFile(await saved.path()))
  expect(Object.keys(zip)).toEqual(
    expect.arrayContaining(['LEIA-ME.txt', 'manifesto.json', 'planilhas/clientes.csv']),
  )

  await page.context().setOffline(true)
  await card.getByRole('button', { name: 'Exportar de novo' }).click()
  await expect(card.getByRole('alert')).toHaveText('Sem conexão: exportar tudo precisa de internet.')
  await page.context().setOffline(false)
})
