/**
 * The field for date and time, in the form and in dialogs: typed, picked or 'Agora'; forbidden days cannot be picked.
 */

import type { Locator } from '@playwright/test'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { App } from './support/app.ts'
import { isInOrder } from './support/axe.ts'
import { LeadForm } from './support/lead-form.ts'
import { Rest } from './support/rest.ts'
import { expect, type SignedIn, SLICED, test } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const local = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })
/** 'dd/mm/aaaa', `days` from today. */
const typedDay = (days: number) => {
  const [day = '', month = '', year = ''] = local.format(Date.now() + days * DAY_MS).split('/')
  return `${day}/${month}/20${year.slice(-2)}`
}

async function openOwn(signedIn: SignedIn, url: string): Promise<{ app: App; form: LeadForm; id: number }> {
  const [own] = await (await Rest.signIn(url, 'corretor')).leads('state=2&status=3&limit=1')
  if (own === undefined) throw new Error('the user has no lead of its own')
  const app = await signedIn(url, 'corretor', `/?form=${own.uid}`)
  const form = new LeadForm(app.page)
  await expect(form.field('Data da cotação')).toBeVisible()
  return { app, form, id: own.id }
}

test(
  'a moment is typed, picked or now; an incomplete one is not saved; no future day can be picked',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { app, form } = await openOwn(signedIn, sharedServer.url)
    const { page } = app
    const field = form.field('Data da cotação')
    const calendar = page.getByRole('dialog', { name: 'Data da cotação' })

    await field.fill(`${typedDay(-1).replaceAll('/', '')} 9h30`)
    await field.blur()
    await expect(field).toHaveValue(`${typedDay(-1)} 09:30`)

    await field.fill(typedDay(-1))
    await form.button('Salvar').click()
    await expect(field).toBeFocused()
    await expect(form.problems()).toContainText('Complete a data e a hora: dd/mm/aaaa hh:mm')

    await form.button('Data da cotação: agora').click()
    await expect(field).toHaveValue(new RegExp(`^${typedDay(0)} \\d\\d:\\d\\d$`))

    await field.press('Alt+ArrowDown')
    await expect(calendar).toBeVisible()
    await isInOrder(page, 'the calendar of a moment')
    await expect(calendar.locator('[aria-current="date"]')).toHaveText(
      String(Number(typedDay(0).slice(0, 2))),
    )
    const later = calendar.locator('table button:not([disabled])')
    const last = await later.last().getAttribute('aria-current')
    expect(last, 'the last day that can be picked').toBe('date')
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(form.root).toBeVisible()

    await form.button('Data da cotação: abrir calendário').click()
    await calendar.getByRole('button', { name: 'Limpar' }).click()
    await expect(field).toHaveValue('')
    await form.button('Data da cotação: abrir calendário').click()
    await calendar.locator('[aria-current="date"]').click()
    await calendar.getByLabel('Horas').fill('00')
    await calendar.getByLabel('Minutos').fill('05')
    await calendar.getByRole('button', { name: 'Ok' }).click()
    await expect(field).toHaveValue(`${typedDay(0)} 00:05`)
  },
)

test('a scheduling can be neither on a past day nor now', SLICED, async ({ sharedServer, signedIn }) => {
  const { app } = await openOwn(signedIn, sharedServer.url)
  const { page } = app
  await page.getByRole('button', { name: 'Agendar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  const field = dialog.getByRole('textbox', { name: 'Data e hora' })
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('button', { name: /agora/i })).toHaveCount(0)
  await dialog.getByRole('button', { name: /abrir calendário/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Data e hora' })
  const first: Locator = calendar.locator('table button:not([disabled])').first()
  await expect(first).toHaveAttribute('aria-current', 'date')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await field.fill(`${typedDay(3)} 10:30`)
  await dialog.getByLabel('Observações').fill('Combinado')
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click()
  await expect(page.getByText('Lead agendada com sucesso!')).toBeVisible()
})

test.describe('in Firefox', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })

  test(
    'a moment is a date and a time, in the form and in the dialogs',
    SLICED,
    async ({ sharedServer, signedIn }) => {
      const { app, form } = await openOwn(signedIn, sharedServer.url)
      const day = form.field('Data da cotação')
      const time = form.field('Data da cotação: hora')
      const iso = typedDay(-1).split('/').reverse().join('-')
      await expect(day).toHaveAttribute('type', 'date')
      await expect(day).toHaveAttribute('max', typedDay(0).split('/').reverse().join('-'))
      await form.button('Data da cotação: agora').click()
      await expect(time).not.toHaveValue('')
      await time.fill('')
      await day.fill(iso)
      await form.button('Salvar').click()
      await expect(form.problems()).toContainText('Complete a data e a hora')
      await time.fill('09:30')
      await form.button('Salvar').click()
      await expect(app.page.getByText('Lead salvo com sucesso!')).toBeVisible()
      await app.page.getByRole('button', { name: 'Agendar', exact: true }).click()
      const dialog = app.page.getByRole('dialog', { name: 'Agendamento de Lead' })
      await expect(dialog.locator('input[type="date"]')).toBeFocused()
      await expect(dialog.locator('input[type="time"]')).toBeVisible()
    },
  )
})
