/** 'Configurações': forms that follow colleagues and keep what was typed, mails in files, and the export of everything. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  mailFileRoute,
  mailFilesRoute,
  removeMailFileRoute,
  removeMailFilesRoute,
} from '../../../src/contract/administration/mail-files.ts'
import { saveLogoRoute, updateSettingsRoute } from '../../../src/contract/administration/settings.ts'
import { askWholeExportRoute, wholeExportFileRoute, wholeExportRoute } from '../../../src/contract/export.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { ONE_PIXEL } from '../../support/one-pixel.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptSettings } from '../support/kept-settings.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import { confirm, knowsPassword, needsConfirmation } from '../support/password.ts'
import type { Peer } from '../support/peer.ts'
import { notesToasts } from '../support/toasts.ts'

const deadlines = page.getByRole('form', { name: 'Prazos de atendimento' })
const limit = deadlines.getByRole('textbox', { name: 'Tempo para capturar (horas úteis)' })
const finish = deadlines.getByRole('textbox', { name: 'Tempo para finalizar (horas úteis)' })
const bar = page.getByRole('region', { name: 'Alterações a salvar' })
const save = bar.getByRole('button', { name: /^Salvar/ })
const brokerage = page
  .getByRole('form', { name: 'Corretora' })
  .getByRole('textbox', { name: 'Nome da corretora' })
const index = page.getByRole('navigation', { name: 'Seções' })
const hours = page.getByRole('form', { name: 'Expediente e feriados' })
const holiday = hours.getByRole('textbox', { name: 'Outro feriado' })

async function openSettings(script: (peer: Peer) => void = () => {}) {
  let settings: KeptSettings | undefined
  const app = await openApp('/configuracoes', {
    role: 1,
    script: (peer) => {
      settings = new KeptSettings(peer)
      script(peer)
    },
  })
  await expect.element(limit).toHaveValue('1')
  /** A colleague's change arrives. */
  const change = (changes: Readonly<Record<string, unknown>>) => {
    settings?.change(changes)
    app.peer.poke()
  }
  return { ...app, settings, change }
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the settings are in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/configuracoes', { ...look, role: 1, script: (peer) => void new KeptSettings(peer) })
    await userEvent.click(page.getByText('Para quem administra o servidor', { exact: true }))
    await expect.element(page.getByText('MAIL_URL')).toBeVisible()
    await expect.element(page.getByText('Nenhum e-mail em arquivo.')).toBeVisible()
    await isInOrder('/configuracoes')
    if (look.width !== 'desk') await hasTargetsForThumbs('/configuracoes')
  })
})

test('a limit is required, typed with a comma, and saved once', async () => {
  const { peer } = await openSettings()
  await limit.fill('')
  await userEvent.click(save)
  await expect.element(deadlines.getByText('Campo Obrigatório')).toBeVisible()
  await userEvent.clear(limit)
  await userEvent.type(limit, '2,50')
  await expect.element(limit).toHaveValue('2,50')
  await userEvent.click(save)
  await expect.element(bar).not.toBeInTheDocument()
  expect(peer.bodiesOf(updateSettingsRoute)).toEqual([
    { time_to_capture_lead: 2.5, base: { time_to_capture_lead: 1 } },
  ])
})

test('one button saves what several sections have, and counts it', async () => {
  const { peer, settings } = await openSettings()
  const shown = notesToasts()
  await expect.element(bar).not.toBeInTheDocument()
  await limit.fill('5')
  await expect.element(save).toHaveTextContent('Salvar 1 alteração')
  await finish.fill('30')
  await userEvent.fill(brokerage, 'Lume Seguros')
  await expect.element(save).toHaveTextContent('Salvar 3 alterações')
  await expect.element(index.getByRole('button', { name: 'Corretora (alterada)' })).toBeVisible()
  await userEvent.click(save)
  await expect.element(bar).not.toBeInTheDocument()
  expect([...new Set(shown)].map(({ message }) => message)).toEqual(['Configurações salvas'])
  expect(settings?.rows).toEqual(
    expect.arrayContaining([
      { key: 'time_to_capture_lead', value: 5 },
      { key: 'time_to_finish_lead', value: 30 },
      { key: 'brokerage_name', value: 'Lume Seguros' },
    ]),
  )
  expect(peer.callsOf(updateSettingsRoute)).toHaveLength(2)
})

