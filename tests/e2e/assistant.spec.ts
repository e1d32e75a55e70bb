/** The assistant by keyboard, its help without a network, and what it makes of a service that answers, hangs and fails. */
import type { Page } from '@playwright/test'
import { type AiPeer, calls, cut, says, silence, startAiPeer, type Turn } from '../api/support/ai-peer.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const

const box = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar' })
const answers = (page: Page) => page.getByRole('article', { name: /respondeu$/ })

/** Chooses by the arrows of the keyboard. */
async function choose(page: Page, name: string): Promise<void> {
  const persona = page.getByRole('radio', { name })
  await page.getByRole('radio', { name: 'Ajuda' }).focus()
  for (let steps = 0; steps < 3 && !(await persona.isChecked()); steps++)
    await page.keyboard.press(steps === 0 && name === 'Ajuda' ? 'Space' : 'ArrowRight')
  await expect(persona).toBeChecked()
}

async function ask(page: Page, question: string): Promise<void> {
  await box(page).focus()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
}

/** Holds the answer back until it is let go. */
function held(...pieces: readonly string[]): { readonly turn: Turn; readonly letGo: () => void } {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return {
    letGo: () => letGo(),
    turn: async (response, asked) => {
      await free
      await says(...pieces)(response, asked)
    },
  }
}

/** A word at a time, as a fast service writes. */
const spoken =
  (text: string): Turn =>
  async (response, asked) => {
    await says(...text.split(/(?<= |\n)/))(response, asked)
  }

const sentence = (place: number) =>
  `Em outubro a equipe ${place} captou mais **leads** do que no mês anterior e vendeu menos, ver [perdas](/relatorio-perdas). `
