/** Leaves on the screens: 'Profile', 'Usuários', choices, cards, 'Meu dia' and 'Equipe hoje'. docs/rules.md#absences */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  changeAbsenceRoute,
  endAbsenceRoute,
  newAbsenceRoute,
  type UserAbsence,
} from '../../src/contract/absences.ts'
import { transfersRoute } from '../../src/contract/transfers.ts'
import { type Absence, absenceDraftSchema } from '../../src/domain/absence/schema.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { aClient, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, type Opening, openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { keptUsers } from './support/kept-users.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork } from './support/network.ts'
import { ownLead } from './support/own-lead.ts'
import type { Asked, Peer } from './support/peer.ts'
import { Refused } from './support/refused.ts'

/** The broker of the small brokerage. */
const CARLA = 3

/** The user's row has these leaves, for the next pull too. */
function isOnLeave(peer: Peer, userId: number, absences: readonly Absence[]): void {
  const { catalogues } = peer.server
  const place = catalogues.findIndex(({ kind, id }) => kind === 'user' && id === String(userId))
  const row = catalogues[place]
  if (row === undefined || typeof row.value !== 'object') throw new Error(`no user ${userId}`)
  catalogues.splice(place, 1, { ...row, version: row.version + 1, value: { ...row.value, absences } })
}

/** Keeps the leaves of a user as the server does. */
function keepsLeaves(peer: Peer, userId: () => number): void {
  let rows: UserAbsence[] = []
  const idIn = ({ path }: Asked) => Number(path.split('/')[2])
  const publish = () =>
    isOnLeave(
      peer,
      userId(),
      rows.map(({ user_id: _user, ...absence }) => absence),
    )
  peer.answersBy(newAbsenceRoute, ({ body }) => {
    const made = { id: rows.length + 1, user_id: userId(), ...absenceDraftSchema.parse(body) }
    rows = [...rows, made]
    publish()
    return made
  })
  peer.answersBy(changeAbsenceRoute, (asked) => {
    const found = rows.find(({ id }) => id === idIn(asked))
    if (found === undefined) throw new Refused({ status: 404, message: 'Registro não encontrado.' })
    const changed = { ...found, ...absenceDraftSchema.parse(asked.body) }
    rows = rows.map((one) => (one.id === changed.id ? changed : one))
    publish()
    return changed
  })
  peer.answersBy(endAbsenceRoute, (asked) => {
    rows = rows.filter(({ id }) => id !== idIn(asked))
    publish()
    return { message: 'Ausência cancelada' }
  })
}

const section = page.getByRole('region', { name: 'Ausência', exact: true })
const form = page.getByRole('dialog', { name: 'Marcar ausência' })
const first = form.getByRole('textbox', { name: 'Primeiro dia' })
const last = form.getByRole('textbox', { name: 'Último dia' })
const save = form.getByRole('button', { name: 'Salvar' })
const line = section.getByRole('list', { name: 'Ausências' }).getByRole('listitem')

async function openProfile(opening: Opening = {}): Promise<MountedApp> {
  let id = 0
  const app = await openApp('/profile', {
    role: 3,
    script: (peer) => keepsLeaves(peer, () => id),
    ...opening,
  })
  id = app.user.id
  await expect.element(section.getByRole('button', { name: 'Marcar ausência' })).toBeVisible()
  return app
}
const ask = () => userEvent.click(section.getByRole('button', { name: 'Marcar ausência' }))
const type = async (field: typeof first, text: string) => {
  await userEvent.fill(field, text)
  await userEvent.tab()
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a leave is written in the profile, in order, with targets for thumbs', async () => {
    await openProfile(look)
    await ask()
    await type(first, '01/12/2026')
    await type(last, '12/12/2026')
    await isInOrder('the form of a leave')
    await userEvent.click(save)
    await expect.element(line).toMatchTextContent('De 01/12 a 12/12')
    await isInOrder('the profile with a leave')
    if (look.width !== 'desk') await hasTargetsForThumbs('the profile with a leave')
  })
})

