/** 'Sobre o Farol': version, what is new, without a network too. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account, choosesByKeysInAccount } from '../support/account-menu.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { cutNetwork } from '../support/network.ts'
import { tap } from '../support/tap.ts'

const about = page.getByRole('dialog', { name: 'Sobre o Farol' })
const item = page.getByRole('menuitem', { name: 'Sobre o Farol' })

test('on a phone without a network it opens by touch, is in order, and Back closes it', async () => {
  const { peer } = await openApp('/', { width: 'phone' })
  await expect.element(account).toBeVisible()
  cutNetwork(peer)
  await tap(account)
  await tap(item)
  await expect.element(about.getByText(/^Versão \d+\.\d+\.\d+/)).toBeVisible()
  await expect.element(about.getByRole('heading', { name: 'O que há de novo' })).toBeVisible()
  expect(about.getByRole('listitem').elements()[0]?.textContent).not.toBe('')
  expect(about.getByText(/Servidor:/).elements()).toEqual([])
  await isInOrder('Sobre o Farol')
  await hasTargetsForThumbs('Sobre o Farol')
  window.history.back()
  await expect.element(about).not.toBeInTheDocument()
})

test('by keys it opens twice in a row, and Escape returns the focus to the menu of the account', async () => {
  await openApp('/')
  for (const _ of ['first', 'second']) {
    await choosesByKeysInAccount('Sobre o Farol')
    await expect.element(about).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(about).not.toBeInTheDocument()
    await expect.element(account).toHaveFocus()
  }
})
