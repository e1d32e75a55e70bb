/** 'Verificação de Proposta': two filters, two tables, the raw answer; kept answers and the last filter of a list. */
import type { Page } from '@playwright/test'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { formatDate } from '../../src/domain/time/sao-paulo.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { menuEntry } from './support/menu.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import { setClockOffset, storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const PATH = '/conferencia-informacoes-lead'
const LOOK = { width: 1440, scheme: 'light' } as const
const TOO_FEW = 'Selecione ao menos duas opções de filtro'

interface Listed {
  readonly proposal: string
  readonly inviter_login: string
  readonly imported: boolean
}

/** An imported proposal, and one that waits. */
async function proposals(url: string): Promise<[Listed, Listed]> {
  const admin = await Rest.signIn(url, 'admin')
  const { body } = await admin.call('GET', '/elective-lead/new-list?bypass_allowed=true')
  const { data } = body as { data: Listed[] }
  const imported = data.find((proposal) => proposal.imported)
  const waiting = data.find((proposal) => !proposal.imported)
  if (imported === undefined || waiting === undefined) throw new Error('the demo data lack a proposal')
  return [imported, waiting]
}

const filter = (page: Page) => page.getByRole('button', { name: 'Filtrar' }).click()

async function verify(page: Page, { proposal, inviter_login }: Listed): Promise<void> {
  await page.getByLabel('Número da proposta').fill(proposal)
  await page.getByRole('combobox', { name: 'Indicador' }).fill(inviter_login)
  await page.getByRole('option', { name: `(${inviter_login})` }).click()
  await filter(page)
}

test(
  'a proposal is verified by two filters, and the last answers can be read without a network',
  SLICED,
  async ({ sharedServer: server, newDevice }) => {
    const [imported, waiting] = await proposals(server.url)
    const context = await (await newDevice('corretor')).open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const broker = await App.signedIn(context, server.url, 'corretor')
    const { page } = broker
    await (await menuEntry(page, 'Verificação de Leads')).click()
    await expect(page.getByRole('heading', { name: 'Verificação de Proposta' })).toBeVisible()
    await isInOrderInEveryLook(page, PATH, LOOK)

    await page.getByLabel('Número da proposta').fill(imported.proposal)
    await filter(page)
    await expect(page.getByRole('alert')).toHaveText(TOO_FEW)
    await expect(page.getByLabel('Número da proposta')).toHaveValue(imported.proposal)

    await verify(page, imported)
    await expect(page.getByText(/^Proposta importada no lead \d+\.$/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const moments = /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/
    // The page has the record twice: as a row, and as pairs of name and value, which may hold the same login.
    const record = page
      .getByRole('row')
      .filter({ hasText: moments })
      .filter({ hasText: imported.inviter_login })
    await expect(record).toHaveCount(1)
    await expect(page.getByRole('link', { name: /^Abrir lead \d+$/ })).toHaveCount(2)
    const raw = page.getByRole('region', { name: 'Resposta em JSON' })
    await expect(raw).toContainText(`"proposal": "${imported.proposal}"`)
    await page.getByRole('button', { name: 'Copiar JSON' }).click()
    await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toHaveLength(3)
    await page.getByRole('button', { name: 'Resposta em JSON' }).click()
    await expect(raw).toBeHidden()
    await page.getByRole('button', { name: 'Resposta em JSON' }).click()
    await isInOrderInEveryLook(page, 'a verified proposal', LOOK)

    await verify(page, waiting)
    await expect(page.getByText('Proposta recebida e ainda não importada.', { exact: true })).toBeVisible()
    await expect(page.getByText('Nenhum lead associado a esta proposta.')).toBeVisible()

    await context.setOffline(true)
    await reloadOffline(page)
    await expect(page.getByText(/^Sem conexão\. Dados de \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\.$/)).toBeVisible()
    await expect(page.getByText('Proposta recebida e ainda não importada.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(imported.proposal) }).click()
    await expect(page.getByText(/^Proposta importada no lead \d+\.$/)).toBeVisible()
    await isInOrderInEveryLook(page, 'a kept answer', LOOK)

    // The device's clock is wrong: its dates are the server's all the same.
    const offsetMs = 400 * DAY_MS
    await setClockOffset(page, offsetMs)
    await reloadOffline(page)
    const year = formatDate(Date.now() + offsetMs).slice(-4)
    await expect(page.getByText(new RegExp(`^Sem conexão\\. Dados de \\d{2}/\\d{2}/${year} `))).toBeVisible()
    await expect(
      page.getByRole('button', { name: new RegExp(`${waiting.proposal}.*/${year} `) }),
    ).toBeVisible()
    await page.getByLabel('Número da proposta').fill('nunca-vista')
    await filter(page)
    await expect(page.getByText('Sem conexão: verificar uma proposta precisa de internet.')).toBeVisible()
    await expect(page.getByLabel('Número da proposta')).toHaveValue('nunca-vista')

    await context.setOffline(false)
    await expect(
      page.getByText('Nenhuma proposta encontrada com estes filtros.', { exact: true }),
    ).toBeVisible()
  },
)

test(
  'a server that does not answer leaves what was typed and the last answer; a sign-out deletes both',
  SLICED,
  async ({ server, newDevice }) => {
    const [imported] = await proposals(server.url)
    const context = await (await newDevice('gerente')).open()
    const app = await App.signedIn(context, server.url, 'gerente')
    const { page } = app
    const id = await (await Rest.signIn(server.url, 'gerente')).userId()
    await app.goTo(PATH)
    await verify(page, imported)
    await expect(page.getByText(/^Proposta importada/)).toBeVisible()
    await server.kill()
    await filter(page)
    await expect(page.getByText(/^Sem conexão\. Dados de/)).toBeVisible()
    await expect(page.getByText(/^Proposta importada/)).toBeVisible()
    await expect(page.getByLabel('Número da proposta')).toHaveValue(imported.proposal)

    await server.startAgain()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(page.getByText(/^Dados de/)).toBeVisible()
    await app.settled()
    await app.signOut()
    const { databases } = await storedIn(page)
    expect(databases[`farol-${id}/answers`] ?? []).toEqual([])
    expect(databases[`farol-${id}/meta`] ?? []).toEqual([])
  },
)

test(
  'the menu opens a list with its last filter, until it is cleared',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const context = await (await newDevice('admin')).open()
    const app = await App.signedIn(context, sharedServer.url, 'admin')
    const { page } = app
    const open = async (name: string) => (await menuEntry(page, name)).click()
    await open('Usuários')
    await page.getByLabel('Login').fill('corret')
    await page
      .getByRole('button', { name: 'Próxima página' })
      .or(page.getByText(/^\d+ resultados?$/))
      .first()
      .waitFor()
    await open('Clientes')
    await expect(page.getByLabel('E-mail')).toHaveValue('')
    await page.getByText('Mostrar somente ativos').click()
    await expect(page).toHaveURL(/ativos=true/)
    await open('Auditoria')
    await page.getByLabel('Ação').first().click()
    await page.getByRole('option', { name: 'Entrou' }).click()
    await expect(page).toHaveURL(/acao=sign_in/)
    // A reload in the same moment would come before the filter is stored.
    await expect(await menuEntry(page, 'Auditoria')).toHaveAttribute('href', /acao=sign_in/)

    await app.goTo('/')
    await open('Usuários')
    await expect(page.getByLabel('Login')).toHaveValue('corret')
    await expect(await menuEntry(page, 'Usuários')).toHaveAttribute('aria-current', 'page')
    await open('Clientes')
    await expect(page.getByLabel('Mostrar somente ativos')).toBeChecked()
    await open('Auditoria')
    await expect(page).toHaveURL(/acao=sign_in/)

    await open('Usuários')
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(page.getByLabel('Login')).toHaveValue('')
    await open('Clientes')
    await open('Usuários')
    await expect(page.getByLabel('Login')).toHaveValue('')
    await expect(page).not.toHaveURL(/login=/)
  },
)
