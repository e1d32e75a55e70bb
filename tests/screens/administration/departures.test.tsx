/** 'Camila saiu': what hangs on a user who leaves is given away in one step, and comes back. docs/rules.md#departures */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { updateManagedUserRoute } from '../../../src/contract/administration/users.ts'
import { hangingRoute, transfersRoute, undoTransferRoute } from '../../../src/contract/transfers.ts'
import { openApp } from '../support/app.tsx'
import { TEAM } from '../support/house.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { keptUsers, NOTHING_HANGS } from '../support/kept-users.ts'
import { LOOKS, type Look } from '../support/looks.ts'

const NAME = 'Carla Nunes'
const HANGING = {
  ...NOTHING_HANGS,
  leads: [
    { status: 1, total: 2 },
    { status: 2, total: 10 },
  ],
  rules: 1,
  sessions: 1,
}
const TRANSFER = {
  uid: '00000000-0000-4000-8000-000000000001',
  moved: 12,
  unclaimed: 0,
  undo_until: '2026-11-18T14:00:00.000Z',
  made_at: '2026-11-18T13:00:00.000Z',
  by: 'Bia Lima',
  leaver: { id: 3, name: NAME },
}

const userDialog = page.getByRole('dialog', { name: /^Editar/ })
const leaving = page.getByRole('dialog', { name: `${NAME} saiu` })
const active = userDialog.getByRole('switch', { name: 'Ativo' })
const save = userDialog.getByRole('button', { name: 'Salvar' })
const give = leaving.getByRole('button', { name: 'Desativar e transferir' })

async function openUser(look: Look = {}) {
  const { script, users } = keptUsers()
  const app = await openApp('/users', {
    ...look,
    role: 1,
    script: (peer) => {
      script(peer)
      users().change(5, { roles: [{ id: 3, name: 'Corretor' }], technical_team: TEAM })
      peer.answers(hangingRoute, HANGING)
    },
  })
  await userEvent.click(page.getByRole('button', { name: `Editar ${NAME}` }))
  await expect.element(active).toBeChecked()
  return { ...app, users: users() }
}

/** The user is deactivated, and the question is open. */
async function openDeparture(look: Look = {}) {
  const app = await openUser(look)
  await userEvent.click(active)
  await userEvent.click(save)
  await expect.element(leaving).toBeVisible()
  return app
}

async function choose(name: string | RegExp, option: string): Promise<void> {
  await userEvent.click(leaving.getByRole('combobox', { name }))
  await userEvent.click(page.getByRole('option', { name: option }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the question about what hangs on a user is in order, with targets for thumbs', async () => {
    await openDeparture(look)
    await isInOrder('a user leaves')
    if (look.width !== 'desk') await hasTargetsForThumbs('a user leaves')
  })
})

test('closed without an answer nothing is saved, and the dialog of the user says so', async () => {
  const { peer, users } = await openDeparture()
  await expect.element(leaving.getByText(/^1\ssessão aberta/)).toBeVisible()
  await userEvent.click(leaving.getByRole('button', { name: 'Cancelar' }))
  await expect.element(userDialog.getByText(/^Nada foi salvo/)).toBeVisible()
  expect(peer.callsOf(updateManagedUserRoute)).toEqual([])
  expect(users.user(3).status).toBe(1)
})

test('leads go to the chosen broker in the same save that deactivates the user', async () => {
  const { peer } = await openDeparture()
  await choose(/^Negociação/, 'Para um corretor')
  await userEvent.click(give)
  await expect.element(leaving.getByText('Selecione o corretor')).toBeVisible()
  await userEvent.click(leaving.getByRole('combobox', { name: 'Corretor que recebe' }))
  await expect.element(page.getByRole('option', { name: NAME })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('option', { name: 'Igor Matos' }))
  await userEvent.click(give)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(peer.bodiesOf(updateManagedUserRoute)).toMatchObject([
    {
      status: 0,
      departure: {
        leads: [
          { status: 1, to: { kind: 'origin' } },
          { status: 2, to: { kind: 'broker' } },
        ],
        rules: { kind: 'off' },
      },
    },
  ])
})

test('a departure whose answer was lost is not reported as done, and the form keeps it', async () => {
  const { peer } = await openDeparture()
  peer.losesAnswer(updateManagedUserRoute)
  await userEvent.click(give)
  await expect.element(userDialog.getByText(/Não sabemos se foi salvo/)).toBeVisible()
  await expect.element(page.getByText(/^Carla Nunes saiu/)).not.toBeInTheDocument()
  await expect.element(active).not.toBeChecked()
  expect(peer.callsOf(updateManagedUserRoute)).toHaveLength(1)
})

test('the dialog of the user takes a departure back within the hour', async () => {
  const { peer, users } = await openUser()
  await userEvent.click(userDialog.getByRole('button', { name: 'Cancelar' }))
  users.change(3, { status: 0 })
  peer.answers(transfersRoute, { data: [{ ...TRANSFER, unclaimed: 2 }] })
  peer.answersBy(undoTransferRoute, () => {
    users.change(3, { status: 1 })
    return { returned: 12, user_left: false, left: 0, left_leads: [] }
  })
  await userEvent.click(page.getByRole('button', { name: `Editar ${NAME}` }))
  await expect
    .element(userDialog.getByText(`${NAME} saiu: 12 leads transferidos`, { exact: false }))
    .toMatchTextContent('2 leads ficaram em Origem: quem os receberia saiu antes. Pode ser desfeito')
  await userEvent.click(userDialog.getByRole('button', { name: 'Desfazer' }))
  await expect.element(page.getByText('Desfeito: 12 leads voltaram')).toBeVisible()
  await expect.element(active).toBeChecked()
})