const LONG_LIST = Array.from({ length: 20 }, (_, place) => `- ${sentence(place)}`).join('\n')
const END = 'Fim da resposta.'
/** Of every kind: a heading, paragraphs, one long list, a table. 800 words. */
const LONG_ANSWER = [
  '## Resumo',
  ...[1, 2, 3, 4].map((part) => [1, 2, 3, 4].map((place) => sentence(part * place)).join('')),
  LONG_LIST,
  [
    '| Motivo | Total |',
    '|---|---|',
    ...Array.from({ length: 20 }, (_, row) => `| Motivo ${row} | ${row} |`),
  ].join('\n'),
  END,
].join('\n\n')
test.describe('with a service', () => {
  let peer: AiPeer
  let server: FarolServer
  test.beforeAll(async () => {
    peer = await startAiPeer()
    server = await FarolServer.start({ AI_URL: peer.url, AI_MODEL: 'modelo' })
  })
  test.afterAll(async () => {
    await server.dispose()
    await peer.stop()
  })

  test(
    'a question is asked by keyboard, shows what was read, and links to the same view',
    SLICED,
    async ({ signedIn }) => {
      const { page } = await signedIn(server.url, 'admin', '/chat-bot')
      await expect(page.getByRole('heading', { name: 'ChatBot' })).toBeVisible()
      await expect(send(page)).toBeDisabled()
      // Until a user chooses another one.
      await expect(page.getByRole('radio', { name: 'Ajuda' })).toBeChecked()
      await box(page).fill('Oi')
      await expect(send(page)).toBeEnabled()
      await box(page).fill('')
      await choose(page, 'Analista')
      await expect(send(page)).toBeDisabled()
      await isInOrderInEveryLook(page, 'an empty conversation', LOOK)

      const slow = held('São **2 perdas**.\n\n', '| Motivo | Total |\n|---|---|\n| Preço | 2 |')
      peer.next(
        calls(['executar_relatorio', { relatorio: 'perdas', de: '2026-10-01', ate: '2026-10-31' }]),
        slow.turn,
      )
      await ask(page, 'Quantas perdas em outubro?')
      await expect(page.getByRole('button', { name: 'Parar' })).toBeVisible()
      const source = page.getByRole('link', { name: 'Relatório de Perdas, 01/10/2026 a 31/10/2026' })
      await expect(source).toBeVisible()
      slow.letGo()
      await expect(answers(page).last()).toContainText('São 2 perdas.')
      await expect(page.getByRole('cell', { name: 'Preço' })).toBeVisible()
      await expect(page.getByText('Resposta de Analista: São 2 perdas.')).toBeAttached()
      await isInOrderInEveryLook(page, 'an answer', LOOK)

      await source.click()
      await expect(page).toHaveURL(/\/relatorio-perdas\?.*de=2026-10-01.*ate=2026-10-31/)
      await page.goBack()
      // Conversation and persona are this browser's.
      await expect(answers(page).last()).toContainText('São 2 perdas.')
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Analista' })).toBeChecked()
      await expect(answers(page)).toHaveCount(1)
    },
  )

  test(
    'an answer of 800 words is drawn while it comes, and kept, a block at a time',
    SLICED,
    async ({ signedIn }) => {
      const { page } = await signedIn(server.url, 'admin', '/chat-bot')
      await choose(page, 'Analista')
      let asked = 0
      /** The longest task over 50 ms from the question until the server's history is shown; 0 without any. */
      const longest = async (text: string) => {
        peer.next(spoken(text))
        await page.evaluate(() => {
          Reflect.set(window, 'longest', 0)
          const note = ({ duration }: PerformanceEntry) =>
            Reflect.set(window, 'longest', Math.max(duration, Number(Reflect.get(window, 'longest'))))
          const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
          observer.observe({ type: 'longtask' })
        })
        const kept = page.waitForResponse((response) => response.url().includes('/ai/chat-history'))
        await ask(page, 'Conte tudo')
        asked++
        await expect(answers(page)).toHaveCount(asked)
        await expect(answers(page).last()).toContainText(END)
        await kept
        // The observer is called after the task.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
        return page.evaluate(() => Number(Reflect.get(window, 'longest')))
      }
      // The browser reports tasks of 50 ms and more. On a slowed processor a block is one of them.
      const client = await page.context().newCDPSession(page)
      await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const list = [LONG_LIST, END].join('\n\n')
      const limit = 1.3 * Math.max(50, Math.min(await longest(list), await longest(list)))
      // What the drawing costs is in every answer. What else the machine does is not.
      const found = [await longest(LONG_ANSWER)]
      while (Math.min(...found) > limit && found.length < 4) found.push(await longest(LONG_ANSWER))
      expect(Math.min(...found), found.join(' ')).toBeLessThanOrEqual(limit)
    },
  )

  test('leads that were counted open in the board by the same filter', SLICED, async ({ signedIn }) => {
    const { page } = await signedIn(server.url, 'admin', '/chat-bot')
    await choose(page, 'Analista')
    peer.next(calls(['contar_leads', { status: 'Negociação' }]), says('Contados.'))
    await ask(page, 'Quantos em negociação?')
    const { total } = (
      await (
        await Rest.signIn(server.url, 'admin')
      ).call('GET', '/leads/list-broker?state=2&status=2&limit=1')
    ).body as { total: number }
    await page.getByRole('link', { name: 'Dashboard, Negociação' }).click()
    const tab = page.getByRole('tab', { name: /^Negociação/ })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(tab).toContainText(total.toLocaleString('pt-BR'))
  })

  test(
    'a failure brings the question back, with one line; a stopped answer stays',
    SLICED,
    async ({ signedIn }) => {
      const { page } = await signedIn(server.url, 'admin', '/chat-bot')
      await choose(page, 'Analista')
      peer.next(cut('Era uma'))
      await ask(page, 'Conte uma história')
      await expect(page.getByText('A resposta do serviço de IA foi cortada no meio.')).toBeVisible()
      await expect(box(page)).toHaveValue('Conte uma história')
      await expect(box(page)).toBeFocused()
      await expect(answers(page)).toHaveCount(0)

      peer.next(silence('Era uma vez'))
      await page.keyboard.press('Enter')
      await expect(answers(page).last()).toContainText('Era uma vez')
      await page.getByRole('button', { name: 'Parar' }).click()
      await expect(send(page)).toBeVisible()
      await expect(answers(page)).toHaveCount(1)
      await expect(box(page)).toHaveValue('')
      await page.reload()
      await expect(answers(page).last()).toContainText('Era uma vez')
    },
  )

  test(
    'an answer has neither pictures nor HTML, and links only into the product',
    SLICED,
    async ({ signedIn }) => {
      const { page, url } = await signedIn(server.url, 'admin')
      const outside: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) outside.push(request.url())
      })
      await page.goto(`${url}/chat-bot`)
      await choose(page, 'Analista')
      peer.next(
        says(
          '![x](http://fora.invalid/p.png) <img src="http://fora.invalid/q.png"> <b>oi</b> ',
          '[fora](http://fora.invalid) [js](javascript:alert(1)) [dentro](/relatorio-perdas) fim',
        ),
      )
      await ask(page, 'Mostre')
      const answer = answers(page).last()
      await expect(answer).toContainText('fim')
      await expect(answer.locator('img, b')).toHaveCount(0)
      await expect(answer.getByRole('link')).toHaveText(['dentro'])
      expect(outside).toEqual([])
    },
  )

  test(
    'the writer gives a text to copy or to open in WhatsApp, and sends nothing',
    SLICED,
    async ({ signedIn }) => {
      const rest = await Rest.signIn(server.url, 'admin')
      const [lead] = await rest.leads('state=2&limit=1')
      if (lead === undefined) throw new Error('no lead in attendance')
      const { client } = (await rest.call('GET', `/leads/${lead.id}`)).body as {
        client: { name: string; cellphone: string }
      }
      const { page } = await signedIn(server.url, 'admin', '/chat-bot')
      await choose(page, 'Redator')
      peer.next(calls(['ler_lead', { numero: lead.id }]), says('Olá, [NOME_1]! **Tudo bem?**'))
      await ask(page, `Escreva para o lead ${lead.id}`)
      await expect(answers(page).last()).toContainText(`Olá, ${client.name}! Tudo bem?`)
      expect(peer.all()).not.toContain(client.name)
      const open = page.getByRole('link', { name: 'Abrir no WhatsApp' })
      await expect(open).toHaveAttribute('href', new RegExp(`^https://wa.me/55${client.cellphone}\\?text=`))
      expect(decodeURIComponent((await open.getAttribute('href')) ?? '')).toContain(
        `Olá, ${client.name}! *Tudo bem?*`,
      )
      await expect(page.getByRole('button', { name: 'Copiar' })).toBeVisible()
    },
  )

  test('the words of a persona are edited, and taken back', SLICED, async ({ signedIn }) => {
    const { page } = await signedIn(server.url, 'admin', '/chat-bot')
    await choose(page, 'Redator')
    await page.getByRole('button', { name: 'Editar persona' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar persona Redator' })
    await dialog.getByLabel('Nome').fill('Redatora')
    await isInOrderInEveryLook(page, 'the dialog of a persona', LOOK)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('radio', { name: 'Redatora' })).toBeChecked()
    await page.getByRole('button', { name: 'Editar persona' }).click()
    await page.getByRole('button', { name: 'Restaurar original' }).click()
    await expect(page.getByRole('radio', { name: 'Redator', exact: true })).toBeChecked()
  })
})

