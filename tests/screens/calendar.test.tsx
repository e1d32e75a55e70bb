/** 'Calendário' in the profile, an agreed return as a file, and the end of a user's addresses. docs/rules.md#calendar */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type CalendarFeed,
  calendarFeedsRoute,
  changeCalendarFeedRoute,
  endCalendarFeedRoute,
  endUserCalendarsRoute,
  newCalendarFeedRoute,
  renewCalendarFeedRoute,
} from '../../src/contract/calendar.ts'
import { calendarChoicesSchema, NEW_CHOICES } from '../../src/domain/calendar/choices.ts'
import { iso } from '../unit/domain/fixtures.ts'
import { choosesInAccount } from './support/account-menu.ts'
import { openApp } from './support/app.tsx'
import { savedFiles } from './support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { keptUsers } from './support/kept-users.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { cutNetwork } from './support/network.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'
import {
  confirm,
  confirmDialog,
  knowsPassword,
  needsConfirmation,
  passwordField,
} from './support/password.ts'
import type { Asked, Peer } from './support/peer.ts'
import { Refused } from './support/refused.ts'

const section = page.getByRole('region', { name: 'Calendário' })
const list = section.getByRole('list', { name: 'Endereços' })
const shown = section.getByRole('status').filter({ hasText: 'Copie agora' })
const form = page.getByRole('dialog', { name: 'Novo endereço' })
const name = form.getByRole('textbox', { name: 'Nome' })
const create = form.getByRole('button', { name: 'Criar endereço' })

/** Keeps the addresses of the user as the server does. */
function keepsAddresses(peer: Peer, names: readonly string[]): void {
  let last = 0
  const made = (choices: typeof NEW_CHOICES): CalendarFeed => {
    last += 1
    const id = `00000000-0000-4000-8000-00000000000${last}`
    return { id, ...choices, created_at: '2026-11-18T13:00:00.000Z', last_used_at: null }
  }
  let rows = names.map((each) => made({ ...NEW_CHOICES, name: each }))
  const secrets = { next: 0 }
  const withUrl = (row: CalendarFeed) => {
    secrets.next += 1
    return { ...row, url: `https://farol.example.com/api/calendar/segredo-${secrets.next}.ics` }
  }
  const found = ({ path }: Asked) => {
    const row = rows.find(({ id }) => path.includes(id))
    if (row === undefined) throw new Refused({ status: 404, message: 'Registro não encontrado.' })
    return row
  }
  const byKey = new Map<string | null, CalendarFeed>()
  peer.answersBy(calendarFeedsRoute, () => ({ data: rows }))
  peer.answersBy(newCalendarFeedRoute, (asked) => {
    needsConfirmation(asked)
    const key = asked.headers.get('idempotency-key')
    const row = byKey.get(key) ?? made(calendarChoicesSchema.parse(asked.body))
    if (!byKey.has(key)) rows = [row, ...rows]
    byKey.set(key, row)
    return withUrl(row)
  })
  peer.answersBy(renewCalendarFeedRoute, (asked) => {
    needsConfirmation(asked)
    return withUrl(found(asked))
  })
  peer.answersBy(changeCalendarFeedRoute, (asked) => {
    const row = { ...found(asked), ...calendarChoicesSchema.parse(asked.body) }
    rows = rows.map((one) => (one.id === row.id ? row : one))
    return row
  })
  peer.answersBy(endCalendarFeedRoute, (asked) => {
    const { id } = found(asked)
    rows = rows.filter((one) => one.id !== id)
    return { message: 'Endereço encerrado' }
  })
  knowsPassword(peer)
}

async function openProfile(names: readonly string[] = [], look: Look = {}) {
  const app = await openApp('/profile', { ...look, role: 3, script: (peer) => keepsAddresses(peer, names) })
  await expect.element(section.getByRole('button', { name: 'Novo endereço' })).toBeVisible()
  return app
}

const openForm = async () => {
  await userEvent.click(section.getByRole('button', { name: 'Novo endereço' }))
  await expect.element(name).toBeVisible()
}