test('Enter in a field saves, and Cancelar takes everything back', async () => {
  const { settings } = await openSettings()
  await userEvent.fill(brokerage, 'Lume Seguros')
  await limit.fill('5')
  await userEvent.click(bar.getByRole('button', { name: 'Cancelar' }))
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(brokerage).toHaveValue('')
  await expect.element(limit).toHaveValue('1')
  await userEvent.fill(brokerage, 'Lume Seguros')
  await userEvent.keyboard('{Enter}')
  await expect.element(bar).not.toBeInTheDocument()
  expect(settings?.rows).toContainEqual({ key: 'brokerage_name', value: 'Lume Seguros' })
})

test('what one section refuses stays open by its name, and the others are saved', async () => {
  const { settings } = await openSettings()
  await limit.fill('5000')
  await userEvent.fill(brokerage, 'Lume Seguros')
  await userEvent.click(save)
  await expect.element(save).toHaveTextContent('Salvar 1 alteração')
  await userEvent.click(bar.getByRole('button', { name: 'Prazos de atendimento' }))
  await expect.element(limit).toHaveFocus()
  expect(settings?.rows).toContainEqual({ key: 'brokerage_name', value: 'Lume Seguros' })
  expect(settings?.rows).toContainEqual({ key: 'time_to_capture_lead', value: 1 })
})

test('the index leads to a section', async () => {
  await openSettings()
  await userEvent.click(index.getByRole('button', { name: 'Expediente e feriados' }))
  await expect.element(hours).toHaveFocus()
  await expect.element(hours).toBeInViewport()
})

test('the index marks the section in sight, by scrolling and where it leads to', async () => {
  await openSettings()
  const marked = () =>
    [...index.element().querySelectorAll('[aria-current="true"]')].map(({ textContent }) => textContent)
  await expect.poll(marked).toEqual(['Corretora'])
  hours.element().scrollIntoView({ block: 'start' })
  await expect.poll(marked).toEqual(['Expediente e feriados'])
  page.getByRole('form', { name: 'Corretora' }).element().scrollIntoView({ block: 'start' })
  await expect.poll(marked).toEqual(['Corretora'])
  await userEvent.click(index.getByRole('button', { name: 'Integrações' }))
  await expect
    .poll(marked, { message: 'it may be too near to the end to reach the top' })
    .toEqual(['Integrações'])
})

test("a changed limit reaches a manager's board", async () => {
  let settings: KeptSettings | undefined
  const { peer } = await openApp('/', {
    role: 2,
    leads: [aLead({ channel_id: 8 })],
    script: (peer) => {
      settings = new KeptSettings(peer)
    },
  })
  await expect.element(page.getByText('Prazo de 1 h').first()).toBeVisible()
  settings?.change({ time_to_capture_lead: 2.5 })
  peer.poke()
  await expect.element(page.getByText('Prazo de 2,5 h').first()).toBeVisible()
})

test('a form follows what a colleague changes, and nothing is left to save', async () => {
  const { change } = await openSettings()
  change({ time_to_finish_lead: 30 })
  await expect.element(finish).toHaveValue('30')
  await userEvent.fill(limit, '2')
  await userEvent.click(save)
  await expect.element(bar).not.toBeInTheDocument()
  change({ time_to_capture_lead: 9 })
  await expect.element(limit).toHaveValue('9')
  await expect.element(bar).not.toBeInTheDocument()
})

test('a value that a colleague changed meanwhile is not reverted, and what was typed stays', async () => {
  const { settings, change } = await openSettings()
  await limit.fill('5')
  settings?.change({ time_to_capture_lead: 7 })
  await userEvent.click(save)
  await expect
    .element(deadlines.getByRole('alert'))
    .toMatchTextContent("'time_to_capture_lead' foi alterado por outra pessoa e agora é 7.")
  await expect.element(limit).toHaveValue('5')
  change({ time_to_finish_lead: 30 })
  await expect.element(finish).toHaveValue('30')
  await userEvent.click(save)
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(deadlines.getByRole('alert')).not.toBeInTheDocument()
  expect(settings?.rows).toContainEqual({ key: 'time_to_capture_lead', value: 5 })
})

