/** The field for date and time, in the form and in its dialogs: typed, picked or 'Agora'; forbidden days cannot be picked. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isInOrder } from '../support/in-order.ts'
import {
  button,
  field,
  fill,
  form,
  onServer,
  openWorked,
  press,
  problems,
  valueOf,
} from '../support/lead-form.ts'

/** Wednesday, 18 November 2026, is the day of every mounted screen. */
const calendar = page.getByRole('dialog', { name: 'Data da cotação' })
const opener = button('Data da cotação: abrir calendário')

/** The days of the calendar that can be picked, as the screen reader says them. */
const pickable = () => [...calendar.element().querySelectorAll('table button:not([disabled])')]

test('a typed moment is completed with its separators, and an incomplete one is not saved', async () => {
  await openWorked()
  await fill({ 'Data da cotação': '17112026 9h30' })
  await userEvent.tab()
  await expect.element(field('Data da cotação')).toHaveValue('17/11/2026 09:30')
  await fill({ 'Data da cotação': '17/11/2026' })
  await press('Salvar')
  await expect.element(field('Data da cotação')).toHaveFocus()
  expect(problems()).toContain('Complete a data e a hora: dd/mm/aaaa hh:mm')
  await userEvent.click(button('Data da cotação: agora'))
  await expect.poll(() => valueOf('Data da cotação')).toMatch(/^18\/11\/2026 \d\d:\d\d$/)
})

test('the calendar opens by keys at today, offers no later day, and Escape closes it alone', async () => {
  await openWorked()
  await userEvent.click(field('Data da cotação'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(calendar).toBeVisible()
  await isInOrder('the calendar of a moment')
  expect(calendar.element().querySelector('[aria-current="date"]')?.textContent).toBe('18')
  expect(pickable().at(-1)?.getAttribute('aria-current'), 'the last day that can be picked').toBe('date')
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(form).toBeVisible()
})

test('a moment is cleared and picked with its time in the calendar', async () => {
  await openWorked({ lead: { quoted_type: 1, quoted_date: '2026-11-17T12:30:00.000Z' } })
  await userEvent.click(opener)
  await userEvent.click(calendar.getByRole('button', { name: 'Limpar' }))
  await expect.element(field('Data da cotação')).toHaveValue('')
  await userEvent.click(opener)
  const today = calendar.element().querySelector('[aria-current="date"]')
  if (today === null) throw new Error('the calendar marks no day as today')
  await userEvent.click(today)
  await userEvent.fill(calendar.getByLabelText('Horas'), '00')
  await userEvent.fill(calendar.getByLabelText('Minutos'), '05')
  await userEvent.click(calendar.getByRole('button', { name: 'Ok' }))
  await expect.element(field('Data da cotação')).toHaveValue('18/11/2026 00:05')
})

test('a scheduling can be neither on a past day nor now', async () => {
  const app = await openWorked()
  await press('Agendar')
  const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  const moment = dialog.getByRole('textbox', { name: 'Data e hora' })
  await expect.element(moment).toHaveFocus()
  expect(dialog.getByRole('button', { name: /agora/i }).query()).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: /abrir calendário/ }))
  const days = page.getByRole('dialog', { name: 'Data e hora' })
  await expect.element(days).toBeVisible()
  expect(days.element().querySelector('table button:not([disabled])')?.getAttribute('aria-current')).toBe(
    'date',
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(days).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await userEvent.fill(moment, '23/11/2026 10:30')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Observações' }), 'Combinado')
  await userEvent.click(dialog.getByRole('button', { name: 'Agendar', exact: true }))
  await expect
    .poll(() => onServer(app)?.lead_scheduling)
    .toMatchObject({ scheduling_date: '2026-11-23T13:30:00.000Z', description: 'Combinado' })
})

test('in Firefox a moment is a date and a time, in the form and in the dialogs', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Gecko/20100101 Firefox/140.0')
  onTestFinished(() => agent.mockRestore())
  const app = await openWorked()
  const day = form.getByLabelText('Data da cotação', { exact: true })
  const time = form.getByLabelText('Data da cotação: hora')
  await expect.element(day).toHaveAttribute('type', 'date')
  await expect.element(day).toHaveAttribute('max', '2026-11-18')
  await userEvent.click(button('Data da cotação: agora'))
  await expect.element(time).not.toHaveValue('')
  await userEvent.fill(time, '')
  await userEvent.fill(day, '2026-11-17')
  await press('Salvar')
  await expect.poll(problems).toContain('Complete a data e a hora')
  await userEvent.fill(time, '09:30')
  await press('Salvar')
  await expect.poll(() => onServer(app)?.quoted_date).toBe('2026-11-17T12:30:00.000Z')
  await press('Agendar')
  const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('date')
  expect(dialog.element().querySelector('input[type="time"]')).not.toBeNull()
})
