/** 'Configurações' and 'Auditoria': a setting that a colleague's board follows, and the audit that tells of it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const

test(
  "a changed limit reaches a colleague's board, and the audit tells who changed it",
  SLICED,
  async ({ server, signedIn }) => {
    const manager = await signedIn(server.url, 'gerente')
    await expect(manager.page.getByText('Prazo de 1 h', { exact: true }).first()).toBeVisible()
    const admin = await signedIn(server.url, 'admin', '/configuracoes')
    const { page } = admin
    const section = page.getByRole('form', { name: 'Prazos de atendimento' })
    const limit = section.getByLabel('Tempo para capturar (horas úteis)')
    await expect(limit).toHaveValue('1')
    await expect(page.getByText('MAIL_URL')).toBeVisible()
    await isInOrderInEveryLook(page, '/configuracoes', LOOK)
    await limit.fill('')
    await section.getByRole('button', { name: 'Salvar' }).click()
    await expect(section.getByText('Campo Obrigatório')).toBeVisible()
    await limit.clear()
    await limit.pressSequentially('2,50')
    await expect(limit).toHaveValue('2,50')
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
    await expect(page.getByText('Fazendo Download do arquivo...')).toBeVisible()
    expect((await file).suggestedFilename()).toMatch(/^auditoria_\d\d_\d\d_\d{4}\.xlsx$/)
    await page.route('**/audit/export*', (route) => route.abort())
    await page.getByRole('button', { name: 'Exportar' }).click()
    await expect(page.getByText('Erro ao Fazer Download do Arquivo')).toBeVisible()
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
    await expect(hours.getByRole('alert')).toContainText('Não sabemos se foi salvo')
    await expect(hours.getByText('24/12/2026')).toBeVisible()

    // The answer alone is lost: the pull brings what was saved, and nothing is left to save or to say.
    await server.startAgain()
    await page.route('**/api/settings', async (route) => {
      const request = route.request()
      if (request.method() !== 'PUT') return route.continue()
      await fetch(`http://127.0.0.1:${server.port}/api/settings`, {
        method: 'PUT',
        headers: await request.allHeaders(),
        body: request.postData(),
      })
      await route.abort()
    })
    await hours.getByRole('button', { name: 'Salvar' }).click()
    await expect(hours.getByRole('button', { name: 'Salvar' })).toBeDisabled()
    await expect(hours.getByText('24/12/2026')).toBeVisible()
    await expect(hours.getByRole('alert')).toBeHidden()
  },
)

test(
  'a form follows what a colleague changes, never reverts it, and keeps what both add',
  SLICED,
  async ({ server, signedIn }) => {
    const colleague = await Rest.signIn(server.url, 'admin')
    const put = async (body: unknown) =>
      expect((await colleague.call('PUT', '/settings', body)).status).toBe(200)
    const admin = await signedIn(server.url, 'admin', '/configuracoes')
    const { page } = admin
    const section = page.getByRole('form', { name: 'Prazos de atendimento' })
    const save = section.getByRole('button', { name: 'Salvar' })
    const capture = section.getByLabel('Tempo para capturar (horas úteis)')
    const finish = section.getByLabel('Tempo para finalizar (horas úteis)')
    await capture.clear()
    await capture.pressSequentially('2')
    await save.click()
    await expect(save).toBeDisabled()
    await admin.settled()
    await put({ time_to_finish_lead: 30 })
    await expect(finish).toHaveValue('30')
    await put({ time_to_capture_lead: 9 })
    await expect(capture).toHaveValue('9')
    await expect(save).toBeDisabled()

    await capture.fill('5')
    await put({ time_to_capture_lead: 7 })
    await save.click()
    await expect(section.getByRole('alert')).toContainText(
      "'Tempo para capturar' foi alterado por outra pessoa e agora é 7 horas úteis.",
    )
    await expect(capture).toHaveValue('5')
    // Refused again until the device has the colleague's value.
    await expect(async () => {
      if (await save.isEnabled()) await save.click()
      await expect(section.getByRole('alert')).toHaveCount(0, { timeout: 2000 })
    }).toPass()
    await expect(save).toBeDisabled()

    const hours = page.getByRole('form', { name: 'Expediente e feriados' })
    const holiday = hours.getByLabel('Outro feriado')
    await holiday.pressSequentially('24122026')
    await page.keyboard.press('Enter')
    await expect(hours.getByText('24/12/2026')).toBeVisible()
    await expect(holiday).toHaveValue('')
    await put({ business_hours: { start: '08:30', end: '18:00', holidays: ['2026-06-19'] } })
    await expect(hours.getByText('19/06/2026')).toBeVisible()
    await holiday.pressSequentially('3112')
    await hours.getByRole('button', { name: 'Salvar' }).click()
    await expect(hours.getByText('Digite uma data, como 24/12/2026')).toBeVisible()
    await holiday.press('End')
    await holiday.pressSequentially('2026')
    await hours.getByRole('button', { name: 'Salvar' }).click()
    await expect(hours.getByRole('button', { name: 'Salvar' })).toBeDisabled()
    // The answer has all settings; this changes none. The button is disabled from the click on.
    await expect
      .poll(async () => (await colleague.call('PUT', '/settings', {})).body)
      .toMatchObject({
        time_to_capture_lead: 5,
        time_to_finish_lead: 30,
        business_hours: { holidays: ['2026-06-19', '2026-12-24', '2026-12-31'] },
      })
  },
)

