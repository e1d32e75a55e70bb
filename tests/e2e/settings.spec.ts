/** 'Configurações' and 'Auditoria': a setting that a colleague's board follows, and the audit that tells of it. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const

test("a changed limit reaches a colleague's board, and the audit tells who changed it", async ({
  server,
  newDevice,
}) => {
  const manager = await App.signedIn(await (await newDevice()).open(), server.url, 'gerente')
  await expect(manager.page.getByText('Prazo de 1 h', { exact: true }).first()).toBeVisible()
  const admin = await App.signedIn(await (await newDevice()).open(), server.url, 'admin')
  const { page } = admin
  await admin.goTo('/configuracoes')
  const section = page.getByRole('form', { name: 'Prazos de atendimento' })
  const limit = section.getByLabel('Tempo para capturar (horas úteis)')
  await expect(limit).toHaveValue('1')
  await expect(page.getByText('MAIL_URL')).toBeVisible()
  await isInOrderInEveryLook(page, '/configuracoes', LOOK)
  await limit.fill('')
  await section.getByRole('button', { name: 'Salvar' }).click()
  await expect(section.getByText('Campo Obrigatório')).toBeVisible()
  await limit.fill('2,5')
  await section.getByRole('button', { name: 'Salvar' }).click()
  await expect(manager.page.getByText('Prazo de 2,5 h', { exact: true }).first()).toBeVisible()
  await expect(section.getByRole('button', { name: 'Salvar' })).toBeDisabled()

  await admin.goTo('/auditoria')
  const row = page.getByRole('row').filter({ hasText: 'Tempo para capturar' })
  await expect(row).toContainText('Alterou')
  await expect(row).toContainText('1 → 2,5')
  await isInOrderInEveryLook(page, '/auditoria', LOOK)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  expect((await file).suggestedFilename()).toMatch(/^auditoria-.*\.xlsx$/)
  await page.getByLabel('Ação').first().click()
  await page.getByRole('option', { name: 'Entrou' }).click()
  await expect(row).toHaveCount(0)
  await expect(page).toHaveURL(/acao=sign_in/)

  await server.kill()
  await admin.goTo('/configuracoes')
  const hours = page.getByRole('form', { name: 'Expediente e feriados' })
  await hours.getByLabel('Outro feriado').fill('24122026')
  await hours.getByRole('button', { name: 'Adicionar feriado' }).click()
  await hours.getByRole('button', { name: 'Salvar' }).click()
  await expect(hours.getByRole('alert')).toContainText('Sem conexão')
  await expect(hours.getByText('24/12/2026')).toBeVisible()
})
