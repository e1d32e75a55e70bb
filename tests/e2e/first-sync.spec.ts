/** An empty device: the cards of the first page show while the rest is being downloaded, whatever happens meanwhile. */
import { App } from './support/app.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const ROWS = 40

const isLaterPage = (path: string) => path.startsWith('/api/sync?') && path.includes('cursor=')

/** A proxy with small pages. */
async function withSmallPages(port: number): Promise<Proxy> {
  const proxy = await Proxy.to(port)
  proxy.rewrite = (path) =>
    path.startsWith('/api/sync?') ? path.replace(/limit=\d+/, `limit=${ROWS}`) : path
  return proxy
}

const firstCard = (app: App) => app.page.getByRole('article').first().getByRole('button').first()
const notice = ({ page }: App, text: RegExp) =>
  page.getByRole('progressbar').or(page.getByRole('status')).filter({ hasText: text })

test('cards show with the first page, without a network too and in a second tab, until all leads have come', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const expected = (await rest.leads('limit=2000')).length
  const proxy = await withSmallPages(sharedServer.port)
  const held = Promise.withResolvers<void>()
  proxy.loseAnswer = async (path) => {
    if (isLaterPage(path)) await held.promise
    return false
  }
  const context = await (await newDevice()).open()
  const app = await App.open(context, proxy.url)
  await app.signIn('corretor')
  await expect(firstCard(app)).toBeVisible()
  await expect(notice(app, new RegExp(`^Baixando leads ${ROWS} de ${expected}`))).toBeVisible()
  await expect(app.page.getByRole('tablist', { name: 'Situação dos leads, ainda baixando' })).toBeVisible()

  proxy.refuse = (path) => path.startsWith('/api')
  proxy.cut()
  const kept = new RegExp(`Sem conexão: ${ROWS} de ${expected} leads neste aparelho`)
  await expect(notice(app, kept)).toBeVisible()
  await expect(firstCard(app)).toBeVisible()
  const second = await App.open(context, proxy.url)
  await expect(firstCard(second)).toBeVisible()
  await expect(notice(second, kept)).toBeVisible()

  proxy.refuse = null
  held.resolve()
  await second.syncNow()
  await app.settled()
  await second.settled()
  await expect(notice(app, /leads/)).toHaveCount(0)
  await expect(app.page.getByRole('tablist', { name: 'Situação dos leads', exact: true })).toBeVisible()
  expect(await app.leadsOnDevice()).toBe(expected)
  await proxy.close()
})

test('a server that fails after the first page is named beside the cards, and a sign-out takes them', async ({
  sharedServer,
  newDevice,
}) => {
  const proxy = await withSmallPages(sharedServer.port)
  proxy.impostor = (path) =>
    isLaterPage(path) ? { status: 503, type: 'text/plain', body: 'Service Unavailable' } : null
  const context = await (await newDevice()).open()
  const app = await App.open(context, proxy.url)
  await app.signIn('corretor')
  const failing = notice(app, new RegExp(`Até agora, ${ROWS} de \\d+ leads neste aparelho`))
  await expect(failing).toBeVisible()
  await expect(firstCard(app)).toBeVisible()
  await app.page.reload()
  await expect(failing).toBeVisible()
  await expect(firstCard(app)).toBeVisible()
  await app.signOut()
  expect(await app.leadsOnDevice()).toBe(0)
  await proxy.close()
})
