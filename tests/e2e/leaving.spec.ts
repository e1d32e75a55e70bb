/** Back closes what lies over the page, and typed text is not lost without a question. docs/rules.md#leaving */
import { expect, test } from './support/test.ts'

const QUESTION = 'Descartar o que foi digitado?'

test('links, Back and a reload ask before they leave a page with typed text', async ({
  sharedServer,
  signedIn,
}) => {
  const app = await signedIn(sharedServer.url, 'admin', '/auditoria')
  const { page } = app
  const menu = page.getByRole('navigation')
  const question = page.getByRole('dialog', { name: QUESTION })
  await menu.getByRole('link', { name: 'Configurações' }).click()
  const limit = page.getByLabel('Tempo para capturar (horas úteis)')
  await expect(limit).toHaveValue('1')
  await limit.fill('7,5')

  await test.step('a link', async () => {
    await menu.getByRole('link', { name: 'Auditoria' }).click()
    await question.getByRole('button', { name: 'Voltar' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/configuracoes$/)
    await expect(limit).toHaveValue('7,5')
  })

  await test.step('Back, once and twice', async () => {
    await page.goBack()
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/configuracoes$/)
    await expect(limit).toHaveValue('7,5')
  })

  await test.step('a reload and the closing of the tab', async () => {
    const asked = page.waitForEvent('dialog')
    const reload = page.evaluate(() => window.location.reload())
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reload
    await expect(limit).toHaveValue('7,5')
  })

  await test.step('the answer is given', async () => {
    await page.goBack()
    await question.getByRole('button', { name: 'Descartar alterações' }).click()
    await expect(page).toHaveURL(/\/auditoria$/)
    await page.goForward()
    await expect(limit).toHaveValue('1')
    await menu.getByRole('link', { name: 'Auditoria' }).click()
    await expect(page).toHaveURL(/\/auditoria$/)
    await expect(question).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('Back closes dialog by dialog and asks about typed text, also where the app was just opened', async ({
    sharedServer,
    signedIn,
  }) => {
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    const question = page.getByRole('dialog', { name: QUESTION })
    const view = page.getByRole('dialog', { name: /^Lead \d+ ·/ })
    const scheduling = page.getByRole('dialog', { name: 'Agendamento de Lead' })
    const note = scheduling.getByLabel('Observações')
    await page.getByRole('tab', { name: /^Negociação/ }).tap()
    await page
      .getByRole('button', { name: /^Ver lead \d+/ })
      .first()
      .tap()
    await expect(view).toBeVisible()
    const scrolled = await page.evaluate(() => window.scrollY)
    await view.getByRole('button', { name: 'Agendar' }).tap()
    await note.fill('Ligar depois do almoço')

    await page.goBack()
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(note).toHaveValue('Ligar depois do almoço')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Voltar' }).tap()
    await scheduling.getByRole('button', { name: 'Cancelar' }).tap()
    await question.getByRole('button', { name: 'Descartar alterações' }).tap()
    await expect(scheduling).toBeHidden()
    await expect(view).toBeVisible()

    // Another use in a row: nothing is left of the first.
    await view.getByRole('button', { name: 'Agendar' }).tap()
    await expect(note).toHaveValue('')
    await page.goBack()
    await expect(scheduling).toBeHidden()
    await page.goBack()
    await expect(view).toBeHidden()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)

    await page.getByRole('button', { name: 'Abrir menu' }).tap()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await page.getByRole('button', { name: 'Abrir menu' }).tap()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sincronização' }).tap()
    await expect(page).toHaveURL(/\/sincronizacao$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
  })
})
