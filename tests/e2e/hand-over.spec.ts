/** 'Na mão': a dealership's tablet and a broker's phone side by side, both without a network. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { aFakeCamera, type FakeCamera } from './support/fake-camera.ts'
import { LeadForm } from './support/lead-form.ts'
import { menuEntry } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { aCpf } from './support/worked-lead.ts'

// What a camera of 1280 by 720 sees of it is the whole screen.
test.use({ viewport: { width: 1280, height: 720 } })

const cameras: FakeCamera[] = []
// It runs after a skipped test, too, which has none.
test.afterEach(() => Promise.all(cameras.splice(0).map((camera) => camera.dispose())))

/** Signed in, and with the keys of hand-overs. */
async function withKeys(context: BrowserContext, url: string, login: string, path = '/'): Promise<App> {
  const [app] = await Promise.all([
    App.signedIn(context, url, login, path),
    context.waitForEvent('response', (answer) => answer.url().endsWith('/api/hand-over/keys') && answer.ok()),
  ])
  return app
}

/** The numbers of the leads of this client. */
async function leadsOf(rest: Rest, client_name: string): Promise<number[]> {
  const { body } = await rest.call('POST', '/leads/list', { filters: { client_name } })
  return (body as { leads: { readonly id: number }[] }).leads.map(({ id }) => id)
}

// Promise: what the one screen shows a real camera reads, both devices without a network, and no order of sending doubles it.
test(
  'a lead goes from a tablet to a phone by its camera, and is created once, whoever has a network first',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const camera = await aFakeCamera()
    cameras.push(camera)
    const rest = await Rest.signIn(url, 'admin')
    const tablet = await (await newDevice('concessionaria')).open()
    const phone = await (await newDevice('corretor', 'allow', camera.flags)).open()
    const giver = await withKeys(tablet, url, 'concessionaria')
    const reader = await withKeys(phone, url, 'corretor')

    /** The one shows the code of a new lead, the other reads it. */
    const handOver = async (name: string, cpf: string) => {
      await tablet.setOffline(true)
      await phone.setOffline(true)
      await (await menuEntry(giver.page, 'Indicação')).click()
      const form = new LeadForm(giver.page)
      await form.fillReferral({ name, cpf })
      await form.button('Indicar').click()
      await expect(giver.connection()).toHaveText(/1\spendente/)
      await (await menuEntry(giver.page, 'Na mão')).click()
      await giver.page.getByRole('button', { name: `Entregar ${name} na mão` }).click()
      await expect(
        giver.page.getByRole('img', { name: `Código de ${name} para outro aparelho` }),
      ).toBeVisible()
      await camera.holdBefore(giver.page)

      await (await menuEntry(reader.page, 'Na mão')).click()
      await reader.page.getByRole('button', { name: 'Receber', exact: true }).click()
      const dialog = reader.page.getByRole('dialog', { name: 'Receber na mão' })
      await expect(dialog.getByText(name, { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Receber', exact: true }).click()
      await expect(dialog.getByText(`${name} está neste aparelho`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Pronto' }).click()
      await expect(reader.connection()).toHaveText(/1\spendente/)
      await giver.closeDialogs()
      expect(await leadsOf(rest, name)).toEqual([])
    }

    await handOver('Olívia Primeira', aCpf(41_001))
    await phone.setOffline(false)
    await reader.settled()
    const [first] = await leadsOf(rest, 'Olívia Primeira')
    await tablet.setOffline(false)
    await expect(
      giver.page.getByText(/já enviou o lead de Olívia Primeira, que você entregou na mão/),
    ).toBeVisible()
    await giver.settled()
    expect(await leadsOf(rest, 'Olívia Primeira')).toEqual([first])
    expect((await rest.history(first ?? 0)).toSorted()).toEqual(['indication.create', 'lead.handOver'])

    await handOver('Otávio Segundo', aCpf(41_002))
    await tablet.setOffline(false)
    await giver.settled()
    const [second] = await leadsOf(rest, 'Otávio Segundo')
    await phone.setOffline(false)
    await expect(
      reader.page.getByText(/lead de Otávio Segundo, que você recebeu na mão, já tinha sido enviado/),
    ).toBeVisible()
    await reader.settled()
    expect(await leadsOf(rest, 'Otávio Segundo')).toEqual([second])
    expect((await rest.history(second ?? 0)).toSorted()).toEqual(['indication.create', 'lead.handOver'])
  },
)
