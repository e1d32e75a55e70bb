/** 'Seguradoras': an insurer and its spellings, and what files called them. docs/rules.md#insurers */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import {
  decideSpellingRoute,
  type InsurerSpelling,
  insurerSpellingsRoute,
} from '../../../src/contract/administration/insurers.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptList } from '../support/kept-list.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const TOKYO: InsurerSpelling = {
  id: 7,
  spelling: 'Tokyo Marine Seg',
  proposed: { id: 2, name: 'Tokio Marine' },
  seen_at: '2026-11-18T12:00:00.000Z',
}
const CASA: InsurerSpelling = { ...TOKYO, id: 8, spelling: 'Casa Nova', proposed: null }

const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Salvar' })
const spellings = page.getByRole('region', { name: 'Grafias a conferir' })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

/** Each decided spelling is gone. */
function keepsSpellings(peer: Peer, waiting: readonly InsurerSpelling[]): void {
  let left = waiting
  peer.answersBy(insurerSpellingsRoute, () => ({ data: [...left] }))
  peer.answersBy(decideSpellingRoute, ({ path }) => {
    left = left.filter(({ id }) => !path.endsWith(`/${id}`))
    return { data: [...left] }
  })
}

const openInsurers = (waiting: readonly InsurerSpelling[] = [], look: Look = {}) =>
  openApp('/seguradoras', {
    ...look,
    role: 1,
    script: (peer) => {
      new KeptList(peer, MANAGED.insurers)
      keepsSpellings(peer, waiting)
    },
  })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list, its spellings and its form are in order, with targets for thumbs', async () => {
    await openInsurers([TOKYO, CASA], look)
    await expect.element(spellings.getByText('‘Casa Nova’')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Editar Porto Seguro' })).toBeVisible()
    await isInOrder('/seguradoras')
    if (look.width !== 'desk') await hasTargetsForThumbs('/seguradoras')
    await userEvent.click(page.getByRole('button', { name: 'Adicionar' }))
    await expect.element(save).toBeVisible()
    await isInOrder('/seguradoras, new')
    if (look.width !== 'desk') await hasTargetsForThumbs('/seguradoras, new')
  })
})

test('an insurer is found by a spelling, and gets another one', async () => {
  const { peer } = await openInsurers()
  await page.getByRole('textbox', { name: 'Buscar por nome ou grafia' }).fill('tokio marine seguradora')
  await expect.element(row('Tokio Marine')).toBeVisible()
  await expect.element(row('Porto Seguro')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Editar Tokio Marine' }))
  const written = dialog.getByRole('textbox', { name: 'Outras grafias' })
  await expect.element(written).toHaveValue('Tokio\nTokio Marine Seguradora')
  await written.fill('Tokio\nTokyo Marine')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(peer.bodiesOf(MANAGED.insurers.update)).toMatchObject([
    { name: 'Tokio Marine', susep: '06190', aliases: ['Tokio', 'Tokyo Marine'] },
  ])
})

test('a code of other than digits is refused at its field', async () => {
  const { peer } = await openInsurers()
  await userEvent.click(page.getByRole('button', { name: 'Adicionar' }))
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Nova Casa')
  await dialog.getByRole('textbox', { name: 'Código SUSEP' }).fill('58-A')
  await userEvent.click(save)
  await expect.element(dialog.getByText('O código tem só números, como 05886')).toBeVisible()
  expect(peer.callsOf(MANAGED.insurers.create)).toEqual([])
})

test('a spelling is of the proposed insurer by one tap, and asks no more', async () => {
  const { peer } = await openInsurers([TOKYO, CASA])
  const tokyo = spellings.getByRole('region', { name: 'Tokyo Marine Seg' })
  await expect.element(tokyo.getByRole('combobox', { name: 'É a seguradora' })).toHaveValue('Tokio Marine')
  await userEvent.click(tokyo.getByRole('button', { name: 'É esta' }))
  await expect.element(tokyo).not.toBeInTheDocument()
  await expect.element(page.getByText('Grafia guardada').first()).toBeVisible()
  expect(peer.bodiesOf(decideSpellingRoute)).toEqual([{ decision: 'alias', insurer_id: 2 }])
})

test('a spelling without a proposal is an insurer of the list, a new one, or ignored', async () => {
  const { peer } = await openInsurers([CASA, { ...CASA, id: 9, spelling: 'Casa Velha' }])
  const casa = spellings.getByRole('region', { name: 'Casa Nova' })
  await expect.element(casa.getByRole('button', { name: 'É esta' })).toBeDisabled()
  await userEvent.click(casa.getByRole('button', { name: 'É outra seguradora' }))
  await expect.element(casa).not.toBeInTheDocument()
  await userEvent.click(spellings.getByRole('button', { name: 'Ignorar' }))
  await expect.element(spellings).not.toBeInTheDocument()
  expect(peer.bodiesOf(decideSpellingRoute)).toEqual([
    { decision: 'new', insurer_id: null },
    { decision: 'ignore', insurer_id: null },
  ])
})

test('a decision whose answer was lost says so, and the list shows what became of it', async () => {
  const { peer } = await openInsurers([TOKYO, CASA])
  peer.losesAnswer(decideSpellingRoute)
  const tokyo = spellings.getByRole('region', { name: 'Tokyo Marine Seg' })
  await userEvent.click(tokyo.getByRole('button', { name: 'É esta' }))
  await expect
    .element(spellings.getByRole('alert'))
    .toMatchTextContent('Não sabemos se a decisão foi guardada')
  await expect.element(tokyo).not.toBeInTheDocument()
})

test('the list is read without a network', async () => {
  const { peer } = await openInsurers([CASA])
  await expect.element(row('Tokio Marine')).toBeVisible()
  await expect.element(spellings.getByText('‘Casa Nova’')).toBeVisible()
  cutNetwork(peer)
  await userEvent.click(spellings.getByRole('button', { name: 'Ignorar' }))
  await expect.element(spellings.getByRole('alert')).toBeVisible()
  await expect.element(row('Tokio Marine')).toBeVisible()
})
