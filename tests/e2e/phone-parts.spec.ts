/** The parts of every screen, at 390 px and in both schemes: toasts, tabs, selects, the document's keyboard. */
import type { Locator, Page } from '@playwright/test'
import type { App } from './support/app.ts'
import { lookAt } from './support/axe.ts'
import { LeadForm } from './support/lead-form.ts'
import { hasWholeForm } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE, isMobile: true, hasTouch: true, serviceWorkers: 'block' })

/** A lead of the broker's own in Negociação whose form has all its sections and needs no vehicle. */
async function ownLead(url: string): Promise<{ id: number; uid: string }> {
  const rest = await Rest.signIn(url, 'corretor')
  for (const { id } of await rest.leads('state=2&status=2&limit=100')) {
    const lead = (await rest.lead(id)) as unknown as { uid: string; insurance_id: number }
    if (hasWholeForm(lead.insurance_id)) return { id, uid: lead.uid }
  }
  throw new Error('the demo has no such lead')
}

async function openForm(app: App, uid: string): Promise<LeadForm> {
  await app.goTo(`/?form=${uid}`)
  const form = new LeadForm(app.page)
  await expect(form.field('Nome')).not.toHaveValue('')
  return form
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('the element is not shown')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

/** The lines of the open menu that another element covers. */
const coveredLines = (page: Page) =>
  page.getByRole('menuitem').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const { left, top, width, height } = line.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return line.contains(hit) ? [] : [line.textContent]
    }),
  )

test(
  "one toast at a time appears above the form's buttons and covers nothing; several changes share one",
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { uid } = await ownLead(sharedServer.url)
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    const form = await openForm(app, uid)
    // The form puts the focus on its X. A ring is drawn once a key moves it.
    const focused = page.getByRole('dialog').locator(':focus')
    await expect(focused).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(focused).toHaveCSS('outline-style', 'solid')
    const toast = page.locator('[data-toast]')
    const save = form.button('Salvar')
    await form.unfold()
    let saves = 0
    const saveOnce = async () => {
      await form.field('Produto').fill(`Produto ${++saves}`)
      await save.click()
      await expect(toast).toBeVisible()
    }

    await saveOnce()
    await expect(toast).toHaveText('Lead salvo com sucesso!')
    const [said, button] = [await boxOf(toast), await boxOf(save)]
    expect(said.bottom).toBeLessThanOrEqual(button.top)
    expect(said.left).toBeGreaterThanOrEqual(0)
    expect(said.right).toBeLessThanOrEqual(PHONE.width)
    // In the form's own line: fields scroll under the whole footer.
    expect(await toast.evaluate((one) => getComputedStyle(one.parentElement ?? one).position)).toBe('static')
    await form.root.getByRole('button', { name: 'Ações', exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    expect(await coveredLines(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(toast).toHaveCount(0)
    // The line is always reserved: nothing moves when a toast comes and goes.
    expect(await boxOf(save)).toEqual(button)

    // A save that takes more than three seconds starts a new count.
    await expect(async () => {
      for (let count = 0; count < 3; count++) await saveOnce()
      await expect(toast).toContainText(/^[3-9] alterações salvas/, { timeout: 1 })
    }).toPass()
    await expect(toast).toHaveCount(1)

    await form.field('E-mail').fill('')
    await saveOnce().catch(() => {})
    const summary = form.problems()
    await expect(summary).toBeVisible()
    await form.root.getByRole('button', { name: 'Ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Finalizar' }).or(form.button('Finalizar')).click()
    await expect(toast).toBeVisible()
    expect((await boxOf(summary)).bottom).toBeLessThanOrEqual((await boxOf(toast)).top)
    expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(save)).top)
  },
)

for (const scheme of ['light', 'dark'] as const) {
  test(
    `tabs, results and disabled fields are in order: ${scheme}`,
    SLICED,
    async ({ sharedServer, signedIn }) => {
      const { id, uid } = await ownLead(sharedServer.url)
      const app = await signedIn(sharedServer.url, 'corretor')
      const { page } = app
      await lookAt(page, { width: PHONE.width, scheme })
      const schedules = page.getByRole('tab', { name: /^Agendamentos/ })
      for (const name of ['Finalizados', 'Origem', 'Whatsapp/Ligou']) {
        await app.openTab(name)
        await expect(page.getByRole('tab', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 })
        await expect(schedules).toBeInViewport({ ratio: 1 })
        await expect(schedules.getByText(/^\d+$/)).toBeInViewport({ ratio: 1 })
        // In view, and not under the fixed one.
        const [chosen, pinned] = [
          await boxOf(page.getByRole('tab', { selected: true })),
          await boxOf(schedules),
        ]
        expect(chosen.right).toBeLessThanOrEqual(pinned.left)
      }
      await page.reload()
      await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
      const edges = await page.getByRole('tablist').evaluate((tabs) => {
        const place = tabs.parentElement?.parentElement ?? tabs
        const ground = getComputedStyle(place).backgroundColor
        return { ground, fade: getComputedStyle(place, '::before').backgroundImage }
      })
      expect(edges.fade).toContain(edges.ground)

      await app.find(id)
      const results = page
        .getByRole('button', { name: /\(\d+\)$/, pressed: false })
        .filter({ hasNotText: 'Filtros' })
      await expect(results.first()).toHaveText('Negociação (1)')
      await expect(results.first()).toBeInViewport({ ratio: 1 })

      const form = await openForm(app, uid)
      const look = (field: Locator) =>
        field.evaluate((input) => {
          const chevron = input.parentElement?.querySelector('[data-position="right"]')
          const { backgroundColor, borderColor } = getComputedStyle(input)
          return {
            backgroundColor,
            borderColor,
            chevron: chevron ? getComputedStyle(chevron).visibility : 'none',
          }
        })
      await expect(form.field('Corretor')).toBeDisabled()
      const [off, on] = [await look(form.field('Corretor')), await look(form.field('Canal'))]
      expect(on.chevron).toBe('visible')
      expect(off.chevron).not.toBe('visible')
      expect(off.backgroundColor).not.toBe(on.backgroundColor)
      expect(off.borderColor).not.toBe(on.borderColor)
    },
  )
}

test(
  'choosing a selected option again keeps it in each select; × clears it, by keyboard too',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { uid } = await ownLead(sharedServer.url)
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    const form = await openForm(app, uid)
    await form.unfold()
    const selects = form.root.locator(
      'input[role="combobox"]:enabled, input[aria-haspopup="listbox"]:enabled',
    )
    const ids = await selects.evaluateAll((fields) => fields.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(5)
    for (const id of ids) {
      const field = page.locator(`[id="${id}"]`)
      // An earlier choice may have hidden it, as a sale hides the reason of a loss.
      if (!(await field.isVisible()) || !(await field.isEnabled())) continue
      await field.click()
      const options = page.getByRole('option')
      if ((await options.count()) === 0) continue
      const before = await field.inputValue()
      const option = before === '' ? options.first() : page.getByRole('option', { name: before, exact: true })
      const chosen = (await option.textContent()) ?? ''
      await option.click()
      await expect(field).toHaveValue(chosen)
      if (before === '') {
        await field.click()
        await page.getByRole('option', { name: chosen, exact: true }).click()
      }
      await expect(field, id).toHaveValue(chosen)
    }
    const month = form.field('Mês de vencimento')
    await month.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Limpar' }).and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(month).toHaveValue('')
    await expect(month).toBeFocused()
  },
)

test(
  'the document field asks for a numeric keyboard, and its button for letters',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'corretor', '/lead')
    const { page } = app
    const field = page.getByLabel('CPF/CNPJ')
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    const letters = page.getByRole('button', { name: 'Teclado com letras, para CNPJ com letras' })
    await expect(letters).toHaveText('ABC')
    await letters.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('inputmode', 'text')
    await expect(page.getByRole('button', { name: '123: Teclado numérico' })).toHaveText('123')
    await field.fill('12abc34501de35')
    await expect(field).toHaveValue('12.ABC.345/01DE-35')
    // The whole number fits in the field.
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
    await expect(page.getByRole('button', { name: /^Teclado/ })).toHaveCount(0)
  },
)