test('holidays that a colleague and this form add are both kept, also one that was typed and not added', async () => {
  const { settings, change } = await openSettings()
  await userEvent.type(holiday, '24122026')
  await userEvent.keyboard('{Enter}')
  await expect.element(hours.getByText('24/12/2026')).toBeVisible()
  await expect.element(holiday).toHaveValue('')
  change({ business_hours: { start: '08:30', end: '18:00', holidays: ['2026-06-19'] } })
  await expect.element(hours.getByText('19/06/2026')).toBeVisible()
  await userEvent.type(holiday, '3112')
  await userEvent.click(save)
  await expect.element(hours.getByText('Digite uma data, como 24/12/2026')).toBeVisible()
  await userEvent.fill(holiday, '31122026')
  await userEvent.click(save)
  await expect
    .poll(() => settings?.rows)
    .toContainEqual({
      key: 'business_hours',
      value: { start: '08:30', end: '18:00', holidays: ['2026-06-19', '2026-12-24', '2026-12-31'] },
    })
})

test('a holiday of each year asks for its name, is kept beside a colleague’s, and is removed', async () => {
  const { settings, change } = await openSettings()
  await userEvent.click(hours.getByRole('checkbox', { name: /^O feriado se repete todo ano/ }))
  await userEvent.type(holiday, '08122026')
  await userEvent.keyboard('{Enter}')
  await expect.element(hours.getByText('Diga o nome do feriado')).toBeVisible()
  await userEvent.fill(hours.getByRole('textbox', { name: 'Nome do feriado' }), 'Padroeira')
  await userEvent.fill(hours.getByRole('textbox', { name: 'Município' }), 'Campinas')
  await userEvent.click(hours.getByRole('button', { name: 'Adicionar feriado' }))
  await expect.element(hours.getByText('08/12 Padroeira (Campinas) · todo ano')).toBeVisible()
  await isInOrder('the holidays of each year')
  const yearly = [{ day: '01-25', name: 'Aniversário', town: 'São Paulo' }]
  change({ business_hours: { start: '08:30', end: '18:00', holidays: [], yearly } })
  await expect.element(hours.getByText('25/01 Aniversário (São Paulo) · todo ano')).toBeVisible()
  await userEvent.click(save)
  const saved = (days: readonly object[]) => ({
    key: 'business_hours',
    value: { start: '08:30', end: '18:00', holidays: [], yearly: days },
  })
  const own = { day: '12-08', name: 'Padroeira', town: 'Campinas' }
  await expect.poll(() => settings?.rows).toContainEqual(saved([...yearly, own]))
  await userEvent.click(hours.getByRole('button', { name: 'Remover 08/12 Padroeira (Campinas)' }))
  await userEvent.click(save)
  await expect.poll(() => settings?.rows).toContainEqual(saved(yearly))
})

test('a save that does not arrive keeps what was typed and says that it is not known', async () => {
  const { peer } = await openSettings()
  cutNetwork(peer)
  await limit.fill('5')
  await userEvent.click(save)
  await expect.element(deadlines.getByRole('alert')).toMatchTextContent('Sem conexão')
  await expect.element(limit).toHaveValue('5')
})

test('where the answer alone is lost, the pull brings what was saved, and nothing is left to save or to say', async () => {
  const { peer } = await openSettings()
  peer.losesAnswer(updateSettingsRoute)
  await userEvent.type(holiday, '24122026')
  await userEvent.click(hours.getByRole('button', { name: 'Adicionar feriado' }))
  await userEvent.click(save)
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(hours.getByText('24/12/2026')).toBeVisible()
  await expect.element(hours.getByRole('alert')).not.toBeInTheDocument()
})

const logo = page.getByRole('group', { name: 'Logotipo' })
const pixel = Uint8Array.from(atob(ONE_PIXEL), (letter) => letter.charCodeAt(0))
const chosen = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'logo.png', { type: 'image/png' })

test('a logo that is cut is refused with what to do, and a whole one is saved', async () => {
  const { peer } = await openSettings((scripted) =>
    scripted.answers(saveLogoRoute, { ...settingsFrom([]), brokerage_logo: 'v1' }),
  )
  const field = document.querySelector<HTMLInputElement>('input[type="file"][accept="image/png,image/jpeg"]')
  if (field === null) throw new Error('There is no field for the logo')
  await userEvent.upload(field, chosen(pixel.slice(0, 40)))
  await expect.element(logo.getByRole('alert')).toMatchTextContent('A imagem está cortada ou estragada')
  expect(peer.callsOf(saveLogoRoute)).toEqual([])
  await userEvent.upload(field, chosen(pixel))
  await expect.poll(() => peer.bodiesOf(saveLogoRoute)).toEqual([{ image: ONE_PIXEL }])
  await expect.element(logo.getByRole('alert')).not.toBeInTheDocument()
})

