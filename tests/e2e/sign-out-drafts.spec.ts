/** A sign-out deletes unsaved forms, unless the user keeps them in its question. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { LeadForm } from './support/lead-form.ts'
import { capturable } from './support/leads.ts'
import { placeOf } from './support/place.ts'
import { Rest } from './support/rest.ts'
import { draftsIn, storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const NAME = 'Rascunho da Silva'

/** A broker with a name typed into 'Criar Lead' and not saved. */
async function withDraft(context: BrowserContext, url: string): Promise<App> {
  const app = await App.signedIn(context, url, 'corretor', '/lead')
  const form = new LeadForm(app.page)
  await form.fill({ Nome: NAME })
  await expect(app.page.getByText(/^Rascunho guardado às/)).toBeVisible()
  return app
}

async function logout(app: App): Promise<void> {
  await app.page.getByRole('button', { name: /^Conta de/ }).click()
  await app.page.getByRole('menuitem', { name: 'Logout' }).click()
}

const entrance = (app: App) => app.page.getByRole('button', { name: 'Entrar' })

test('the question counts the drafts, and a sign-out without them deletes them all', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await withDraft(context, url)
  expect(await draftsIn(app.page)).toHaveLength(1)
  await logout(app)
  const question = app.page.getByRole('dialog', { name: 'Sair com rascunhos não salvos?' })
  await expect(
    question.getByRole('checkbox', { name: 'Guardar 1 rascunho neste aparelho' }),
  ).not.toBeChecked()
  await isInOrderInEveryLook(app.page, 'sign-out question', { width: 1440, scheme: 'light' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  expect(await draftsIn(app.page)).toHaveLength(1)

  await logout(app)
  await question.getByRole('button', { name: 'Apagar o rascunho e sair' }).click()
  await expect(entrance(app)).toBeVisible()
  expect(await draftsIn(app.page)).toEqual([])
  expect(JSON.stringify({ ...(await storedIn(app.page)), caches: [] })).not.toContain(NAME)
})

test(
  'by keyboard alone a draft is kept for the same user',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await withDraft(context, url)
    const { page } = app
    await page.getByRole('button', { name: /^Conta de/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Logout' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Sair com rascunhos não salvos?' })
    const box = question.getByRole('checkbox')
    await expect(box).toBeVisible()
    const leave = question.getByRole('button', { name: /e sair$/ })
    const before = await placeOf(leave)
    for (let tabs = 0; tabs < 5 && !(await box.evaluate((one) => one === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
    await expect(leave).toHaveText('Guardar o rascunho e sair')
    expect(await placeOf(leave)).toEqual(before)
    await page.keyboard.press('Tab')
    await expect(leave).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(entrance(app)).toBeVisible()
    const note = page.getByText('Há rascunhos guardados neste aparelho')
    await expect(note).toBeVisible()

    await app.signIn('corretor')
    await app.ready()
    await app.goTo('/lead')
    await expect(page.getByText(/^Você tem um rascunho de/)).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
      expect.stringContaining('kept_drafts'),
    )
  },
)

test(
  "the question covers drafts and queue; no button takes another's place when the queue is sent",
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const target = await capturable(await Rest.signIn(url, 'corretor'))
    const context = await (await newDevice()).open()
    const app = await withDraft(context, url)
    await app.goTo('/')
    await app.ready()
    await context.setOffline(true)
    await app.capture(target.id)
    await app.closeDialogs()
    await logout(app)
    const question = app.page.getByRole('dialog', { name: 'Sair com alterações por enviar?' })
    await expect(question).toContainText('Uma alteração feita neste aparelho ainda não chegou ao servidor.')
    await expect(question.getByRole('checkbox', { name: 'Guardar 1 rascunho neste aparelho' })).toBeVisible()
    const kept = question.getByRole('button', { name: 'Sair e guardar a fila neste aparelho' })
    const place = await placeOf(kept)
    await question.getByRole('button', { name: 'Descartar as alterações e sair' }).click()
    const confirm = app.page.getByRole('dialog', { name: 'Descartar as alterações?' })
    await expect(confirm).toContainText('Os rascunhos também são apagados.')
    await confirm.getByRole('button', { name: 'Voltar' }).click()

    await context.setOffline(false)
    const rest = app.page.getByRole('dialog', { name: 'Sair com rascunhos não salvos?' })
    await expect(rest).toContainText('Tudo foi enviado.', { timeout: 30_000 })
    await expect(rest.getByRole('button', { name: 'Tudo enviado' })).toBeDisabled()
    const leave = rest.getByRole('button', { name: 'Apagar o rascunho e sair' })
    expect((await placeOf(leave))?.y).toBe(place?.y)
  },
)

test(
  'no input is possible while a sign-out waits for the server',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor', '/lead')
    const form = new LeadForm(app.page)
    await expect(form.root).toBeVisible()
    await context.route('**/api/logout', () => {})
    await logout(app)
    await expect(form.root).toHaveCount(0, { timeout: 1000 })
    await expect(entrance(app)).toBeVisible()
    expect(await draftsIn(app.page)).toEqual([])
  },
)