test('what a referrer typed is emptied after a question only', SLICED, async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'indicador')
  const form = new LeadForm(app.page)
  const clear = form.button('Limpar')
  await expect(form.field('Nome')).toHaveValue('')
  await expect(clear).toHaveCount(0)
  await form.field('Nome').fill('Maria da Silva')
  await clear.click()
  const question = app.page.getByRole('dialog', { name: 'Limpar formulário' })
  await question.getByRole('button', { name: 'Voltar' }).click()
  await expect(question).toHaveCount(0)
  await expect(form.field('Nome')).toHaveValue('Maria da Silva')
  await clear.click()
  await question.getByRole('button', { name: 'Limpar campos' }).click()
  await expect(question).toHaveCount(0)
  await expect(form.field('Nome')).toHaveValue('')
  await expect(form.field('Seguro')).toBeFocused()
})

test('a toast stays below the tallest dialog', SLICED, async ({ sharedServer, signedIn }) => {
  const { uid } = await ownLead(sharedServer.url)
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  const form = await openForm(app, uid)
  const choose = (group: string, option: string) =>
    form.root.getByRole('radiogroup', { name: group, exact: true }).getByText(option, { exact: true }).tap()
  await choose('Tipo de contato', 'Telefone')
  await form.button('Data do contato: agora').tap()
  await choose('Status da venda', 'Vendido')
  await choose('Forma que recebeu a resposta da venda/não venda', 'Telefone')
  await form.field('Valor da venda').fill('1850')
  await form.field('Porcentagem da comissão').fill('10')
  for (const offer of ['BackUp car', 'Pague Menos', 'Seguro conteúdo']) await choose(offer, 'Não oferecido')
  await form.button('Finalizar').tap()
  await expect(page.getByRole('dialog', { name: 'Informe a data da venda/não venda' })).toBeVisible()
  const said = await boxOf(page.locator('[data-toast]'))
  // A dialog leaves a twentieth of the height free at the foot, however much it holds.
  expect(said.top).toBeGreaterThanOrEqual(PHONE.height * 0.95)
  expect(said.bottom).toBeLessThanOrEqual(PHONE.height)
})
