/**
 * Leads that change their broker: when a user leaves, by ticks and by filter, and taken back. docs/rules.md#transfers
 */
import type { Page } from '@playwright/test'
import { isInOrderInEveryLook } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const CAMILA = 'Camila Nogueira'
const RAFAEL = 'Rafael Andrade'

/** Leads in Origem and in attendance. */
const openLeads = async (admin: Rest) =>
  (await Promise.all([1, 2].map((state) => admin.leads(`state=${state}&limit=2000`)))).flat()
const open = async (admin: Rest, name: string) =>
  (await openLeads(admin)).filter(({ broker }) => broker?.name === name)

async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('dialog').last().getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('Camila leaves: her leads are given away in one step, and come back with her', async ({
  server,
  signedIn,
}) => {
  const rest = await Rest.signIn(server.url, 'admin')
  const before = await open(rest, CAMILA)
  expect(before.length).toBeGreaterThan(3)
  const { page } = await signedIn(server.url, 'admin', '/users')
  const { page: camila } = await signedIn(server.url, 'corretora')
  const edit = async () => {
    await page.getByRole('textbox', { name: 'Login' }).fill('corretora')
    await page.getByRole('button', { name: `Editar ${CAMILA}` }).click()
  }
  await edit()
  await page.getByRole('dialog').getByLabel('Ativo').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  const leaving = page.getByRole('dialog', { name: `${CAMILA} saiu` })
  await expect(leaving.getByText(/sess(ão aberta|ões abertas)/)).toBeVisible()
  await isInOrderInEveryLook(page, 'Camila leaves', LOOK)

  // Closed without an answer, nothing is saved.
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText(/^Nada foi salvo/)).toBeVisible()
  expect(await open(rest, CAMILA)).toHaveLength(before.length)

  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await choose(page, /^Negociação/, 'Para um corretor')
  await leaving.getByRole('button', { name: 'Desativar e transferir' }).click()
  await expect(leaving.getByText('Selecione o corretor')).toBeVisible()
  await choose(page, 'Corretor que recebe', RAFAEL)
  await leaving.getByRole('button', { name: 'Desativar e transferir' }).click()
  await expect(page.getByText(`${CAMILA} saiu: ${before.length} leads transferidos`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(camila.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await open(rest, CAMILA)).toEqual([])
  const given = (await openLeads(rest)).filter(({ id }) => before.some((lead) => lead.id === id))
  for (const { status, broker } of given) if (status === 2) expect(broker?.name).toBe(RAFAEL)

  // The toast is gone after some seconds; the user's dialog has 'Desfazer' for an hour.
  await edit()
  const recent = page.getByRole('dialog').getByText(/Camila Nogueira saiu: \d+ leads transferidos às/)
  await expect(recent).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText(`Desfeito: ${before.length} leads voltaram`)).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Ativo')).toBeChecked()
  const ids = (leads: readonly { id: number }[]) => leads.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(await open(rest, CAMILA))).toEqual(ids(before))
})

test('leads are transferred by ticks and by filter, from the board', async ({ server, signedIn }) => {
  const rest = await Rest.signIn(server.url, 'admin')
  const app = await signedIn(server.url, 'gerente')
  const { page } = app
  const bar = page.getByRole('region', { name: 'Transferir leads' })
  const transfer = () => bar.getByRole('button', { name: 'Transferir', exact: true })

  await test.step('by ticks', async () => {
    await app.openTab('Negociação')
    await page.getByRole('button', { name: 'Transferir leads' }).click()
    await expect(bar).toContainText('Nenhum lead escolhido')
    await expect(transfer()).toBeDisabled()
    const picks = page.getByRole('checkbox', { name: /^Escolher o lead/ })
    const ids: number[] = []
    for (const place of [0, 1]) {
      ids.push(Number(/lead (\d+)/.exec((await picks.nth(place).getAttribute('aria-label')) ?? '')?.[1]))
      await picks.nth(place).check()
    }
    await expect(bar).toContainText('2 leads escolhidos')
    await isInOrderInEveryLook(page, 'choosing leads', LOOK)
    await transfer().click()
    await isInOrderInEveryLook(page, 'the transfer of leads', LOOK)
    await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click()
    await expect(page.getByRole('dialog').getByText('Selecione o corretor')).toBeVisible()
    await choose(page, 'Corretor', CAMILA)
    await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click()
    // A lead that was Camila's already stays and is named.
    await expect(page.getByText(/leads? transferidos?|ficaram? como estava/).first()).toBeVisible()
    for (const id of ids) expect((await rest.lead(id)).broker?.name).toBe(CAMILA)
    const ok = page.getByRole('dialog').getByRole('button', { name: 'Ok' })
    if (await ok.isVisible()) await ok.click()
  })

  await test.step('by filter, shared out, and taken back', async () => {
    const before = await open(rest, RAFAEL)
    await page.getByRole('combobox', { name: 'Corretor' }).click()
    await page.getByRole('option', { name: RAFAEL, exact: true }).click()
    await page.getByRole('button', { name: 'Filtrar', exact: true }).click()
    await bar.getByRole('button', { name: /^Escolher os [\d.]+ leads desta lista$/ }).click()
    await transfer().click()
    await choose(page, 'Destino', 'Repartir entre os corretores')
    await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click()
    // Ended leads stay with him, and are named.
    const left = page.getByRole('dialog', { name: /fic(ou|aram) como estava/ })
    await expect(left).toContainText('Lead finalizado')
    await left.getByRole('button', { name: 'Ok' }).click()
    expect(await open(rest, RAFAEL)).toEqual([])
    await bar.getByRole('button', { name: 'Desfazer' }).first().click()
    await expect(page.getByText(`Desfeito: ${before.length} leads voltaram`)).toBeVisible()
    expect(await open(rest, RAFAEL)).toHaveLength(before.length)
    await bar.getByRole('button', { name: 'Cancelar' }).click()
    await expect(bar).toBeHidden()
  })
})
