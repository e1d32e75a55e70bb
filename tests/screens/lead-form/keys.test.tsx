/** Capture and sale by keys alone, by role and name as the browser gives them to a screen reader; no bar covers the focus. */
import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { completeClient, form, onServer, openWorked, workedLead } from '../support/lead-form.ts'

interface Said {
  readonly role: string
  readonly name: string
}

const FOCUSED = "document.querySelector('iframe').contentDocument.activeElement"

async function said(): Promise<Said> {
  const { result } = await cdp().send('Runtime.evaluate', { expression: FOCUSED })
  const { nodes } = await cdp().send('Accessibility.getPartialAXTree', {
    ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
    fetchRelatives: false,
  })
  const [node] = nodes
  return { role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '') }
}

const MOST_KEYS = 120

/** Presses Tab until the focus is said like this. Throws when the way is too long, or meets something without a name. */
async function tabTo(role: string, name: RegExp): Promise<void> {
  for (let keys = 0; keys < MOST_KEYS; keys += 1) {
    const focused = await said()
    expect(focused.name, `what Tab meets has a name (${focused.role})`).not.toBe('')
    if (focused.role === role && name.test(focused.name)) return
    await userEvent.tab()
  }
  throw new Error(`no ${role} ${String(name)} within ${MOST_KEYS} keys`)
}

/** Goes to a row of choices and along it. */
async function pickInRow(name: RegExp, option: string): Promise<void> {
  await tabTo('radio', /./)
  const row = form.getByRole('radiogroup', { name })
  while (!row.element().contains(document.activeElement)) {
    await userEvent.tab()
    await tabTo('radio', /./)
  }
  const radio = row.getByRole('radio', { name: option, exact: true })
  while (document.activeElement !== radio.element()) await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard(' ')
  await expect.element(radio).toBeChecked()
}

async function type(label: RegExp, text: string): Promise<void> {
  await tabTo('textbox', label)
  await userEvent.keyboard(text)
}

test('a lead is captured and sold by keys, roles and names alone', { timeout: 120_000 }, async () => {
  const app = await openApp('/', {
    clients: [completeClient()],
    leads: (user) => [
      workedLead(user, {
        state: 1,
        status: 1,
        broker_id: null,
        channel_id: 8,
        capture_date: null,
        backup_car: null,
        pague_menos: null,
      }),
    ],
  })
  const capture = page.getByRole('button', { name: 'Capturar esse Lead' })
  await expect.element(page.getByRole('article')).toHaveAccessibleName(/1/)
  await expect.element(capture).toBeVisible()
  capture.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Capturar lead' })).toBeVisible()
  await expect.poll(said).toEqual({ role: 'button', name: 'Continuar' })
  await userEvent.keyboard('{Enter}')

  const dialog = page.getByRole('dialog', { name: /Lead 1/ })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await pickInRow(/^Tipo de contato/, 'Telefone')
  await pickInRow(/^Status da venda/, 'Vendido')
  // What is missing is announced and leads to its field.
  await tabTo('button', /^Finalizar$/)
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByRole('alert').first()).toBeVisible()
  expect(form.element().querySelector('[aria-invalid="true"]')).not.toBeNull()

  await pickInRow(/^Forma que recebeu a resposta/, 'Telefone')
  await type(/^Valor da venda/, '1850')
  await type(/^Porcentagem da comissão/, '15')
  await pickInRow(/^BackUp car/, 'Não oferecido')
  await pickInRow(/^Pague Menos/, 'Não oferecido')
  await tabTo('button', /^Finalizar$/)
  await userEvent.keyboard('{Enter}')
  // The dates that are missing are asked for in a dialog that has the focus.
  const question = page.getByRole('dialog', { name: 'Informe as datas' })
  await expect.element(question).toBeVisible()
  await expect.poll(() => question.element().contains(document.activeElement)).toBe(true)
  for (const label of [/^Data do contato: agora/, /^Data da venda.*: agora/]) {
    await tabTo('button', label)
    await userEvent.keyboard('{Enter}')
  }
  await tabTo('button', /^Continuar$/)
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, sold: 1, sale_value_cents: 185_000 })
})

/** Names the focused control of the form if something other than its own list covers it. */
function coveredFocus(): string | null {
  const at = document.activeElement
  if (at === null || at.closest('form') === null || at.matches('form')) return null
  const list = document.getElementById(at.getAttribute('aria-controls') ?? '')
  const { left, width, top, bottom } = at.getBoundingClientRect()
  const isSeen = (y: number) => {
    const lying = document.elementsFromPoint(left + width / 2, y)
    return at.contains(lying.find((one) => list?.contains(one) !== true) ?? null)
  }
  return isSeen(top + 3) && isSeen(bottom - 3) ? null : at.id || at.textContent
}

test.each(['desk', 'phone'] as const)('on a %s no bar covers the control with the focus', {
  timeout: 120_000,
}, async (width) => {
  await openWorked({ width })
  const met = new Set<Element | null>()
  for (const back of [false, true])
    for (let step = 0; step < 40; step += 1) {
      await userEvent.tab({ shift: back })
      await expect.poll(coveredFocus, { message: `step ${step}` }).toBeNull()
      if (document.activeElement?.closest('form')) met.add(document.activeElement)
    }
  expect(met.size, 'controls of the form that had the focus').toBeGreaterThan(15)
})