/** Presses the button of an address and answers its question. */
async function answer(act: 'Renovar' | 'Encerrar', which: string): Promise<void> {
  await userEvent.click(list.getByRole('button', { name: `${act} ${which}` }))
  const question = page.getByRole('dialog', { name: `${act} ‘${which}’?` })
  await userEvent.click(question.getByRole('button', { name: `${act} endereço` }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('an address is made, in order, with targets for thumbs', async () => {
    await openProfile(['Computador do escritório'], look)
    await openForm()
    await isInOrder('the form')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form')
    await name.fill('Celular')
    await userEvent.click(create)
    await confirm()
    await expect.element(shown).toMatchTextContent('segredo-1.ics')
    await isInOrder('the profile')
    if (look.width !== 'desk') await hasTargetsForThumbs('the profile')
  })
})

test('a new address tells no name, says who keeps what it tells, and is shown once', async () => {
  const { peer } = await openProfile()
  await expect.element(section.getByText(/fica com quem guarda o calendário/)).toBeVisible()
  await openForm()
  await expect.element(form.getByRole('switch', { name: /^Mostrar o nome do cliente/ })).not.toBeChecked()
  await userEvent.click(create)
  await expect.element(form.getByText('Campo Obrigatório')).toBeVisible()
  await userEvent.click(form.getByRole('checkbox', { name: 'Retornos agendados' }))
  await name.fill('Celular')
  await userEvent.click(create)
  await expect.element(form.getByText('Escolha ao menos um.')).toBeVisible()
  expect(peer.callsOf(newCalendarFeedRoute)).toEqual([])
  await userEvent.click(form.getByRole('checkbox', { name: 'Prazos dos leads' }))
  await userEvent.click(create)
  await confirm()
  await expect.element(shown).toMatchTextContent('segredo-1.ics')
  expect(peer.bodiesOf(newCalendarFeedRoute).at(-1)).toEqual({
    ...NEW_CHOICES,
    name: 'Celular',
    schedules: false,
    deadlines: true,
  })
  await expect
    .element(shown.getByRole('link', { name: 'Abrir no calendário' }))
    .toHaveAttribute('href', 'webcal://farol.example.com/api/calendar/segredo-1.ics')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await userEvent.click(shown.getByRole('button', { name: 'Copiar endereço' }))
  await expect.element(shown.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(copied).toHaveBeenCalledWith('https://farol.example.com/api/calendar/segredo-1.ics')
  copied.mockRestore()
  await userEvent.click(shown.getByRole('button', { name: 'Pronto' }))
  await expect.element(page.getByText(/segredo-1/)).not.toBeInTheDocument()
  await expect.element(list.getByText(/nunca lido$/)).toBeVisible()
})

test('where the answer is lost, saving again shows the one address', async () => {
  const { peer } = await openProfile()
  await openForm()
  await name.fill('Celular')
  await userEvent.click(create)
  await expect.element(passwordField).toHaveFocus()
  peer.losesAnswer(newCalendarFeedRoute)
  await confirm()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Salvar de novo não faz outro endereço.')
  await expect.element(name).toHaveValue('Celular')
  await userEvent.click(create)
  await expect.element(shown).toMatchTextContent(/segredo-\d\.ics/)
  await expect.element(list.getByRole('listitem')).toHaveLength(1)
  const keys = peer.callsOf(newCalendarFeedRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

test('two taps make one address while the answer is late', async () => {
  const { peer } = await openProfile()
  await openForm()
  await name.fill('Celular')
  await userEvent.click(create)
  await confirm()
  await userEvent.click(shown.getByRole('button', { name: 'Pronto' }))
  await openForm()
  await name.fill('Tablet')
  const release = peer.holds(newCalendarFeedRoute)
  await userEvent.dblClick(create)
  await userEvent.keyboard('{Enter}')
  release()
  await expect.element(shown).toMatchTextContent('Endereço ‘Tablet’')
  await expect.element(list.getByRole('listitem')).toHaveLength(2)
})

test('choices are changed, an address is renewed and ended, each after its question', async () => {
  const { peer } = await openProfile(['Celular'])
  await userEvent.click(list.getByRole('button', { name: 'Alterar Celular' }))
  const change = page.getByRole('dialog', { name: 'Alterar ‘Celular’' })
  await userEvent.click(change.getByRole('switch', { name: /^Mostrar o nome do cliente/ }))
  await userEvent.click(change.getByRole('button', { name: 'Salvar' }))
  await expect.element(list.getByText('Com nomes')).toBeVisible()
  expect(peer.bodiesOf(changeCalendarFeedRoute)).toEqual([{ ...NEW_CHOICES, name: 'Celular', names: true }])
  await answer('Renovar', 'Celular')
  await confirm()
  await expect.element(shown).toMatchTextContent('segredo-1.ics')
  await answer('Encerrar', 'Celular')
  await expect.element(list).not.toBeInTheDocument()
  // What was shown is of no more use.
  await expect.element(shown).not.toBeInTheDocument()
})

test('a renewal that is not confirmed changes nothing, and an address that is gone leaves the list', async () => {
  const { peer } = await openProfile(['Celular', 'Tablet'])
  await answer('Renovar', 'Celular')
  await expect.element(passwordField).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(shown).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  peer.refuses(endCalendarFeedRoute, { status: 404, message: 'Registro não encontrado.' })
  await answer('Encerrar', 'Tablet')
  await expect.element(list.getByText('Tablet')).not.toBeInTheDocument()
})

test('without a network the section says so', async () => {
  const { peer } = await openApp('/', { role: 3, script: (each) => keepsAddresses(each, []) })
  cutNetwork(peer)
  await choosesInAccount('Profile')
  await expect.element(section.getByRole('alert')).toMatchTextContent(/precisa de internet/)
})

test('a dealership has no calendar', async () => {
  await openApp('/profile', { role: 4 })
  await expect.element(page.getByRole('region', { name: 'Seus dados' })).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
})

test('an agreed return is a file, without a network and without a name; one that is being typed is none', async () => {
  const files = savedFiles()
  const { peer } = await openApp('/?lead=1', {
    role: 3,
    clients: [CLIENT],
    leads: (user) => [
      ownLead(user, {
        lead_scheduling: { scheduling_date: iso('2026-11-20T16:00:00'), description: 'Ligar', status: 0 },
      }),
    ],
  })
  cutNetwork(peer)
  await userEvent.click(
    page.getByRole('dialog', { name: /^Lead 1/ }).getByRole('button', { name: 'Agendar' }),
  )
  const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar ao calendário' }))
  await expect.poll(() => files.map((file) => file.name)).toEqual(['retorno-lead-1.ics'])
  const text = (await files[0]?.text()) ?? ''
  expect(text).toContain('DTSTART;TZID=America/Sao_Paulo:20261120T160000')
  expect(text).toContain('SUMMARY:Retorno · lead Nº 1')
  expect(text).toContain('UID:return-lead-1@farol')
  expect(text).not.toMatch(new RegExp(`Ligar|${CLIENT.name}`))
  await isInOrder('the scheduling')
  const moment = dialog.getByRole('textbox', { name: /Data/ }).first()
  await userEvent.fill(moment, '21/11/2026 10:00')
  await userEvent.keyboard('{Tab}')
  await expect
    .element(dialog.getByRole('button', { name: 'Adicionar ao calendário' }))
    .not.toBeInTheDocument()
})

test('an administrator ends the addresses of a user', async () => {
  const { script, users } = keptUsers()
  const { peer } = await openApp('/users', {
    role: 1,
    script: (each) => {
      script(each)
      each.answers(endUserCalendarsRoute, { message: '2 endereços encerrados' })
    },
  })
  const carla = users().all.find((user) => user.name === 'Carla Nunes')
  users().change(carla?.id ?? 0, { calendar_feeds: 2 })
  await userEvent.click(page.getByRole('button', { name: 'Editar Carla Nunes' }))
  const dialog = page.getByRole('dialog', { name: 'Editar Carla Nunes' })
  await expect.element(dialog.getByText(/lê 2\sendereços do Farol/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Encerrar endereços' }))
  const question = page.getByRole('dialog', { name: /^Encerrar os endereços do calendário de Carla/ })
  await userEvent.click(question.getByRole('button', { name: 'Encerrar endereços' }))
  await expect.element(dialog.getByText(/endereços do Farol/)).not.toBeInTheDocument()
  expect(peer.callsOf(endUserCalendarsRoute)).toHaveLength(1)
})
