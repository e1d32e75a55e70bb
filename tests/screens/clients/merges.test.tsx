/** Two clients that are one person: found, compared, merged and undone. docs/rules.md#merging-clients */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type ClientMerge,
  type ClientPair,
  clientComparisonRoute,
  clientDuplicatesRoute,
  clientMergesRoute,
  dismissDuplicateRoute,
  mergeClientsRoute,
  undoMergeRoute,
} from '../../../src/contract/client-merges.ts'
import { clientListRoute } from '../../../src/contract/clients.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { aClient } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import type { Asked, Peer } from '../support/peer.ts'
import { Refused } from '../support/refused.ts'

const NAME = 'Josefa Prado'
const uid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const OLDER = aClient({ uid: uid(1), id: 11, name: NAME, mail: 'josefa@exemplo.com.br' })
const YOUNGER = aClient({ uid: uid(2), id: 12, name: NAME, mail: 'nova@exemplo.com.br' })

const compared = (client: Client) => ({
  client,
  created_at: '2026-10-01T12:00:00.000Z',
  leads: 1,
  last_activity: '2026-10-01',
})
const PAIR: ClientPair = {
  score: 80,
  reasons: ['phone', 'name'],
  older: compared(OLDER),
  younger: compared(YOUNGER),
}
const side = ({ uid: of, id, name }: Client) => ({ uid: of, id: id ?? 0, name })
const MERGE: ClientMerge = {
  id: uid(9),
  survivor: side(OLDER),
  alias: side(YOUNGER),
  merged_at: '2026-11-18T13:00:00.000Z',
  merged_by: { id: 2, name: 'Gustavo Prado' },
  undo_until: '2026-12-18T13:00:00.000Z',
  undone_at: null,
  leads: 1,
}

/** The pair, whether it was merged, and whether it was dismissed. */
function keepsPair(peer: Peer): void {
  let isPair = true
  let isMerged = false
  peer.answersBy(clientDuplicatesRoute, () => {
    const data = isPair && !isMerged ? [PAIR] : []
    return { data, pagination: { total: data.length } }
  })
  peer.answersBy(clientComparisonRoute, () => {
    if (isMerged) throw new Refused({ status: 404, code: 'not_found', message: 'Não encontrado.' })
    return { data: PAIR }
  })
  peer.answersBy(clientMergesRoute, () => ({ data: isMerged ? [MERGE] : [] }))
  peer.answersBy(mergeClientsRoute, () => {
    isMerged = true
    return { merge: MERGE, client: { ...OLDER, mail: YOUNGER.mail } }
  })
  peer.answersBy(undoMergeRoute, () => {
    isMerged = false
    const merge = { ...MERGE, undone_at: '2026-11-18T14:00:00.000Z' }
    return { merge, survivor: OLDER, revived: YOUNGER, kept: [] }
  })
  peer.answersBy(dismissDuplicateRoute, () => {
    isPair = false
    return { dismissed: true }
  })
}

const pair = page.getByRole('link', { name: `Comparar ${NAME} e ${NAME}` })
const choice = (legend: string) => page.getByRole('group', { name: legend })
const mails = choice('E-mail').getByRole('radio')
const alert = page.getByRole('alert')
const mergeButton = page.getByRole('button', { name: 'Juntar clientes' })

async function merge(): Promise<void> {
  await userEvent.click(mergeButton)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Juntar clientes' }))
}

const COMPARISON = `/clientes/repetidos?um=${OLDER.uid}&outro=${YOUNGER.uid}`
const openPairs = (path = '/clientes/repetidos', look: Look = {}) =>
  openApp(path, { ...look, role: 2, script: keepsPair })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('pairs and their comparison are in order, with targets for thumbs', async () => {
    const { go } = await openPairs('/clientes/repetidos', look)
    await expect.element(pair).toBeVisible()
    await isInOrder('the list of pairs')
    if (look.width !== 'desk') await hasTargetsForThumbs('the list of pairs')
    await go(COMPARISON)
    await expect.element(choice('Quem fica')).toBeVisible()
    await isInOrder('a comparison')
    if (look.width !== 'desk') await hasTargetsForThumbs('a comparison')
  })
})

test('a pair is found from the list of clients, with the reason in words, and Back returns to it', async () => {
  const { peer, go } = await openPairs('/seguros')
  peer.answers(clientListRoute, { data: [], pagination: { total: 0 } })
  await go('/clients')
  await userEvent.click(page.getByRole('link', { name: /^Clientes repetidos/ }))
  await expect.poll(() => window.location.pathname).toBe('/clientes/repetidos')
  await expect.element(page.getByText('Mesmo telefone e mesmo nome')).toBeVisible()
  await userEvent.click(pair)
  await expect.element(choice('Quem fica').getByRole('radio').first()).toBeChecked()
  window.history.back()
  await expect.element(pair).toBeVisible()
  window.history.forward()
  await expect.element(choice('Quem fica')).toBeVisible()
})

test('a pair is merged field by field; sent again after a lost answer, it is merged once', async () => {
  const { peer } = await openPairs(COMPARISON)
  await expect.element(mails.first()).toBeChecked()
  await userEvent.click(mails.last())
  const summary = page.getByRole('status').filter({ hasText: 'Fica Josefa Prado (cliente 11).' })
  await expect.element(summary).toMatchTextContent('E-mail vem do cliente 12')
  peer.losesAnswer(mergeClientsRoute)
  await merge()
  await expect.element(alert).toMatchTextContent('se já foi feito, nada mais muda')
  await merge()
  await expect.element(page.getByText(`Clientes juntados: ficou ${NAME}`)).toBeVisible()
  await expect.element(pair).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: NAME }))
    .toMatchTextContent('Pode ser desfeito até')
  const body = {
    survivor_uid: OLDER.uid,
    alias_uid: YOUNGER.uid,
    from_alias: ['mail'],
    survivor_version: 1,
    alias_version: 1,
  }
  expect(peer.bodiesOf(mergeClientsRoute)).toEqual([body, body])
})