test.describe('without a service', () => {
  test(
    'the personas that need one say so, and Ajuda answers without a network',
    SLICED,
    async ({ sharedServer, newDevice }) => {
      const context = await (await newDevice('admin')).open()
      const { page } = await App.signedIn(context, sharedServer.url, 'admin', '/chat-bot')
      await choose(page, 'Analista')
      await box(page).fill('Oi')
      await expect(page.getByText('Esta persona precisa de um serviço de IA')).toBeVisible()
      await expect(send(page)).toBeDisabled()
      await box(page).fill('')

      await context.setOffline(true)
      await reloadOffline(page)
      await choose(page, 'Ajuda')
      await ask(page, 'Como capturo um lead?')
      const answer = answers(page).last()
      await expect(answer.getByRole('blockquote')).toBeVisible()
      await ask(page, 'Qual a capital da França?')
      await expect(answers(page).last()).toContainText('Não sei. As páginas de ajuda não falam disso.')
      await isInOrderInEveryLook(page, 'help answers', LOOK)
      await reloadOffline(page)
      await expect(answers(page)).toHaveCount(2)
      await answers(page).first().getByRole('link', { name: 'Capturar um lead' }).first().click()
      await expect(page.getByRole('heading', { name: 'Capturar um lead', level: 1 })).toBeVisible()
      await isInOrderInEveryLook(page, 'a help page', LOOK)
    },
  )

  test(
    "the help opens by '?' and by the avatar menu, for a referrer too, and is searched",
    SLICED,
    async ({ sharedServer, newDevice }) => {
      const context = await (await newDevice('indicador')).open()
      const app = await App.signedIn(context, sharedServer.url, 'indicador')
      const { page } = app
      await context.setOffline(true)
      await page.locator('#conteudo').focus()
      await page.keyboard.press('?')
      await page.getByRole('link', { name: 'Abrir a Ajuda desta tela' }).click()
      await expect(page.getByRole('heading', { name: 'Ajuda', level: 1 })).toBeVisible()
      // The page of the screen that one comes from is first.
      const ofScreen = page.getByRole('region', { name: 'Sobre a tela em que você estava' })
      await expect(ofScreen.getByRole('link')).toContainText('Indicar um cliente e acompanhar')
      await expect(page.getByRole('link', { name: 'Importar renovações' })).toHaveCount(0)
      await isInOrderInEveryLook(page, 'the list of pages', LOOK)
      const field = page.getByRole('searchbox', { name: 'Buscar na ajuda' })
      await field.fill('esqueci a senha?')
      await expect(page.getByRole('listitem').getByRole('link').first()).toContainText('Entrar no Farol')
      // A question mark in a field is a letter.
      await field.press('?')
      await expect(field).toHaveValue('esqueci a senha??')
      await app.goTo('/')
      await page.getByRole('button', { name: /^Conta de/ }).click()
      await page.getByRole('menuitem', { name: 'Ajuda' }).click()
      await expect(page).toHaveURL(/\/ajuda\?tela=/)
      await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('importar renovações')
      await expect(page.getByText('é de outro perfil: Administrador.')).toBeVisible()
    },
  )
})
