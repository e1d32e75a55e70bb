/** 'Conferir dossiê', without login and without a network, and 'Dossiê' in the history. docs/rules.md#dossier */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { timelineRoute } from '../../src/contract/board.ts'
import { DOSSIER_TYPE, dossierRoute, historyHeadRoute, historyKeyRoute } from '../../src/contract/dossier.ts'
import { paperFragment } from '../../src/domain/dossier/paper-head.ts'
import { aDossier, aKey, type GivenLink } from '../support/made-dossier.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork } from './support/network.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'

const GIVEN: readonly GivenLink[] = [
  {
    entry: 1,
    kind: 'added',
    command: 'lead.create',
    content: {
      product: { before: null, after: 'Fiat Pulse' },
      'client.name': { before: null, after: 'Ana Souza' },
    },
  },
  {
    entry: 2,
    kind: 'added',
    command: 'lead.addNote',
    content: { additional_information: { before: '', after: 'Ligar cedo' } },
  },
]

const key = await aKey()
const dossier = await aDossier(GIVEN, key)
const file = (value: unknown, name = 'dossie_lead_17.json') =>
  new File([JSON.stringify(value)], name, { type: 'application/json' })

const lines = page.getByRole('list', { name: 'Registros do histórico' }).getByRole('listitem')

const field = () => document.querySelector<HTMLInputElement>('input[type=file]')
async function choose(given: File): Promise<void> {
  await expect.poll(field).not.toBeNull()
  await userEvent.upload(field() ?? expect.fail(), given)
}

const withKey = { signedIn: false } as const

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a dossier that holds is said entry by entry', async () => {
    await openApp('/conferir', {
      ...look,
      ...withKey,
      script: (peer) => peer.answers(historyKeyRoute, { key: key.publicKey }),
    })
    await choose(file(dossier))
    await expect.element(page.getByText('Tudo confere')).toBeVisible()
    await expect.element(page.getByText('A assinatura é deste Farol.')).toBeVisible()
    expect(lines.elements()).toHaveLength(2)
    await expect.element(lines.first()).toMatchTextContent('Fiat Pulse')
    await expect.element(lines.first().getByText('Confere', { exact: true })).toBeVisible()
    await isInOrder('/conferir')
    if (look.width !== 'desk') await hasTargetsForThumbs('/conferir')
  })
})

test('a changed word is found at its entry, and nothing leaves the device', async () => {
  const { peer } = await openApp('/conferir', {
    ...withKey,
    script: (scripted) => scripted.answers(historyKeyRoute, { key: key.publicKey }),
  })
  await choose(file(JSON.parse(JSON.stringify(dossier).replace('Ligar cedo', 'Ligar tarde'))))
  await expect.element(page.getByText('Não confere', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^A assinatura não confere/)).toBeVisible()
  await expect.element(lines.nth(1)).toMatchTextContent('O conteúdo não é o que foi escrito.')
  await expect.element(lines.first()).toMatchTextContent(/Sozinho não mostra problema/)
  expect(peer.callsOf(historyHeadRoute)).toEqual([])
})

test('without a network it is checked by the key that the device heard before, or by the own one', async () => {
  window.localStorage.removeItem('farol_history_key')
  const { peer } = await openApp('/conferir', withKey)
  cutNetwork(peer)
  await choose(file(dossier))
  await expect.element(page.getByText(/^A assinatura confere com a chave que está no arquivo/)).toBeVisible()
  window.localStorage.setItem('farol_history_key', JSON.stringify(key.publicKey))
  await choose(file(dossier, 'de-novo.json'))
  await expect.element(page.getByText('A assinatura é deste Farol.')).toBeVisible()
  window.localStorage.removeItem('farol_history_key')
})

