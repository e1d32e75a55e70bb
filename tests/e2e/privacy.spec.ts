/** The data that a device stores, for which user, and when it deletes them. */
import { PASSWORD } from '../support/demo-password.ts'
import { App } from './support/app.ts'
import { capturableUnseenBy } from './support/leads.ts'
import { menuEntry } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { leadUidsIn, type Stored, storedIn } from './support/storage.ts'
import { expect, OFTEN, test } from './support/test.ts'

const rowsOf = ({ databases }: Stored, userId: number) =>
  Object.entries(databases).flatMap(([store, rows]) => (store.startsWith(`farol-${userId}/`) ? rows : []))

const endingsOn = async (app: App) => (await storedIn(app.page)).databases['farol-device/endings'] ?? []

// Promise: a session that is ended elsewhere empties the device at its next contact, and a sign-out at once.
test(
  'a revoked session leaves the queue alone, a sign-out offline nothing, and the next user sees no data of the first',
  OFTEN,
  async ({ ownServer: { url }, newDevice }) => {
    const rest = await Rest.signIn(url, 'corretor')
    const mine = await Rest.signIn(url, 'indicador')
    const target = await capturableUnseenBy(mine, rest)
    const uids = (await rest.leads('limit=2000')).map(({ uid }) => uid)
    const id = await rest.userId()
    const context = await (await newDevice('corretor')).open()
    const app = await App.signedIn(context, url, 'corretor')
    await context.setOffline(true)
    await app.capture(target.id)
    await app.closeDialogs()

    await test.step('a session that is ended elsewhere', async () => {
      await rest.endSessionOf('aparelho-corretor')
      await context.setOffline(false)
      // A pull that the cut has left hanging is given up after a minute.
      await expect(app.page.getByRole('dialog', { name: /sessão/i })).toBeVisible({ timeout: 90_000 })
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
    })

    await test.step('a user who does not sign in reads why nothing is here, and sees no waiting change', async () => {
      await app.page.getByRole('button', { name: 'Agora não' }).click()
      await expect(app.page.getByRole('heading', { name: 'Sua sessão foi encerrada' })).toBeVisible()
      await expect(app.page.getByRole('article')).toHaveCount(0)
      await (await menuEntry(app.page, 'Sincronização')).click()
      await expect(app.page.getByRole('heading', { name: 'Sua sessão foi encerrada' })).toBeVisible()
      await expect(app.page.getByText('Capturar lead')).toHaveCount(0)
      await app.page.goBack()
    })

    await test.step('a new sign-in sends the queue', async () => {
      await app.page.getByRole('main').getByRole('button', { name: 'Informar a senha' }).click()
      expect((await rest.lead(target.id)).state).toBe(1)
      const dialog = app.page.getByRole('dialog', { name: /sessão/i })
      await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Entrar' }).click()
      await app.settled()
      expect((await rest.lead(target.id)).state).toBe(2)
    })

    const token = await app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')
    expect(token).not.toBe('')
    const statusOf = async () =>
      (await fetch(`${url}/api/tokenconfirm`, { headers: { authorization: `Bearer ${token}` } })).status

    await test.step('a sign-out without a network', async () => {
      await context.setOffline(true)
      await app.signOut()
      const wiped = await storedIn(app.page)
      expect(rowsOf(wiped, id)).toEqual([])
      expect(JSON.stringify(wiped)).not.toContain(token)
      expect(JSON.stringify({ ...wiped, caches: [] })).not.toContain(target.client_name)
      expect(await endingsOn(app)).toHaveLength(1)
    })

    await test.step('the next user, with whom the network returns', async () => {
      await context.route('**/api/sessions/end', (route) => route.abort())
      await context.setOffline(false)
      expect(await statusOf()).toBe(200)
      await context.unroute('**/api/sessions/end')
      await app.signIn('indicador')
      await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeAttached()
      await expect.poll(statusOf).toBe(401)
      await expect.poll(() => endingsOn(app)).toEqual([])
      await app.settled()
      const second = await storedIn(app.page)
      expect(rowsOf(second, id)).toEqual([])
      expect(leadUidsIn(second, await mine.userId())).not.toContain(target.uid)
      await expect(app.page.getByText(target.client_name)).toHaveCount(0)
    })
  },
)
