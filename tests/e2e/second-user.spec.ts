/** The second user of a protected tablet, who never asked for its protection. docs/rules.md#protected-devices */
import { App } from './support/app.ts'
import { found, keyWritings, textTerms } from './support/disk/find-in-profile.ts'
import { dataKeyIn, keyringIn } from './support/disk/keyring-file.ts'
import { isSending, lookAround, queueWork } from './support/disk/own-work.ts'
import { enteredTerms, peopleOf, peopleTerms } from './support/disk/seeded.ts'
import { frontTo } from './support/front.ts'
import { capturable } from './support/leads.ts'
import {
  beginProtection,
  choose,
  databases,
  keyrings,
  lockScreen,
  PASSWORD,
  unlock,
} from './support/protection.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { markShared } from './support/shared-tablet.ts'
import { expect, SLICED, test } from './support/test.ts'

const FIRST = 'gerente'
const SECOND = 'corretora'

// Promise: no file of the profile has a person or a word of a second user, also while that user's queue waits after a sign-out.
test(
  'whoever signs in second on a protected tablet leaves nothing readable there, also with a kept queue',
  SLICED,
  async ({ ownServer: server, newDevice }) => {
    test.slow()
    const first = await Rest.signIn(server.url, FIRST)
    await markShared(server.url, await first.userId())
    const rest = await Rest.signIn(server.url, SECOND)
    const userId = await rest.userId()
    const terms = new Map([
      ...peopleTerms(await peopleOf(server.url, SECOND)),
      ...enteredTerms,
      ...textTerms([PASSWORD]),
    ])
    const proxy = await Proxy.to(server.port)
    const device = await newDevice()
    const app = await App.open(await device.open(), proxy.url)
    const { page } = app
    await app.signIn(FIRST)
    await app.ready()
    await choose(app, 'Trocar usuário')
    await page.getByRole('link', { name: 'Entrar com outra conta' }).click()
    const answer = page.waitForResponse('**/api/login')
    await app.signIn(SECOND)
    const { data }: { data: { token: string } } = await (await answer).json()
    await expect(page.getByText(/^Este aparelho é protegido/)).toBeVisible()
    await app.ready()
    expect((await keyrings(page)).filter((name) => name.startsWith('keyring-'))).toHaveLength(2)

    proxy.refuse = isSending
    await queueWork(app, rest)
    await lookAround(app)
    const keyring = await keyringIn(device.folder, userId)
    if (keyring === null) throw new Error('the second user has no keyring')
    const secrets = new Map([
      ...textTerms([data.token]),
      ['data key', keyWritings(await dataKeyIn(keyring, PASSWORD))] as const,
    ])
    await app.goTo('/')
    await choose(app, 'Logout')
    await page.getByRole('checkbox', { name: /^Guardar \d* ?rascunho/, checked: true }).waitFor()
    await page.getByRole('button', { name: 'Sair e guardar a fila neste aparelho' }).click()
    await expect(lockScreen(page)).toBeVisible()
    expect((await databases(page)).filter((name) => /^farol-\d+$/.test(name))).toEqual([])
    await device.close()
    expect(await found(device.folder, new Map([...terms, ...secrets]))).toEqual([])

    // The first user's lock screen, then the second one's queue.
    proxy.refuse = null
    const again = await App.open(await device.open(), proxy.url)
    await expect(lockScreen(again.page)).toBeVisible()
    await unlock(again.page)
    await again.ready()
    await choose(again, 'Trocar usuário')
    await again.page.getByRole('link', { name: 'Entrar com outra conta' }).click()
    await again.signIn(SECOND)
    await again.settled()
    expect((await databases(again.page)).filter((name) => /^farol-\d+$/.test(name))).toEqual([])
    await choose(again, 'Trocar usuário')
    await expect(again.page.getByText('Quem vai usar este aparelho?')).toBeVisible()
    await expect(again.page.getByRole('listitem')).toHaveCount(2)
    await proxy.close()
  },
)

// Promise: work that a user left in the clear before somebody else protected the tablet is sealed by that user's next sign-in.
test(
  'a queue that was left in the clear moves into the sealed store of its user, and is sent',
  SLICED,
  async ({ ownServer: server, newDevice }) => {
    const rest = await Rest.signIn(server.url, SECOND)
    const target = await capturable(rest)
    const userId = await rest.userId()
    const device = await newDevice(SECOND)
    const front = await frontTo(server.url)
    front.refuse = isSending
    const app = await App.signedIn(await device.open(), server.url, SECOND)
    const { page } = app
    await app.capture(target.id)
    await app.closeDialogs()
    await expect(app.connection()).toHaveText(/1 pendente/)
    await choose(app, 'Logout')
    await page.getByRole('button', { name: 'Sair e guardar a fila neste aparelho' }).click()
    await expect(page.getByText('Neste aparelho há 1 alteração por enviar.')).toBeVisible()

    await app.signIn(FIRST)
    await app.ready()
    await (await beginProtection(app)).click()
    await expect(page.getByText('Protegido', { exact: true })).toBeVisible({ timeout: 60_000 })
    await choose(app, 'Trocar usuário')
    await expect(page.getByText('Neste aparelho há 1 alteração por enviar.')).toBeVisible()
    await page.getByRole('link', { name: 'Entrar com outra conta' }).click()
    await expect(page.getByText('Neste aparelho há 1 alteração por enviar.')).toBeVisible()
    await app.signIn(SECOND)
    await expect(app.connection()).toHaveText(/1 pendente/)
    await expect.poll(() => databases(page)).not.toContain(`farol-${userId}`)
    const copy = await page.evaluate((id) => localStorage.getItem(`farol_queue_${id}`), userId)
    expect(JSON.parse(copy ?? '{}')).not.toHaveProperty('records')
    front.refuse = null
    await app.syncNow()
    await app.settled()
    expect((await rest.lead(target.id)).state).toBe(2)
  },
)
