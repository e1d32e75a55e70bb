/** 'Saúde' on 'Configurações': problems first with what to do, a look that takes long, and no network. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  CLOCK_MEMORY,
  confirmClockRoute,
  type Finding,
  findingsRoute,
} from '../../../src/contract/administration/findings.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptSettings } from '../support/kept-settings.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const FINDINGS: Finding[] = [
  {
    key: 'database',
    group: 'database',
    state: 'good',
    what: 'O banco embutido responde.',
    to_do: null,
    value: null,
  },
  {
    key: 'mail',
    group: 'mail',
    state: 'problem',
    what: 'O servidor de e-mail não respondeu.',
    to_do: 'Confira MAIL_URL.',
    value: null,
  },
  {
    key: 'backup',
    group: 'backup',
    state: 'notice',
    what: 'Nenhuma cópia de segurança.',
    to_do: 'Configure BACKUP_DIR.',
    value: null,
  },
  {
    key: 'controller',
    group: 'access',
    state: 'problem',
    what: 'Falta dizer quem responde pelos dados pessoais (LGPD).',
    to_do: 'Preencha CONTROLLER_NAME.',
    value: null,
  },
]
/** As the server orders them. */
const LOOKED_AT = {
  looked_at: '2026-11-18T13:00:00.000Z',
  findings: [1, 3, 2, 0].flatMap((place) => FINDINGS[place] ?? []),
}

const attention = page.getByRole('region', { name: 'O que pede atenção' })
const database = page.getByRole('region', { name: 'Banco de dados' })
const again = page.getByRole('button', { name: 'Verificar de novo' })
const tab = page.getByRole('tab', { name: 'Saúde 2 problemas' })

function script(peer: Peer): void {
  new KeptSettings(peer)
  peer.answers(findingsRoute, LOOKED_AT)
}

const openHealth = (look: Look = {}, path = '/configuracoes?aba=saude') =>
  openApp(path, { ...look, role: 1, script })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the health of the server is in order, with targets for thumbs where there are thumbs', async () => {
    await openHealth(look)
    await expect.element(database).toBeVisible()
    await isInOrder("'Saúde'")
    if (look.width !== 'desk') await hasTargetsForThumbs("'Saúde'")
  })
})

test('problems come first, each with what to do, then notices, and all are counted', async () => {
  await openHealth()
  const lines = attention.getByRole('listitem')
  await expect.element(lines.nth(0)).toMatchTextContent('O servidor de e-mail não respondeu.')
  await expect.element(lines.nth(0)).toMatchTextContent('Confira MAIL_URL')
  await expect.element(lines.nth(1)).toMatchTextContent('CONTROLLER_NAME')
  await expect.element(lines.nth(2)).toMatchTextContent('Aviso')
  await expect.element(database).toMatchTextContent('O banco embutido responde.')
  await expect.element(page.getByText('2 problemas, 1 aviso, 1 em ordem')).toBeVisible()
})

test('the tab counts the problems, and what was typed and not saved outlives a look at it', async () => {
  await openHealth({}, '/configuracoes')
  const limit = page.getByRole('textbox', { name: 'Tempo para capturar (horas úteis)' })
  await limit.fill('7')
  await userEvent.click(tab)
  await expect.poll(() => window.location.search).toBe('?aba=saude')
  await expect.element(limit).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('tab', { name: 'Geral' }))
  await expect.element(limit).toHaveValue('7')
})

test('a look that takes long leaves what was seen, and a sentence says why', async () => {
  const { peer } = await openHealth()
  await expect.element(database).toBeVisible()
  const release = peer.holds(findingsRoute)
  await userEvent.click(again)
  await expect.element(page.getByRole('button', { name: 'Verificando…' })).toBeDisabled()
  await expect.element(page.getByText(/^Está demorando/)).toBeVisible()
  await expect.element(database).toBeVisible()
  release()
  await expect.element(again).toBeEnabled()
  await expect.element(page.getByText(/^Está demorando/)).not.toBeInTheDocument()
  expect(peer.callsOf(findingsRoute).at(-1)?.query.get('again')).toBe('1')
})

test('a doubted clock can be confirmed, and the server looks again', async () => {
  const clock: Finding = {
    key: CLOCK_MEMORY,
    group: 'version',
    state: 'problem',
    what: 'O relógio do servidor mostra 20/01/2028, 400 dias adiante.',
    to_do: 'Se está certa, confirme-a.',
    value: null,
  }
  const { peer } = await openApp('/configuracoes?aba=saude', {
    role: 1,
    script: (of) => {
      script(of)
      of.answers(findingsRoute, { ...LOOKED_AT, findings: [clock, ...LOOKED_AT.findings] })
      of.answers(confirmClockRoute, { message: 'Hora confirmada.' })
    },
  })
  const confirm = page.getByRole('button', { name: 'A hora está certa' })
  await expect.element(attention).toMatchTextContent('400 dias adiante')
  await isInOrder('a doubted clock')
  peer.answers(findingsRoute, LOOKED_AT)
  await userEvent.click(confirm)
  await expect.element(confirm).not.toBeInTheDocument()
  expect(peer.callsOf(confirmClockRoute)).toHaveLength(1)
})

test('without a network the last look stays, and a sentence says so', async () => {
  const { peer } = await openHealth()
  await expect.element(database).toBeVisible()
  cutNetwork(peer)
  await userEvent.click(again)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Sem conexão')
  await expect.element(database).toBeVisible()
})

test('opened without a network there is nothing to show but why, and the look comes with the network', async () => {
  const { peer, go } = await openHealth({}, '/seguros')
  cutNetwork(peer)
  await go('/configuracoes?aba=saude')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Sem conexão: ver a saúde do servidor precisa de internet.')
  await expect.element(database).not.toBeInTheDocument()
  restoreNetwork(peer)
  await expect.element(database).toBeVisible()
})
