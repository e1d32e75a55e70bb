/** The help, without a service and without a network: as a persona, by its key, by the menu of the account. docs/rules.md#help */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choosesInAccount } from './support/account-menu.ts'
import { openApp } from './support/app.tsx'
import { Assistant, answers, ask, box, persona, send } from './support/assistant.ts'
import { isInOrder } from './support/in-order.ts'
import { cutNetwork } from './support/network.ts'

test('without a service the personas that need one say so, and Ajuda answers without a network', async () => {
  const { peer, load } = await openApp('/chat-bot', {
    role: 1,
    script: (scripted) => void new Assistant(scripted, { hasService: false }),
  })
  await userEvent.click(persona('Analista'))
  await userEvent.fill(box, 'Oi')
  await expect.element(page.getByText(/^Esta persona precisa de um serviço de IA/)).toBeVisible()
  await expect.element(send).toBeDisabled()
  await userEvent.clear(box)

  cutNetwork(peer)
  await load('/chat-bot')
  await userEvent.click(persona('Ajuda'))
  await ask('Como capturo um lead?')
  await expect.element(answers.last().getByRole('blockquote')).toBeVisible()
  await ask('Qual a capital da França?')
  await expect.element(answers.last()).toMatchTextContent('Não sei. As páginas de ajuda não falam disso.')
  await isInOrder('help answers')
  await load('/chat-bot')
  await expect.element(answers).toHaveLength(2)
  await userEvent.click(answers.first().getByRole('link', { name: 'Capturar um lead' }).first())
  await expect.element(page.getByRole('heading', { name: 'Capturar um lead', level: 1 })).toBeVisible()
  await isInOrder('a help page')
})

const field = page.getByRole('searchbox', { name: 'Buscar na ajuda' })

test("it opens by '?' and by the menu of the account, for a referrer too, and is searched without a network", async () => {
  const { peer, go } = await openApp('/', { role: 5 })
  await expect.element(page.getByText('Minhas indicações')).toBeVisible()
  cutNetwork(peer)
  await userEvent.keyboard('?')
  await userEvent.click(page.getByRole('link', { name: 'Abrir a Ajuda desta tela' }))
  await expect.element(page.getByRole('heading', { name: 'Ajuda', level: 1 }).first()).toBeInTheDocument()
  // The page of the screen that one comes from is first.
  const ofScreen = page.getByRole('region', { name: 'Sobre a tela em que você estava' })
  await expect.element(ofScreen.getByRole('link')).toMatchTextContent('Indicar um cliente e acompanhar')
  expect(page.getByRole('link', { name: 'Importar renovações' }).elements()).toEqual([])
  await isInOrder('the list of pages')
  await userEvent.fill(field, 'esqueci a senha?')
  await expect
    .element(page.getByRole('listitem').getByRole('link').first())
    .toMatchTextContent('Entrar no Farol')
  // A question mark in a field is a letter.
  await userEvent.keyboard('?')
  await expect.element(field).toHaveValue('esqueci a senha??')

  await go('/')
  await choosesInAccount('Ajuda')
  await expect.poll(() => window.location.pathname + window.location.search).toMatch(/^\/ajuda\?tela=/)
  await userEvent.fill(field, 'importar renovações')
  await expect.element(page.getByText(/é de outro perfil: Administrador\./)).toBeVisible()
})