const MAILS = ['um', 'dois', 'tres'].map((name, place) => ({
  name: `2026-11-2${place}T12-00-00-000Z-${name}.eml`,
  recipient: `${name}@exemplo.com.br`,
  subject: 'Bem-vindo',
  written_at: `2026-11-1${place}T12:00:00.000Z`,
  size: 900,
}))

/** Keeps the mails of a folder. */
function keepsMails(peer: Peer): void {
  let files = MAILS
  peer.answersBy(mailFilesRoute, () => ({ data: files, meta: { total: files.length, days: 7 } }))
  peer.answersBy(mailFileRoute, (asked) => {
    needsConfirmation(asked)
    return new Blob(['To: dois@exemplo.com.br'])
  })
  peer.answersBy(removeMailFileRoute, ({ path }) => {
    files = files.filter(({ name }) => !path.endsWith(name))
    return { message: 'E-mail excluído' }
  })
  peer.answersBy(removeMailFilesRoute, () => {
    files = []
    return { message: 'E-mails excluídos' }
  })
}

const mails = page.getByRole('region', { name: 'E-mails em arquivo' })
const mailRow = mails.getByRole('row', { name: /dois@exemplo/ })

test('a mail in a file is saved after the password, and deleted after a question', async () => {
  const files = savedFiles()
  await openSettings((peer) => {
    keepsMails(peer)
    knowsPassword(peer)
  })
  await expect.element(mails).toMatchTextContent('depois de 7 dias')
  await userEvent.click(mailRow.getByRole('button', { name: /^Baixar o e-mail/ }))
  await confirm()
  await expect.poll(() => files.map(({ name }) => name)).toEqual([MAILS[1]?.name])
  await isInOrder('the mails in files')
  await userEvent.click(mailRow.getByRole('button', { name: /^Excluir o e-mail/ }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Excluir e-mail' }))
  await expect.element(page.getByText('E-mail excluído')).toBeVisible()
  await expect.element(mailRow).not.toBeInTheDocument()
  await expect.element(mails.getByRole('row', { name: /tres@exemplo/ })).toBeVisible()
})

test('all mails in files are deleted at once, and a lost answer is not reported as done', async () => {
  const { peer } = await openSettings(keepsMails)
  peer.losesAnswer(removeMailFilesRoute)
  await userEvent.click(mails.getByRole('button', { name: 'Excluir todos' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Excluir todos' }))
  await expect.element(mails.getByRole('alert')).toMatchTextContent('Não sabemos se foi excluído')
  await expect.element(mails.getByText('Nenhum e-mail em arquivo.')).toBeVisible()
  await expect.element(page.getByText('E-mails excluídos')).not.toBeInTheDocument()
})

const EXPORT = {
  id: 4,
  state: 'done' as const,
  user: { id: 1, name: 'Bia Lima' },
  asked_at: '2026-11-18T12:00:00.000Z',
  done: 100,
  total: 100,
  ended_at: '2026-11-18T12:01:00.000Z',
  problem: null,
  available: true,
  bytes: 250_000,
  rows: 100,
  expires_at: '2026-11-19T12:01:00.000Z',
}
const card = page.getByRole('region', { name: 'Exportar tudo' })

test('an administrator asks for an export of everything with the password, and fetches the file', async () => {
  const files = savedFiles()
  await openSettings((peer) => {
    knowsPassword(peer)
    peer.answersBy(askWholeExportRoute, (asked) => {
      needsConfirmation(asked)
      peer.answers(wholeExportRoute, { export: EXPORT })
      return { export: { ...EXPORT, state: 'running' as const, available: false, done: 40 } }
    })
    peer.answers(wholeExportFileRoute, new Blob(['PK']))
  })
  await userEvent.click(card.getByRole('button', { name: 'Exportar tudo' }))
  await confirm()
  // Read again while it runs.
  await expect.element(card.getByRole('status')).toMatchTextContent(/^Pronta: .+ [kM]B, disponível até/)
  await isInOrder("'Exportar tudo'")
  await userEvent.click(card.getByRole('button', { name: 'Baixar' }))
  await expect.poll(() => files[0]?.name).toMatch(/^farol-tudo-\d{4}-\d\d-\d\d\.zip$/)
})

test('without a network an export of everything is not asked for, and the card says so', async () => {
  const { peer } = await openSettings()
  cutNetwork(peer)
  await userEvent.click(card.getByRole('button', { name: 'Exportar tudo' }))
  await expect
    .element(card.getByRole('alert'))
    .toHaveTextContent('Sem conexão: exportar tudo precisa de internet.')
  expect(peer.callsOf(askWholeExportRoute)).toEqual([])
})
