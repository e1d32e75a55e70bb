/** 'Meu dia': whatever takes a lead out of the queue can be taken back, each by its own 'Desfazer'. docs/rules.md#outcomes */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { iso } from '../../unit/domain/fixtures.ts'
import type { MountedApp } from '../support/app.tsx'
import { act, item, opened, shown } from '../support/day.ts'
import { cutNetwork } from '../support/network.ts'
import { pushed } from '../support/pushed.ts'
import { withTelephone } from '../support/telephone.ts'

const last = page.getByRole('group', { name: 'Última ação' })
const undoLast = last.getByRole('button', { name: 'Desfazer' })
const toast = page.getByRole('status').filter({ hasText: 'Desfazer' })

const onServer = ({ peer }: MountedApp, uid = 'a') => peer.server.leads.get(uid)?.lead_scheduling
const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)

const BEFORE = { scheduling_date: iso('2026-11-18T09:20:00'), description: 'Fechar a cotação', status: 0 }

test('a quick time names its client, and its own undo puts the return back', async () => {
  withTelephone()
  const app = await opened()
  await shown('Ana Souza')
  await userEvent.keyboard('l')
  await userEvent.click(act(/Não atendeu/))
  await shown('Bento Reis')
  await expect.element(last).toMatchTextContent('Ana Souza · Não atendeu')
  await userEvent.click(act('Adiar'))
  await userEvent.click(item('Amanhã 9h'))
  await shown('Clara Dias')
  await expect.element(last).toMatchTextContent('Bento Reis · Retorno em 19/11 às 09:00')
  await expect
    .poll(() => onServer(app, 'b'))
    .toMatchObject({ scheduling_date: iso('2026-11-19T09:00:00'), status: 0 })
  await userEvent.click(undoLast)
  await shown('Bento Reis')
  await expect.poll(() => onServer(app, 'b')).toMatchObject({ scheduling_date: iso('2026-11-18T09:40:00') })
  // The act before is offered again, by its own name.
  await expect.element(last).toMatchTextContent('Ana Souza · Não atendeu')
  await userEvent.click(undoLast)
  await shown('Ana Souza')
  await expect.poll(() => onServer(app)).toMatchObject(BEFORE)
  await expect.element(last).not.toBeInTheDocument()
})

test('without a network a quick time is taken out of the queue, and is never sent', async () => {
  const app = await opened()
  await shown('Ana Souza')
  cutNetwork(app.peer)
  await userEvent.click(act('Adiar'))
  await userEvent.click(item('Hoje 17h'))
  await shown('Bento Reis')
  await userEvent.click(toast.getByRole('button', { name: 'Desfazer' }))
  await shown('Ana Souza')
  expect(await app.db.outbox.count()).toBe(0)
  expect((await app.db.leads.get('a'))?.lead_scheduling).toEqual(BEFORE)
})

test('a return that was told as done comes back', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await userEvent.click(act('Retorno feito'))
  await shown('Bento Reis')
  await expect.element(last).toMatchTextContent('Ana Souza · Retorno feito')
  await expect.poll(() => onServer(app)?.status).toBe(1)
  await userEvent.click(undoLast)
  await shown('Ana Souza')
  await expect.poll(() => onServer(app)).toMatchObject(BEFORE)
  expect(sent(app)).toEqual(['lead.closeScheduling', 'lead.putBack'])
})

test('a lead that was put off without a schedule says when it returns, and comes back at once by the toast', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await userEvent.click(act('Adiar'))
  await userEvent.click(item('30 minutos, sem agendar'))
  await shown('Bento Reis')
  await expect.element(toast).toMatchTextContent('Ana Souza volta às 10:30')
  await userEvent.click(toast.getByRole('button', { name: 'Desfazer' }))
  await shown('Ana Souza')
  expect(sent(app)).toEqual([])
})

test('another date with its words is taken back, and so is a return that the dialog closed', async () => {
  const app = await opened()
  const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  const otherDate = async () => {
    await shown('Ana Souza')
    await userEvent.click(act('Adiar'))
    await userEvent.click(item('Outra data…'))
  }
  await otherDate()
  await userEvent.click(dialog.getByRole('group', { name: 'Horários prontos' }).getByText('Amanhã 9h'))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Observações' }), 'Depois da viagem')
  await userEvent.click(dialog.getByRole('button', { name: 'Agendar' }))
  await shown('Bento Reis')
  await expect
    .poll(() => onServer(app))
    .toMatchObject({ scheduling_date: iso('2026-11-19T09:00:00'), description: 'Depois da viagem' })
  await expect.element(last).toMatchTextContent('Ana Souza · Retorno em 19/11 às 09:00')
  await userEvent.click(toast.getByRole('button', { name: 'Desfazer' }))
  await expect.poll(() => onServer(app)).toMatchObject(BEFORE)
  await otherDate()
  await userEvent.click(dialog.getByRole('button', { name: 'Encerrar Agendamento' }))
  await shown('Bento Reis')
  await expect.element(last).toMatchTextContent('Ana Souza · Retorno feito')
  await userEvent.click(undoLast)
  await shown('Ana Souza')
  await expect.poll(() => onServer(app)).toMatchObject(BEFORE)
  expect(sent(app)).toEqual(['lead.schedule', 'lead.putBack', 'lead.closeScheduling', 'lead.putBack'])
})