test('a leave is written with a substitute, changed and cancelled', async () => {
  const { peer } = await openProfile()
  await ask()
  await userEvent.click(save)
  await expect.element(form.getByText('Diga o primeiro dia')).toBeVisible()
  await type(first, '01/12/2026')
  await type(last, '30/11/2026')
  await userEvent.click(save)
  await expect.element(form.getByText('O último dia vem antes do primeiro.')).toBeVisible()
  await type(last, '12/12/2026')
  await userEvent.click(form.getByRole('combobox', { name: 'Quem substitui' }))
  await userEvent.click(page.getByRole('option', { name: 'Carla Nunes' }))
  await userEvent.click(save)
  await expect.element(line).toMatchTextContent('Carla Nunes atende')
  expect(peer.bodiesOf(newAbsenceRoute)).toMatchObject([
    { from_day: '2026-12-01', to_day: '2026-12-12', substitute_id: CARLA },
  ])
  await userEvent.click(line.getByRole('button', { name: 'Alterar a ausência de 01/12 a 12/12' }))
  const change = page.getByRole('dialog', { name: 'Alterar ausência' })
  await userEvent.fill(change.getByRole('textbox', { name: 'Último dia' }), '15/12/2026')
  await userEvent.tab()
  await userEvent.click(change.getByRole('button', { name: 'Salvar' }))
  await expect.element(line).toMatchTextContent('De 01/12 a 15/12')
  await userEvent.click(line.getByRole('button', { name: 'Cancelar a ausência de 01/12 a 15/12' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancelar ausência' }))
  await expect.element(line).not.toBeInTheDocument()
})

test('without a network the dialog keeps what was typed and says why', async () => {
  const { peer } = await openProfile()
  await ask()
  await type(first, '01/12/2026')
  await type(last, '12/12/2026')
  cutNetwork(peer)
  await userEvent.click(save)
  await expect.element(form.getByRole('alert')).toMatchTextContent('Sem conexão')
  await expect.element(first).toHaveValue('01/12/2026')
})

test('a manager writes the leave of a broker in the list of users, which tells it', async () => {
  const { peer } = await openApp('/users', {
    role: 2,
    script: (peer) => {
      keptUsers().script(peer)
      keepsLeaves(peer, () => CARLA)
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Ausência de Carla Nunes' }))
  const dialog = page.getByRole('dialog', { name: 'Ausência de Carla Nunes' })
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar ausência' }))
  await type(first, '18/11/2026')
  await type(last, '20/11/2026')
  await userEvent.click(save)
  await expect.element(dialog.getByText('Ausente até 20/11')).toBeVisible()
  await isInOrder('the leaves of a user')
  expect(peer.bodiesOf(newAbsenceRoute)).toMatchObject([{ user_id: CARLA }])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('table').getByText('Ausente até 20/11')).toBeVisible()
})

describe('who is on leave', () => {
  const absence = (substitute_id: number | null): Absence => ({
    id: 1,
    from_day: '2026-11-16',
    to_day: '2026-11-20',
    substitute_id,
  })
  const client = aClient({ uid: 'client-1', name: 'Davi Luz' })
  const lead = (time: string) =>
    ownLead(
      { id: CARLA },
      {
        uid: '019a9000-0000-7000-8000-000000000001',
        id: 11,
        client_uid: client.uid,
        client_name: client.name,
        create_lead_date: iso('2026-11-03T09:00:00'),
        capture_date: iso('2026-11-03T09:10:00'),
        first_call_date: iso('2026-11-18T09:45:00'),
        contact_date: iso('2026-11-18T09:45:00'),
        lead_scheduling: { scheduling_date: iso(time), description: 'Ligar', status: 0 },
      },
    )
  /** Carla is on leave; `mine`: the user is her substitute. */
  const opened = (path: string, role: RoleId, { mine, ...opening }: Opening & { mine: boolean }) => {
    const id = 70_000 + Math.floor(Math.random() * 1_000_000)
    return openApp(path, {
      role,
      leads: [lead('2026-11-18T09:20:00')],
      clients: [client],
      user: { id, ...(mine ? { covers: [CARLA] } : {}) },
      ...opening,
      script: (peer) => {
        peer.answers(transfersRoute, { data: [] })
        isOnLeave(peer, CARLA, [absence(mine ? id : null)])
      },
    })
  }

  test.each(
    LOOKS,
  )('the substitute’s day begins with the return, told as whose it is: $width', async (look) => {
    await opened('/hoje', 3, { mine: true, ...look })
    const now = page.getByRole('region', { name: 'Agora' })
    await expect
      .element(now.getByText(/^De Carla Nunes, ausente até 20\/11 · Retorno prometido/))
      .toBeVisible()
    await expect.element(now.getByRole('heading', { name: 'Davi Luz' })).toBeVisible()
    await isInOrder('the day of a substitute')
  })

  test.each(LOOKS)('‘Equipe hoje’ says until when, and who acts: $width', async (look) => {
    await opened('/equipe-hoje', 2, { mine: false, ...look })
    const carla = page.getByRole('list', { name: 'Corretores' }).getByRole('button', { name: /^Carla Nunes/ })
    await expect.element(carla).toMatchTextContent(/ausente até 20\/11 · a equipe atende.*1 atrasado/)
    await isInOrder('the team with somebody on leave')
  })

  test('the card names the broker with the leave, and a transfer does not offer her', async () => {
    await opened('/equipe-hoje', 2, { mine: false })
    await userEvent.click(page.getByRole('button', { name: /^Carla Nunes/ }))
    await userEvent.click(page.getByRole('checkbox', { name: 'Escolher Davi Luz' }))
    await userEvent.click(page.getByRole('button', { name: 'Transferir', exact: true }))
    await userEvent.click(page.getByRole('dialog').getByRole('combobox', { name: 'Corretor que recebe' }))
    await expect
      .element(page.getByRole('option', { name: 'Carla Nunes · ausente até 20/11' }))
      .toHaveAttribute('data-combobox-disabled', 'true')
  })
})
