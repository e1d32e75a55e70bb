/** 'Privacidade': a data subject's request with its term, its export, erasure and answer. docs/rules.md#data-requests */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createDataRequestRoute,
  type DataRequest,
  dataRequestsRoute,
  removeDataRequestRoute,
} from '../../../src/contract/administration/data-requests.ts'
import { clientListRoute } from '../../../src/contract/clients.ts'
import { mentionsRoute } from '../../../src/contract/mentions.ts'
import {
  erasePersonalDataRoute,
  erasurePreviewRoute,
  personalDataRoute,
} from '../../../src/contract/personal-data.ts'
import { ERASED_NAME } from '../../../src/domain/client/erasure.ts'
import { aClient } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { aRequest, KeptRequests } from '../support/kept-requests.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

const NAME = 'Josefa Prado'
const CLIENT = aClient({ uid: 'client-11', id: 11, name: NAME, mail: 'josefa@exemplo.com.br' })

const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByRole('textbox', { name })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const add = page.getByRole('button', { name: 'Novo pedido' })
const save = dialog.getByRole('button', { name: 'Salvar' })
const details = page.getByRole('button', { name: `Detalhes do pedido de ${NAME}` })
const answerButton = dialog.getByRole('button', { name: 'Marcar como respondido' })

async function choose(name: string, option: string): Promise<void> {
  await userEvent.click(dialog.getByRole('combobox', { name }))
  await userEvent.click(page.getByRole('option', { name: option }))
}

async function openRequests(rows: readonly DataRequest[] = [], look: Look = {}, path = '/privacidade') {
  let kept: KeptRequests | undefined
  const app = await openApp(path, {
    ...look,
    role: 1,
    script: (peer) => {
      kept = new KeptRequests(peer, rows)
      const data = [{ ...CLIENT, is_active: true, leads: [] }]
      peer.answers(clientListRoute, { data, pagination: { total: 1 } })
      peer.answers(personalDataRoute, {
        generated_at: '2026-11-18T13:00:00.000Z',
        client: CLIENT,
        leads: [],
        elsewhere: {},
      })
    },
  })
  if (kept === undefined) throw new Error('the peer was not scripted')
  return { ...app, kept }
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('requests and the form of one are in order, with targets for thumbs', async () => {
    await openRequests([aRequest(), aRequest({ id: 2, name: 'Davi Lage', received_on: '2026-10-20' })], look)
    await expect.element(page.getByRole('progressbar', { name: 'Prazo' }).first()).toBeVisible()
    await isInOrder('/privacidade')
    if (look.width !== 'desk') await hasTargetsForThumbs('/privacidade')
    await userEvent.click(add)
    await expect.element(save).toBeVisible()
    await isInOrder('the form of a request')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form of a request')
  })
})