test('a merge is undone, and its pair is there again', async () => {
  await openPairs(COMPARISON)
  await merge()
  await userEvent.click(page.getByRole('button', { name: /^Desfazer/ }))
  await expect.element(page.getByText(`Desfeito: ${NAME} voltou`)).toBeVisible()
  await expect.element(page.getByText(/Pode ser desfeito até/)).not.toBeInTheDocument()
  await expect.element(pair).toBeVisible()
})

test('a merge that is undone from the list of clients counts its pair again there', async () => {
  const { go } = await openApp('/seguros', {
    role: 2,
    script: (peer) => {
      keepsPair(peer)
      peer.answers(clientListRoute, {
        data: [{ ...OLDER, is_active: true, leads: [] }],
        pagination: { total: 1 },
      })
    },
  })
  await go(COMPARISON)
  await merge()
  await go('/clients')
  const count = page.getByRole('link', { name: /^Clientes repetidos/ })
  await expect.element(count).toMatchTextContent('(0)')
  await userEvent.click(page.getByRole('button', { name: `Informações adicionais de ${NAME}` }))
  await userEvent.click(page.getByRole('button', { name: /^Desfazer/ }))
  await expect.element(count).toMatchTextContent('(1)')
})

test('two clients that are one by now cannot be compared', async () => {
  const { go } = await openPairs(COMPARISON)
  await merge()
  await expect.element(page.getByText(`Clientes juntados: ficou ${NAME}`)).toBeVisible()
  await go(COMPARISON)
  await expect.element(page.getByText('Estes clientes não podem ser comparados')).toBeVisible()
})

test('a change meanwhile is shown before anything is merged', async () => {
  const { peer } = await openPairs(COMPARISON)
  await expect.element(choice('Quem fica')).toBeVisible()
  peer.answers(clientComparisonRoute, {
    data: { ...PAIR, older: compared({ ...OLDER, version: 2, phone: '3133445566' }) },
  })
  const isStale = ({ body }: Asked) => JSON.stringify(body).includes('"survivor_version":1')
  peer.answersBy(mergeClientsRoute, (asked) => {
    const message = 'Um dos clientes mudou. Confira de novo antes de juntar.'
    if (isStale(asked)) throw new Refused({ status: 409, code: 'conflict', message })
    return { merge: MERGE, client: OLDER }
  })
  await merge()
  await expect.element(alert).toMatchTextContent('Confira de novo antes de juntar.')
  await expect.element(choice('Telefone')).toMatchTextContent('(31) 3344-5566')
  await merge()
  await expect.element(page.getByText(`Clientes juntados: ficou ${NAME}`)).toBeVisible()
})

test('without a network nothing is merged, and a sentence says so', async () => {
  const { peer } = await openPairs(COMPARISON)
  await expect.element(choice('Quem fica')).toBeVisible()
  cutNetwork(peer)
  await merge()
  await expect.element(alert).toMatchTextContent('Sem conexão: juntar clientes precisa de internet.')
  expect(peer.callsOf(mergeClientsRoute)).toEqual([])
})

test('a pair that is none is not shown again', async () => {
  await openPairs(COMPARISON)
  await userEvent.click(page.getByRole('button', { name: 'Não são a mesma pessoa' }))
  await expect.element(page.getByText(/este par não aparece mais/)).toBeVisible()
  await expect.element(page.getByText('Nenhum cliente repetido')).toBeVisible()
  await expect.element(pair).not.toBeInTheDocument()
})

const LISTED = { is_active: true, leads: [] }

test('a client is merged with another that its name finds', async () => {
  await openApp('/clients', {
    role: 2,
    script: (peer) => {
      keepsPair(peer)
      peer.answersBy(clientListRoute, ({ query }) => {
        const found = query.get('name') === 'josefa' ? [OLDER, YOUNGER] : [OLDER]
        return {
          data: found.map((client) => ({ ...client, ...LISTED })),
          pagination: { total: found.length },
        }
      })
    },
  })
  await userEvent.click(page.getByRole('button', { name: `Informações adicionais de ${NAME}` }))
  await userEvent.click(page.getByRole('button', { name: 'Juntar com outro cliente…' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Outro cliente' }).fill('josefa')
  await userEvent.click(page.getByRole('option', { name: /cliente 12/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Comparar' }))
  await expect.element(choice('Quem fica')).toMatchTextContent('cliente 12')
})

test('a merged client names the one that it was known as', async () => {
  await openApp('/clients', {
    role: 2,
    script: (peer) => {
      keepsPair(peer)
      peer.answers(clientListRoute, { data: [{ ...OLDER, ...LISTED }], pagination: { total: 1 } })
      peer.answers(clientMergesRoute, { data: [MERGE] })
    },
  })
  await userEvent.click(page.getByRole('button', { name: `Informações adicionais de ${NAME}` }))
  await expect.element(page.getByText(/Também conhecido como Josefa Prado \(cliente 12\)\./)).toBeVisible()
  await isInOrder('a merged client')
})