test('a dossier that nobody is known to have signed is amber, and red where the key is known', async () => {
  window.localStorage.removeItem('farol_history_key')
  await openApp('/conferir', {
    ...withKey,
    script: (scripted) => scripted.answers(historyKeyRoute, { key: null }),
  })
  const unsigned = { ...dossier, signature: null }
  await choose(file(unsigned))
  await expect.element(page.getByText('Não se sabe quem escreveu', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Tudo confere')).not.toBeInTheDocument()
  // What the device heard before counts more than a server without a key.
  window.localStorage.setItem('farol_history_key', JSON.stringify(key.publicKey))
  await choose(file(unsigned, 'de-novo.json'))
  await expect.element(page.getByText('Não confere', { exact: true })).toBeVisible()
  window.localStorage.removeItem('farol_history_key')
})

test('a record is no better than the signature of the whole: forged names are not said to be right', async () => {
  window.localStorage.removeItem('farol_history_key')
  await openApp('/conferir', {
    ...withKey,
    script: (scripted) => scripted.answers(historyKeyRoute, { key: key.publicKey }),
  })
  // Names are in no record: the signature alone covers them.
  await choose(file(JSON.parse(JSON.stringify(dossier).replace('Bruna Dias', 'Bruno Lima'))))
  await expect.element(page.getByText('Não confere', { exact: true })).toBeVisible()
  await expect.element(lines.first()).toMatchTextContent('Bruno Lima')
  await expect.element(lines.first()).toMatchTextContent(/o dossiê como um todo não confere/)
  expect(lines.getByText('Confere', { exact: true }).elements()).toEqual([])
})

test('the words of engineers are in the detail that unfolds, and nowhere else', async () => {
  await openApp('/conferir', {
    ...withKey,
    script: (scripted) => scripted.answers(historyKeyRoute, { key: key.publicKey }),
  })
  await choose(file(dossier))
  await expect.element(page.getByText('Tudo confere')).toBeVisible()
  const words = /hash|âncora|corrente|cadeia|elos?\b/i
  expect(document.body.innerText).not.toMatch(words)
  expect(document.body.innerText).not.toContain(dossier.head.hash)
  await userEvent.click(page.getByRole('button', { name: 'Detalhes técnicos' }))
  await expect.element(page.getByText(/hash SHA-256/)).toBeVisible()
  expect(document.body.innerText).toContain(dossier.head.hash)
})

test('the server is asked for the last link alone, when a person asks', async () => {
  const { peer } = await openApp('/conferir', {
    ...withKey,
    script: (scripted) => {
      scripted.answers(historyKeyRoute, { key: key.publicKey })
      scripted.answers(historyHeadRoute, { known: true })
    },
  })
  await choose(file(dossier))
  await page.getByRole('button', { name: 'Perguntar ao servidor' }).click()
  await expect.element(page.getByText(/^O último registro está no histórico deste Farol/)).toBeVisible()
  expect(peer.callsOf(historyHeadRoute)).toHaveLength(1)
})

test('what is no dossier is said', async () => {
  await openApp('/conferir', withKey)
  await choose(file({ a: 1 }, 'outra.json'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('não é um dossiê do Farol')
  await choose(new File(['%PDF-1.4 nada'], 'outro.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('não tem o documento assinado anexado')
})

test('the code of the paper asks about its link', async () => {
  await openApp(`/conferir#${paperFragment(dossier.lead.uid, dossier.head)}`, {
    ...withKey,
    script: (scripted) => scripted.answers(historyHeadRoute, { known: false }),
  })
  await expect.element(page.getByRole('region', { name: 'O código do papel' })).toBeVisible()
  await page.getByRole('button', { name: 'Perguntar ao servidor' }).click()
  await expect.element(page.getByText(/^Este Farol não tem esse registro/)).toBeVisible()
})

test('management saves the dossier of a lead from its history, a broker has no button', async () => {
  const withLead = { clients: [CLIENT], leads: (user: { id: number }) => [ownLead(user)] }
  const { peer } = await openApp('/?lead=1', {
    ...withLead,
    role: 1,
    script: (scripted) => scripted.answers(timelineRoute, { data: [] }),
  })
  peer.answers(dossierRoute, new Blob([JSON.stringify(dossier)], { type: DOSSIER_TYPE }))
  await page.getByRole('button', { name: 'Dossiê' }).click()
  await page.getByRole('menuitem', { name: /JSON/ }).click()
  await expect.poll(() => peer.callsOf(dossierRoute)).toHaveLength(1)
})

test('a broker has no button for it', async () => {
  await openApp('/?lead=1', {
    clients: [CLIENT],
    leads: (user: { id: number }) => [ownLead(user)],
    role: 3,
    script: (scripted) => scripted.answers(timelineRoute, { data: [] }),
  })
  await expect.element(page.getByText('Nada foi feito com este lead ainda.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Dossiê' })).not.toBeInTheDocument()
})
