/** Keys of a dealership's system: shown once, renewed and ended after a question. docs/rules.md#keys-of-dealerships */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  endPartnerKeyRoute,
  keyBodySchema,
  newPartnerKeyRoute,
  type PartnerKey,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../../src/contract/administration/partner-keys.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import {
  confirm,
  confirmDialog,
  knowsPassword,
  needsConfirmation,
  passwordField,
} from '../support/password.ts'
import type { Asked, Peer } from '../support/peer.ts'

const keys = page.getByRole('dialog', { name: /^Chaves de/ })
const open = page.getByRole('button', { name: 'Chaves de Concessionária Horizonte' })
const newName = keys.getByRole('textbox', { name: 'Nome da nova chave' })
const create = keys.getByRole('button', { name: 'Criar chave' })
const shown = keys.getByRole('status')
const alert = keys.getByRole('alert')
const ended = keys.getByText(/^Encerrada em/)

/** Keeps the keys of a dealership. `names`: those that are there. */
function keepsKeys(peer: Peer, names: readonly string[]): void {
  let last = 0
  const made = (name: string): PartnerKey => {
    last += 1
    const id = `00000000-0000-4000-8000-00000000000${last}`
    return { id, name, created_at: '2026-11-18T13:00:00.000Z', last_used_at: null, revoked_at: null }
  }
  let rows = names.map(made)
  const add = (name: string) => {
    const row = made(name)
    rows = [row, ...rows]
    return { ...row, key: `farol_${last}` }
  }
  const end = ({ path }: Asked) => {
    const found = rows.find(({ id }) => path.includes(id))
    rows = rows.map((row) => (row === found ? { ...row, revoked_at: '2026-11-18T13:05:00.000Z' } : row))
    return found?.name ?? ''
  }
  peer.answersBy(partnerKeysRoute, () => rows)
  peer.answersBy(newPartnerKeyRoute, (asked) => {
    needsConfirmation(asked)
    return add(keyBodySchema.parse(asked.body).name)
  })
  peer.answersBy(renewPartnerKeyRoute, (asked) => {
    needsConfirmation(asked)
    return add(end(asked))
  })
  peer.answersBy(endPartnerKeyRoute, (asked) => {
    needsConfirmation(asked)
    end(asked)
    return { message: 'Encerrada' }
  })
  knowsPassword(peer)
}

async function openKeys(names: readonly string[] = [], look: Look = {}) {
  const app = await openApp('/parceiros', { ...look, role: 1, script: (peer) => keepsKeys(peer, names) })
  await userEvent.click(open)
  await expect.element(newName).toBeVisible()
  return app
}

async function make(name: string): Promise<void> {
  await newName.fill(name)
  await userEvent.keyboard('{Enter}')
}

/** Presses the button of a key and answers its question. */
async function answer(act: 'Renovar' | 'Encerrar', name: string): Promise<void> {
  await userEvent.click(keys.getByRole('button', { name: `${act} chave ${name}` }))
  const question = page.getByRole('dialog', { name: `${act} a chave ${name}?` })
  await userEvent.click(question.getByRole('button', { name: `${act} chave` }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a new key is in order, with targets for thumbs', async () => {
    await openKeys(['Loja de Betim'], look)
    await make('Loja de Contagem')
    await confirm()
    await expect.element(shown).toMatchTextContent('farol_')
    await isInOrder('the keys')
    if (look.width !== 'desk') await hasTargetsForThumbs('the keys')
  })
})

test('a key needs a name, is shown when it is made, and a second one leaves the first on the screen', async () => {
  await openKeys()
  await expect.element(keys.getByText('Nenhuma chave ainda.')).toBeVisible()
  await userEvent.click(create)
  await expect.element(keys.getByText('Campo Obrigatório')).toBeVisible()
  await make('Loja de Contagem')
  await confirm()
  await expect.element(shown).toMatchTextContent('farol_1')
  await expect.element(keys.getByText(/nunca usada$/)).toBeVisible()
  await make('Loja de Betim')
  await expect.element(shown.filter({ hasText: 'Loja de Betim' })).toMatchTextContent('farol_2')
  await expect.element(shown.filter({ hasText: 'Loja de Contagem' })).toMatchTextContent('farol_1')
})

test('Escape answers a question and no more, and with a key on the screen closing asks', async () => {
  await openKeys()
  await make('Loja de Betim')
  await confirm()
  await userEvent.click(keys.getByRole('button', { name: 'Renovar chave Loja de Betim' }))
  const question = page.getByRole('dialog', { name: 'Renovar a chave Loja de Betim?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(shown).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Voltar' }))
  await expect.element(shown).toMatchTextContent('farol_1')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Fechar sem copiar' }))
  await expect.element(keys).not.toBeInTheDocument()
  await userEvent.click(open)
  await expect.element(keys.getByText(/nunca usada$/)).toBeVisible()
  await expect.element(keys.getByText(/farol_/)).not.toBeInTheDocument()
})

test('where the answer to a renewal is lost, the list shows what became of the key', async () => {
  const { peer } = await openKeys()
  await make('Loja de Betim')
  await confirm()
  await expect.element(shown).toMatchTextContent('farol_1')
  peer.losesAnswer(renewPartnerKeyRoute)
  await answer('Renovar', 'Loja de Betim')
  await expect.element(alert).toMatchTextContent('encerre-a e crie outra')
  await expect.element(ended).toBeVisible()
  await expect.element(keys.getByText(/farol_/)).not.toBeInTheDocument()
  await answer('Encerrar', 'Loja de Betim')
  await expect.element(ended.nth(1)).toBeVisible()
})

test('a new key whose answer was lost is asked for again under the same Idempotency-Key', async () => {
  const { peer } = await openKeys()
  await newName.fill('Loja de Betim')
  await userEvent.click(create)
  await expect.element(passwordField).toHaveFocus()
  peer.losesAnswer(newPartnerKeyRoute)
  await confirm()
  await expect.element(alert).toMatchTextContent('Crie de novo com o mesmo nome')
  await expect.element(newName).toHaveValue('Loja de Betim')
  await userEvent.click(create)
  await expect.element(shown).toMatchTextContent('farol_')
  const sent = peer.callsOf(newPartnerKeyRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(sent).size).toBe(1)
})

test('on a phone Back and Cancelar leave the dialog below the password as it was', async () => {
  await openKeys([], { width: 'phone' })
  await newName.fill('Loja de Betim')
  await userEvent.click(create)
  await expect.element(passwordField).toHaveFocus()
  window.history.back()
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(newName).toHaveValue('Loja de Betim')
  await expect.element(alert).toMatchTextContent('Confirme com a sua senha para continuar.')
  await userEvent.click(create)
  await userEvent.click(confirmDialog.getByRole('button', { name: 'Cancelar' }))
  await expect.element(keys.getByText('Nenhuma chave ainda.')).toBeVisible()
})

test('a question below the password stays, and nothing is ended', async () => {
  await openKeys(['Loja de Betim'])
  await answer('Encerrar', 'Loja de Betim')
  await expect.element(passwordField).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(ended).not.toBeInTheDocument()
})

test('a manager sees no keys', async () => {
  await openApp('/parceiros', { role: 2 })
  await expect.element(page.getByRole('button', { name: 'Editar Concessionária Horizonte' })).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()
})
