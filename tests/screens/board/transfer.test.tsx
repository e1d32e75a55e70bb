/** Leads are chosen on the board and transferred. docs/rules.md#transfers */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  transferPlanRoute,
  transferRoute,
  transfersRoute,
  undoTransferRoute,
} from '../../../src/contract/transfers.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { ownLead } from '../support/own-lead.ts'

const UIDS = [0, 1, 2].map((place) => `019a9000-0000-7000-8000-00000000000${place}`)
const UNTIL = '2026-11-18T14:00:00.000Z'

const bar = page.getByRole('region', { name: 'Transferir leads' })
const begin = page.getByRole('button', { name: 'Transferir leads' })
const transfer = bar.getByRole('button', { name: 'Transferir', exact: true })
const picks = page.getByRole('checkbox', { name: /^Escolher o lead/ })
const dialog = page.getByRole('dialog')
const confirm = dialog.getByRole('button', { name: 'Transferir', exact: true })

/** Carla's leads in Negociação, seen by a manager. */
async function onBoard(role: RoleId = 2, look: Look = {}): Promise<MountedApp> {
  const app = await openApp('/', {
    ...look,
    role,
    leads: UIDS.map((uid, place) =>
      ownLead({ id: 3 }, { uid, id: 11 + place, client_uid: `client-${place}` }),
    ),
    script: (peer) => peer.answers(transfersRoute, { data: [] }),
  })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(page.getByRole('article').first()).toBeVisible()
  return app
}

const chooseTwo = async () => {
  await userEvent.click(begin)
  await userEvent.click(picks.nth(0))
  await userEvent.click(picks.nth(1))
  await expect.element(bar).toMatchTextContent('2 leads escolhidos')
}

const choose = async (label: string, option: string) => {
  await userEvent.click(dialog.getByRole('combobox', { name: label }))
  await userEvent.click(page.getByRole('option', { name: option, exact: true }))
}

const done = (moved: number) => ({ uid: 'transfer', moved, undo_until: UNTIL, left: 0, left_leads: [] })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('choosing leads and the transfer of leads are in order', async () => {
    await onBoard(2, look)
    await chooseTwo()
    await isInOrder('choosing leads')
    if (look.width !== 'desk') await hasTargetsForThumbs('choosing leads')
    await userEvent.click(transfer)
    await expect.element(confirm).toBeVisible()
    await isInOrder('the transfer of leads')
  })
})

test('ticked leads go to a broker that has to be named, and those alone', async () => {
  const { peer } = await onBoard()
  peer.answers(transferRoute, done(2))
  await userEvent.click(begin)
  await expect.element(bar).toMatchTextContent('Nenhum lead escolhido')
  await expect.element(transfer).toBeDisabled()
  const names: string[] = []
  for (const place of [0, 1]) {
    names.push(/lead (\d+)/.exec(picks.nth(place).element().ariaLabel ?? '')?.[1] ?? '')
    await userEvent.click(picks.nth(place))
  }
  await userEvent.click(transfer)
  await userEvent.click(confirm)
  await expect.element(dialog.getByText('Selecione o corretor')).toBeVisible()
  expect(peer.callsOf(transferRoute)).toEqual([])
  await choose('Corretor que recebe', 'Carla Nunes')
  await userEvent.click(confirm)
  await expect.element(page.getByText('2 leads transferidos')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  const chosen = names.map((name) => UIDS[Number(name) - 11])
  expect(peer.bodiesOf(transferRoute)).toEqual([{ leads: chosen, to: { kind: 'broker', broker_id: 3 } }])
})

test('all leads of a list are shared out, those that stayed are named, and the transfer is taken back', async () => {
  const { peer } = await onBoard()
  peer.answersBy(transferRoute, () => {
    peer.answers(transfersRoute, {
      data: [
        {
          uid: 'transfer',
          moved: 2,
          unclaimed: 0,
          undo_until: UNTIL,
          made_at: UNTIL,
          by: 'Bia Lima',
          leaver: null,
        },
      ],
    })
    return {
      ...done(2),
      left: 1,
      left_leads: [{ id: 13, client_name: 'Ana Souza', reason: 'Lead finalizado' }],
    }
  })
  peer.answers(transferPlanRoute, {
    shares: [{ broker_id: 3, load: 7, total: 2 }],
    left: 1,
    left_leads: [{ id: 13, client_name: 'Ana Souza', reason: 'Lead finalizado' }],
  })
  peer.answers(undoTransferRoute, { returned: 2, user_left: false, left: 0, left_leads: [] })
  await userEvent.click(begin)
  await userEvent.click(bar.getByRole('button', { name: 'Escolher os 3 leads desta lista' }))
  await userEvent.click(transfer)
  await choose('Destino', 'Repartir entre os corretores')
  // Who gets how many is shown first, and can be changed.
  const received = dialog.getByRole('textbox', { name: 'Recebe: Carla Nunes' })
  await expect.element(received).toHaveValue('2')
  await userEvent.fill(received, '1')
  await expect.element(dialog).toMatchTextContent('Falta dar 1 lead.')
  await userEvent.click(confirm)
  expect(peer.callsOf(transferRoute)).toEqual([])
  await userEvent.fill(received, '2')
  await isInOrder('the table of shares')
  await userEvent.click(confirm)
  const left = page.getByRole('dialog', { name: '1 lead ficou como estava' })
  await expect.element(left).toMatchTextContent('Lead 13 · Ana Souza: Lead finalizado')
  await userEvent.click(left.getByRole('button', { name: 'Ok' }))
  expect(peer.bodiesOf(transferRoute)).toMatchObject([
    { to: { kind: 'share', shares: [{ broker_id: 3, total: 2 }] } },
  ])
  await userEvent.click(bar.getByRole('button', { name: 'Desfazer' }))
  await expect.element(page.getByText('Desfeito: 2 leads voltaram')).toBeVisible()
  await userEvent.click(bar.getByRole('button', { name: 'Cancelar' }))
  await expect.element(bar).not.toBeInTheDocument()
})

test('a transfer whose answer is lost is not told as done, and sent again it is the same transfer', async () => {
  const { peer } = await onBoard()
  peer.answers(transferRoute, done(2))
  peer.losesAnswer(transferRoute)
  await chooseTwo()
  await userEvent.click(transfer)
  await choose('Corretor que recebe', 'Carla Nunes')
  await userEvent.click(confirm)
  await expect.element(dialog).toMatchTextContent('Não sabemos se os leads foram transferidos')
  await expect.element(page.getByText('2 leads transferidos')).not.toBeInTheDocument()
  await userEvent.click(confirm)
  await expect.element(page.getByText('2 leads transferidos')).toBeVisible()
  const paths = peer.callsOf(transferRoute).map(({ path }) => path)
  expect(paths).toHaveLength(2)
  expect(new Set(paths).size).toBe(1)
})

test('a broker is offered no transfer', async () => {
  await openApp('/', { leads: (user) => UIDS.map((uid, place) => ownLead(user, { uid, id: 11 + place })) })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await expect.element(begin).not.toBeInTheDocument()
})