test('a request of a client takes the name and contact of the client, and has fifteen days', async () => {
  const { kept } = await openRequests()
  await expect.element(page.getByText('Nenhum pedido registrado ainda')).toBeVisible()
  await userEvent.click(add)
  await userEvent.click(save)
  await expect.element(dialog.getByText('Campo Obrigatório').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Cliente no Farol' }).fill('josefa')
  await userEvent.click(page.getByRole('option', { name: `${NAME} · cliente 11` }))
  await expect.element(field('Quem pediu')).toHaveValue(NAME)
  await choose('O que pediu', 'Acesso aos dados')
  await choose('Como chegou', 'E-mail')
  await userEvent.click(save)
  await expect.element(page.getByText('Pedido registrado')).toBeVisible()
  await expect.element(row(NAME)).toMatchTextContent('faltam 15 dias')
  expect(kept.rows).toMatchObject([{ contact: CLIENT.mail, client: { id: 11 }, received_on: '2026-11-18' }])
})

test('a request for access leads to the export, which leads to its answer', async () => {
  const { kept } = await openRequests([aRequest()])
  await userEvent.click(details)
  await userEvent.click(page.getByRole('link', { name: 'Exportar dados' }))
  await expect.element(page.getByRole('heading', { name: `Dados pessoais de ${NAME}` })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Marcar como respondido' }))
  await expect
    .element(field('Como foi respondido'))
    .toHaveValue('Entreguei à pessoa a cópia dos dados dela que estão no Farol.')
  await choose('Resultado', 'Atendido')
  await userEvent.click(answerButton)
  await expect.element(page.getByText(/Respondido em 18\/11\/2026\./)).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Voltar aos pedidos' }))
  await expect.element(row(NAME)).toMatchTextContent('Atendido')
  expect(kept.rows).toMatchObject([{ answered_on: '2026-11-18', outcome: 'granted' }])
})

test('the answer of a request is changed afterwards', async () => {
  const { kept } = await openRequests([
    aRequest({ answered_on: '2026-11-18', outcome: 'granted', answer: 'Entreguei a cópia' }),
  ])
  await userEvent.click(page.getByRole('button', { name: `Ver a resposta ao pedido de ${NAME}` }))
  await expect.element(page.getByRole('dialog', { name: 'Resposta ao pedido 1' })).toBeVisible()
  await field('Como foi respondido').fill('Entreguei a cópia em papel')
  await userEvent.click(save)
  await expect.element(page.getByText('Resposta alterada')).toBeVisible()
  expect(kept.rows).toMatchObject([{ answer: 'Entreguei a cópia em papel' }])
})

test('an erasure is answered afterwards to a contact that the server has forgotten', async () => {
  const { peer, kept } = await openRequests(
    [aRequest({ kind: 'erasure', received_on: '2026-10-29' })],
    {},
    '/privacidade?situacao=open',
  )
  peer.answers(erasurePreviewRoute, { leads: 0, open_leads: 0, rows: {}, kept_by_law: [] })
  peer.answers(mentionsRoute, { mentions: [], next: null, seconds: 5 })
  peer.answersBy(erasePersonalDataRoute, () => {
    kept.rows = kept.rows.map((one) => ({ ...one, name: ERASED_NAME, contact: '', client: null }))
    return { erased_at: '2026-11-18T13:00:00.000Z' }
  })
  await expect.element(row(NAME)).toMatchTextContent(/atrasado \d+ dias/)
  await userEvent.click(details)
  await userEvent.click(page.getByRole('button', { name: 'Apagar dados pessoais' }))
  await expect.element(dialog.getByText(/^Todos os textos foram lidos/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Apagar dados pessoais' }))
  await expect.element(field('Como foi respondido')).toHaveValue('Os dados pessoais foram apagados no Farol.')
  await expect.element(dialog).toMatchTextContent('josefa@exemplo.com.br')
  await choose('Resultado', 'Atendido')
  await userEvent.click(answerButton)
  await expect.element(page.getByText('Pedido respondido')).toBeVisible()
  await userEvent.click(page.getByText('Respondidos', { exact: true }))
  await expect.element(row(ERASED_NAME)).toMatchTextContent('fora do prazo')
})

test('without a network a typed request waits as a draft, and is saved from the list of what waits', async () => {
  const { peer, load, kept } = await openRequests()
  await userEvent.click(add)
  cutNetwork(peer)
  await field('Quem pediu').fill('Zuleica Prado')
  await field('O pedido, em palavras').fill('Quer os dados dela')
  await choose('O que pediu', 'Portabilidade')
  await choose('Como chegou', 'Pessoalmente')
  await userEvent.click(save)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Sem conexão')
  await expect.element(dialog.getByText(/Rascunho guardado/)).toBeVisible()
  restoreNetwork(peer)
  await load('/sincronizacao')
  const draft = page.getByRole('article', { name: 'Pedido de titular' })
  await userEvent.click(draft.getByRole('button', { name: 'Abrir' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  await expect.element(field('O pedido, em palavras')).toHaveValue('Quer os dados dela')
  await userEvent.click(save)
  await expect.element(row('Zuleica Prado')).toMatchTextContent('Portabilidade')
  expect(kept.rows).toHaveLength(1)
  // Saved: nothing is offered any more.
  await userEvent.click(add)
  await expect.element(field('Quem pediu')).toHaveValue('')
  await expect.element(page.getByText(/^Você tem um rascunho/)).not.toBeInTheDocument()
})

test('opened without a network the screen says so, and asks again on a press', async () => {
  const { peer, go } = await openRequests([aRequest()], {}, '/seguros')
  cutNetwork(peer)
  await go('/privacidade')
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Sem conexão: ver os pedidos precisa de internet.')
  restoreNetwork(peer)
  await userEvent.click(alert.getByRole('button', { name: 'Tentar de novo' }))
  await expect.element(row(NAME)).toBeVisible()
  expect(peer.callsOf(dataRequestsRoute)).toHaveLength(1)
})

test('a request whose answer was lost and that was typed on is one request, with what was typed last', async () => {
  const { peer, kept } = await openRequests()
  peer.losesAnswer(createDataRequestRoute)
  await userEvent.click(add)
  await field('Quem pediu').fill('Zuleica Prado')
  await choose('O que pediu', 'Portabilidade')
  await choose('Como chegou', 'Pessoalmente')
  await userEvent.click(save)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Não sabemos se foi salvo')
  await userEvent.click(save)
  await expect.element(page.getByText('Pedido registrado')).toBeVisible()
  await expect.element(row('Zuleica Prado')).toBeVisible()
  expect(kept.rows).toHaveLength(1)
})

test('a removal whose answer is lost is not reported as done, and the list shows what became of it', async () => {
  const { peer } = await openRequests([aRequest()])
  await userEvent.click(details)
  await userEvent.click(page.getByRole('button', { name: 'Excluir pedido' }))
  peer.losesAnswer(removeDataRequestRoute)
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir pedido' }))
  await expect.element(page.getByText(/^Não sabemos se foi excluído/)).toBeVisible()
  await expect.element(page.getByText('Nenhum pedido registrado ainda')).toBeVisible()
  await expect.element(page.getByText('Pedido excluído')).not.toBeInTheDocument()
})
