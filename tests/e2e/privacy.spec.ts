/** The data that a device stores, for which user, and when it deletes them. */
import type { Response } from '@playwright/test'
import { App } from './support/app.ts'
import { capturable, capturableUnseenBy } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { leadUidsIn, type Stored, storedIn, strangersIn } from './support/storage.ts'
import { expect, test } from './support/test.ts'

const sessionsOf = async (rest: Rest) =>
  ((await rest.call('GET', '/sessions')).body as { data: { id: string }[] }).data.map(({ id }) => id)

const rowsOf = ({ databases }: Stored, userId: number) =>
  Object.entries(databases).flatMap(([store, rows]) => (store.startsWith(`farol-${userId}/`) ? rows : []))

test("a broker whose team was narrowed loses the other channels' leads at the next contact", async ({
  server,
  newDevice,
}) => {
  const id = await (await Rest.signIn(server.url, 'corretor')).userId()
  const context = await (await newDevice()).open()
  const app = await App.signedIn(context, server.url, 'corretor')
  const before = leadUidsIn(await storedIn(app.page), id)

  await server.stopAndQuery(
    `delete from technical_team_channels
     where team_id = (select technical_team_id from users where id = $1)
       and channel_id <> (select min(channel_id) from technical_team_channels
                          where team_id = (select technical_team_id from users where id = $1))`,
    [id],
  )
  await server.startAgain()
  const rest = await Rest.signIn(server.url, 'corretor')
  const own = (await rest.leads('limit=2000')).map(({ uid }) => uid)
  expect(own.length).toBeLessThan(before.length)
  await app.syncNow()
  await expect.poll(async () => leadUidsIn(await storedIn(app.page), id)).toHaveLength(own.length)
  const stored = await storedIn(app.page)
  expect(leadUidsIn(stored, id)).toEqual(own.sort())
  // The board's index and the clients do not have it either.
  const gone = before.filter((uid) => !own.includes(uid))
  expect(strangersIn(stored, id)).toEqual([])
  // The board preview for the next opening is gone, too.
  const facts = (stored.databases[`farol-${id}/meta`] ?? []).join()
  expect(gone.filter((uid) => facts.includes(uid))).toEqual([])
  await expect
    .poll(async () => {
      const { databases } = await storedIn(app.page)
      const blocks = (databases[`farol-${id}/blocks`] ?? []).join()
      return gone.filter((uid) => blocks.includes(uid)).length
    })
    .toBe(0)
})

test('a revoked session deletes the leads from the device at its next contact and keeps the queue', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturable(rest)
  const uids = (await rest.leads('limit=2000')).map(({ uid }) => uid)
  const id = await rest.userId()
  const before = await sessionsOf(rest)
  const context = await (await newDevice()).open()
  const app = await App.signedIn(context, sharedServer.url, 'corretor')
  await context.setOffline(true)
  await app.capture(target.id)
  await app.closeDialogs()
  const mine = (await sessionsOf(rest)).find((session) => !before.includes(session))
  const confirmed = await rest.confirmed()
  expect((await confirmed.call('DELETE', `/sessions/${mine}`)).status).toBeLessThan(300)

  await context.setOffline(false)
  await expect(app.page.getByRole('dialog', { name: /sessão/i })).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => leadUidsIn(await storedIn(app.page), id)).toEqual([])
  const { databases } = await storedIn(app.page)
  for (const store of [
    'clients',
    'bases',
    'clientBases',
    'answers',
    'timelines',
    'catalogues',
    'packs',
    'packDirectories',
  ])
    expect(databases[`farol-${id}/${store}`], store).toEqual([])
  // The open board follows: its own stored data contains no lead.
  const blocks = [databases[`farol-${id}/blocks`], databases[`farol-${id}/meta`]].join()
  expect(uids.filter((uid) => blocks.includes(uid))).toEqual([])
  expect(databases[`farol-${id}/outbox`]).toHaveLength(1)

  // A user who does not sign in now reads why nothing is here, and sees none of the waiting changes.
  await app.page.getByRole('button', { name: 'Agora não' }).click()
  await expect(app.page.getByRole('heading', { name: 'Sua sessão foi encerrada' })).toBeVisible()
  await expect(app.page.getByRole('article')).toHaveCount(0)
  await app.page.getByRole('navigation').getByRole('link', { name: 'Sincronização' }).click()
  await expect(app.page.getByRole('heading', { name: 'Sua sessão foi encerrada' })).toBeVisible()
  await expect(app.page.getByText('Capturar lead')).toHaveCount(0)
  await app.page.goBack()
  await app.page.getByRole('main').getByRole('button', { name: 'Informar a senha' }).click()
  await expect(app.page.getByRole('dialog', { name: /sessão/i })).toBeVisible()
})

test('a sign-out wipes the device, and the next user of the tablet sees no data of the first', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const mine = await Rest.signIn(sharedServer.url, 'indicador')
  const target = await capturableUnseenBy(mine, rest)
  const id = await rest.userId()
  const context = await (await newDevice()).open()
  const app = await App.signedIn(context, sharedServer.url, 'corretor')
  await app.capture(target.id)
  await app.closeDialogs()
  await app.settled()
  const token = await app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')
  expect(token).not.toBe('')

  await app.signOut()
  const wiped = await storedIn(app.page)
  expect(rowsOf(wiped, id)).toEqual([])
  expect(JSON.stringify(wiped)).not.toContain(token)
  expect(JSON.stringify({ ...wiped, caches: [] })).not.toContain(target.client_name)

  await app.signIn('indicador')
  await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeAttached()
  await app.settled()
  const second = await storedIn(app.page)
  expect(rowsOf(second, id)).toEqual([])
  const uids = leadUidsIn(second, await mine.userId())
  expect(uids).not.toContain(target.uid)
  await expect(app.page.getByText(target.client_name)).toHaveCount(0)
})

test('tokens are in no address, log or cache, and the browser caches no answer of the API', async ({
  newDevice,
  talkativeServer: server,
}) => {
  const context = await (await newDevice()).open()
  const addresses: string[] = []
  const answers: Response[] = []
  context.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  context.on('response', (response) => answers.push(response))
  const app = await App.signedIn(context, server.url, 'corretor', '/sincronizacao')
  await app.settled()
  // A refused request is logged in more detail.
  await app.page.evaluate(() =>
    fetch('/api/leads/0', { headers: { authorization: 'Bearer secret-of-nobody' } }),
  )
  const token = await app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')
  expect(token.length).toBeGreaterThan(20)

  expect(addresses.filter((address) => address.includes(token))).toEqual([])
  const fromApi = answers.filter((answer) => new URL(answer.url()).pathname.startsWith('/api/'))
  expect(fromApi.length).toBeGreaterThan(3)
  for (const answer of fromApi) expect.soft(answer.headers()['cache-control'], answer.url()).toBe('no-store')
  for (const answer of fromApi) expect.soft(answer.fromServiceWorker(), answer.url()).toBe(false)

  const stored = await storedIn(app.page)
  expect(stored.caches.length).toBeGreaterThan(3)
  expect(stored.caches.filter(({ url }) => new URL(url).pathname.startsWith('/api'))).toEqual([])
  expect(stored.caches.filter(({ body }) => body.includes(token))).toEqual([])
  const said = server.output()
  expect(said).not.toContain(token)
  expect(said).not.toContain('secret-of-nobody')
  expect(said).not.toContain('farol-demo')
})
