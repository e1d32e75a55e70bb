/**
 * Every screen of an administrator, and each dialog and menu that its buttons open: no serious finding of axe (WCAG 2.2 AA), and
 * no English word in what a screen reader says, on a phone and at a desk, and no field into which an iPhone would zoom. docs/testing.md#what-each-suite-proves
 */
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { may } from '../../src/domain/permissions/actions.ts'
import { ROUTES } from '../../src/domain/permissions/routes.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { inSlice, isSliced } from '../support/slice.ts'
import { aClient, aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { answersAllReads } from './support/contract-answers.ts'
import { hasFieldsForFingers, isInOrder } from './support/in-order.ts'
import { saysNoEnglish } from './support/words.ts'

const paths = ROUTES.filter(({ action }) => may(action, 1)).map(({ path }) => path)

const leads = ({ id }: SessionUser) => [
  aLead({ channel_id: 8 }),
  aLead({ uid: 'lead-2', id: 2, client_uid: 'client-2', channel_id: 8, state: 2, status: 2, broker_id: id }),
]

/** The dialog, menu or list of options that lies over the screen. */
const over = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].findLast((layer) =>
    layer.checkVisibility(),
  )

const nameOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent).trim()

/** By their role or state they open nothing over the screen. */
const STAYS =
  ':disabled, [type="submit"], [role="tab"], [role="switch"], [aria-pressed], thead button, [aria-label="O que vem depois"] button'
const UNFOLDS = '[aria-expanded]:not([aria-haspopup])'
/** They do something at once. */
const ACTS =
  /^(?:Exportar|Baixar|Copiar|Ligar|WhatsApp|Criar lead de|Imprimir|Filtrar|Limpar|Atualizar|Tentar|Fechar|Ordem|Transferir|Página|Disponível|Desfazer|Ver quem|Data da proposta: agora|Remover|Nova conversa|Escolher imagem|Concluir|Sincronizar agora|ABC:|Adicionar feriado|Pedir armazenamento|Funil |Testar |É esta|É outra seguradora|Ignorar|É a mesma|São duas|Levar |Em \d|Hoje \d|Amanhã \d|[^?]+\?$|(?:Segunda|Terça|Quarta|Quinta|Sexta) \d|\d+$)/

const openers = () =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter(
    (button) =>
      button.checkVisibility() &&
      !button.matches(`${STAYS}, ${UNFOLDS}`) &&
      !ACTS.test(nameOf(button)) &&
      // An index scrolls to its section.
      button.closest('nav') === null &&
      nameOf(button) !== '',
  )

/** Those that differ by a number or a name open the same. */
const kindOf = (name: string) => name.split(' ').slice(0, 2).join(' ').replaceAll(/\d+/g, '')

/** The first of each kind. */
function namesOfOpeners(): string[] {
  const kinds = new Map<string, string>()
  for (const name of openers().map(nameOf)) {
    const kind = kindOf(name)
    if (!kinds.has(kind)) kinds.set(kind, name)
  }
  return [...kinds.values()].slice(0, 8)
}

/** The bar says it; below, a screen reader alone hears it. */
function saysItsTitleOnce(path: string): void {
  const title = document.querySelector('header p[title]')?.textContent.trim()
  const again = [...document.querySelectorAll<HTMLElement>('main h1, main h2')].filter(
    (heading) => heading.textContent.trim() === title && heading.offsetWidth > 1,
  )
  expect(again, `${path} says '${title}' again`).toEqual([])
}

async function isRight(what: string, within?: Element): Promise<void> {
  await isInOrder(what, within)
  hasFieldsForFingers(what)
  saysNoEnglish(what)
}

async function opens(path: string, name: string): Promise<void> {
  // A later answer may change its name's number or date.
  const opener = () => openers().find((button) => kindOf(nameOf(button)) === kindOf(name))
  await expect.poll(opener, { message: `${path}: '${name}' is still there` }).toBeDefined()
  opener()?.click()
  await expect.poll(over, { message: `${path}: '${name}' opens nothing` }).toBeDefined()
  await isRight(`${path}: ${name}`, over())
  for (let times = 0; times < 3 && over() !== undefined; times += 1) {
    const layer = over()
    await userEvent.keyboard('{Escape}')
    await expect.poll(over, { message: `${path}: Escape closes '${name}'` }).not.toBe(layer)
  }
}

/** The screen, and neither the logo before it nor the outlines of what it asks for. */
const isThere = () =>
  document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, [role="feed"]:empty') === null &&
  !/^$|Carregando…/.test(document.querySelector('main')?.textContent ?? '')

describe.each(['phone', 'desk'] as const)('%s', (width) => {
  const opened: string[] = []

  test.each(paths.filter((_, place) => inSlice(place)))('%s and what its buttons open', async (path) => {
    await openApp(path, { role: 1, width, leads, clients: [aClient()], script: answersAllReads })
    await expect.poll(isThere, { message: `${path} is there` }).toBe(true)
    await isRight(path)
    saysItsTitleOnce(path)
    // An address may open a dialog itself, over everything else.
    if (over() !== undefined) return
    for (const name of namesOfOpeners()) {
      await opens(path, name)
      opened.push(`${path}: ${name}`)
    }
  })

  test.runIf(!isSliced)('the buttons above have opened what a user of all screens opens', () => {
    expect(opened.length).toBeGreaterThan(50)
  })
})
