/** The lead form at every width and in both schemes: in order, with its texts whole and targets for thumbs. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientListRoute } from '../../../src/contract/clients.ts'
import { openApp } from '../support/app.tsx'
import { showsAllTexts } from '../support/cut-off.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import {
  button,
  completeClient,
  field,
  fill,
  form,
  openWorked,
  problems,
  unfold,
} from '../support/lead-form.ts'
import { LOOKS } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'
import { atEverySize } from '../support/sizes.ts'
import { tapInSight } from '../support/tap.ts'

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the form of a worked renewal is in order', async () => {
    await openWorked({
      ...look,
      lead: { channel_id: 28, old_insurer: 'Seguradora Antiga', old_end_of_validity: '2026-12-01' },
    })
    await expect.element(field('Vencimento do seguro')).toBeVisible()
    await isInOrder('a worked renewal')
    if (look.width !== 'desk') await hasTargetsForThumbs('a worked renewal')
  })

  test('a referral with its problems is in order', async () => {
    await openApp('/lead', look)
    await userEvent.click(button('Indicar'))
    await expect.poll(problems).toContain('Informe o nome do cliente')
    await isInOrder('a referral with problems')
    if (look.width !== 'desk') await hasTargetsForThumbs('a referral with problems')
  })

  test('a referrer’s own screen is in order', async () => {
    await openApp('/', { ...look, role: 5 })
    await expect.element(button('Indicar')).toBeVisible()
    await isInOrder('a referrer’s own screen')
    if (look.width !== 'desk') await hasTargetsForThumbs('a referrer’s own screen')
  })

  test('the form of a cancellation in Quiver is in order, and has one action beside the save', async () => {
    await openWorked({ ...look, role: 1, lead: { insurance_id: 25 } })
    await expect.element(button('Cancelamento no Quiver')).toBeVisible()
    for (const name of ['Finalizar', 'Cotar', 'Ligar']) expect(button(name).query()).toBeNull()
    expect(form.getByText('Venda', { exact: true }).query()).toBeNull()
    expect(field('Proposta').query()).toBeNull()
    await isInOrder('a cancellation in Quiver')
  })
})

describe('by touch', () => {
  test('the form shows all values of its fields, with targets for thumbs, at every width', async () => {
    await openWorked({ width: 'phone', lead: { insurance_id: 1 } })
    await unfold()
    await fill({
      'Data do contato': '18/11/2026 08:23',
      'Data da cotação': '18/11/2026 08:24',
      'Data da venda/não venda': '18/11/2026 08:25',
      Celular: '31999998888',
      Telefone: '3133334444',
    })
    await atEverySize(async (at) => {
      await unfold()
      for (const document of ['39053344705', '12345678000195']) {
        await fill({ 'CPF/CNPJ': document })
        await showsAllTexts(`the form ${at}, ${document.length} digits`)
      }
      await hasTargetsForThumbs(`the form ${at}`)
    })
  })

  test('the options of a select are targets for thumbs', async () => {
    await openWorked({ width: 'tablet' })
    await userEvent.click(field('Mês de vencimento'))
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await hasTargetsForThumbs('the options of a select')
  })

  test('the form of a new lead shows all texts, with targets for thumbs, at every width', async () => {
    await openApp('/lead', { width: 'phone', role: 2 })
    await expect.element(button('Criar Lead')).toBeVisible()
    await atEverySize(async (at) => {
      await showsAllTexts(`a new lead ${at}`)
      await hasTargetsForThumbs(`a new lead ${at}`)
    })
  })

  test('the list of clients shows all texts, with targets for thumbs, at every width', async () => {
    const script = (peer: Peer) =>
      peer.answers(clientListRoute, {
        data: [{ ...completeClient(), is_active: true, leads: [] }],
        pagination: { total: 1 },
      })
    await openApp('/clients', { width: 'phone', role: 2, script })
    await expect.element(page.getByText('Ana Souza').first()).toBeVisible()
    await atEverySize(async (at) => {
      await showsAllTexts(`clients ${at}`)
      await hasTargetsForThumbs(`clients ${at}`)
    })
  })

  test.each([
    { width: 390, menu: 'Ações' },
    { width: 1024, menu: 'Mais' },
  ])('at $width px the menu of the form’s actions leaves the form where it is', async ({ width, menu }) => {
    await openWorked({ width: 'tablet' })
    await page.viewport(width, 800)
    await expect.element(button(menu)).toBeVisible()
    const scroller = form.element().closest('.mantine-Modal-content')
    if (scroller === null) throw new Error('the form is in no dialog')
    scroller.scrollTo(0, 300)
    const before = scroller.scrollTop
    expect(before).toBeGreaterThan(0)
    await tapInSight(button(menu))
    await tapInSight(page.getByRole('menuitem', { name: 'Histórico' }))
    const history = page.getByRole('dialog', { name: /Histórico/ })
    await expect.element(history).toBeVisible()
    expect(scroller.scrollTop).toBe(before)
    await userEvent.keyboard('{Escape}')
    await expect.element(history).not.toBeInTheDocument()
    expect(scroller.scrollTop).toBe(before)
  })
})