test(
  'mails that lie in files are listed, saved and deleted, one and all, and the audit tells of it',
  SLICED,
  async ({ server, signedIn }) => {
    const folder = join(server.dataDir, 'mail')
    await mkdir(folder, { recursive: true })
    const mail = (to: string, subject: string) => `To: ${to}\nSubject: ${subject}\n\nOlá\n`
    await writeFile(join(folder, '2026-11-20T12-00-00-000Z-um.eml'), mail('um@exemplo.com.br', 'Bem-vindo'))
    await writeFile(
      join(folder, '2026-11-21T12-00-00-000Z-dois.eml'),
      mail('dois@exemplo.com.br', '=?UTF-8?Q?Relat=C3=B3rio?='),
    )
    await writeFile(join(folder, '2026-11-22T12-00-00-000Z-tres.eml'), mail('tres@exemplo.com.br', 'Senha'))
    const admin = await signedIn(server.url, 'admin', '/configuracoes')
    const { page } = admin
    const section = page.getByRole('region', { name: 'E-mails em arquivo' })
    const row = section.getByRole('row').filter({ hasText: 'dois@exemplo.com.br' })
    await expect(row).toContainText('Relatório')
    await expect(section).toContainText('depois de 7 dias')
    const saved = page.waitForEvent('download')
    await row.getByRole('button', { name: /^Baixar o e-mail/ }).click()
    await confirm(page)
    expect((await saved).suggestedFilename()).toBe('2026-11-21T12-00-00-000Z-dois.eml')
    await row.getByRole('button', { name: /^Excluir o e-mail/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir e-mail' }).click()
    await expect(page.getByText('E-mail excluído')).toBeVisible()
    await expect(row).toHaveCount(0)
    // Sign-ins on new devices have sent mails to the same folder.
    const left = await readdir(folder)
    expect(left).toEqual(
      expect.arrayContaining(['2026-11-20T12-00-00-000Z-um.eml', '2026-11-22T12-00-00-000Z-tres.eml']),
    )
    expect(left).not.toContain('2026-11-21T12-00-00-000Z-dois.eml')
    await isInOrderInEveryLook(page, 'the mails in files', LOOK)

    await page.context().setOffline(true)
    await section.getByRole('button', { name: 'Excluir todos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir todos' }).click()
    await expect(section.getByRole('alert')).toContainText('Sem conexão')
    await page.context().setOffline(false)
    await section.getByRole('button', { name: 'Excluir todos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir todos' }).click()
    await expect(section.getByText('Nenhum e-mail em arquivo.')).toBeVisible()
    expect(await readdir(folder)).toEqual([])
    await admin.goTo('/auditoria')
    const entries = page.getByRole('row').filter({ hasText: 'E-mail em arquivo' })
    await expect(entries).toHaveCount(3)
    await expect(entries.first()).toContainText(`E-mails em arquivo: ${left.length}`)
  },
)
