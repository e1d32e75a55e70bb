/** The screen /sincronizacao: conflicts and their decisions, discarding, retrying, the export. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { capturable, savable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

test(
  'queued commands can be exported and discarded one by one',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const broker = await Rest.signIn(sharedServer.url, 'corretora')
    // Other tests capture leads on this server, and an administrator can't save those that lack fields.
    const lead = await broker.lead((await savable(broker)).id)
    const context = await (await newDevice('corretora')).open()
    const app = await App.signedIn(context, sharedServer.url, 'corretora')
    const { page } = app

    await context.setOffline(true)
    await app.schedule(lead.id, { at: `${dayAhead(60)}T09:00`, note: 'Fica' })
    // From here on the app knows that no request is under way.
    await expect(app.connection()).toHaveText(/Sem conexão/)
    await app.setServiceStatus(lead.id, 'Em atendimento')
    await expect(app.card(lead.id).getByLabel('Situação do atendimento: Em atendimento')).toBeVisible()
    await app.clearServiceStatus(lead.id)
    // Not by its address: a new page's worker learns too late that the emulated network is gone, and tries to send.
    await page.getByRole('link', { name: 'Sincronização' }).click()
    const queue = page.getByRole('region', { name: 'Fila de envio' })
    await expect(queue.getByText('Fica')).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar a fila' }).click()
    const exported: { commands: { command: string }[] } = JSON.parse(
      await readFile(await (await download).path(), 'utf8'),
    )
    expect(exported.commands.map(({ command }) => command)).toEqual([
      'lead.schedule',
      'lead.setServiceStatus',
      'lead.setServiceStatus',
    ])

    const discard = queue.getByRole('button', { name: /^Descartar/ })
    await expect(discard).toHaveCount(3)
    // A command that may be under way stays: the first may have been sent when the network went.
    await discard.nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click()
    await expect(discard.nth(1)).toBeFocused()
    await expect(discard).toHaveCount(3)
    const entries = queue.getByRole('group')
    const [, , last = ''] = await entries.allTextContents()
    // The focus moves to the next entry, or to the one before.
    for (const left of [2, 1]) {
      await discard.nth(1).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
      await expect(discard).toHaveCount(left)
      await expect(entries.nth(left - 1)).toBeFocused()
      if (left === 2) await expect(entries.nth(1)).toHaveText(last)
    }

    await context.setOffline(false)
    await app.settled()
    const after = await broker.lead(lead.id)
    expect(after.lead_scheduling?.description).toBe('Fica')
    expect(after.service_status).toBe(lead.service_status)

    // An unsaved form is listed here, and readable when its lead has gone to another user.
    await app.goTo(`/?form=${lead.uid}`)
    const form = page.getByRole('form', { name: 'Lead' })
    await form.getByLabel('Informações adicionais').fill('Prefere ligar à tarde')
    await expect(form.getByText(/^Rascunho guardado/)).toBeVisible()
    await app.goTo('/sincronizacao')
    const draft = page.getByRole('region', { name: 'Rascunhos' }).getByRole('article')
    await draft.getByRole('button', { name: 'Abrir' }).click()
    await expect(form.getByText(/^Você tem um rascunho/)).toBeVisible()
    await app.goTo('/sincronizacao')
    const admin = await Rest.signIn(sharedServer.url, 'admin')
    const { data: users } = (await admin.call('GET', '/users')).body as {
      data: { id: number; login: string }[]
    }
    const other = users.find(({ login }) => login === 'corretor')?.id
    expect((await admin.call('PUT', `/leads/${lead.id}`, { broker_id: other })).status).toBe(200)
    await expect(draft).toContainText(`Lead ${lead.id} ·`)
    await draft.getByRole('button', { name: 'Ver o que foi digitado' }).click()
    await expect(page.getByRole('row', { name: /^Informações adicionais/ })).toContainText(
      'Prefere ligar à tarde',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
    const question = page.getByRole('dialog', { name: 'Descartar este rascunho?' })
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByRole('region', { name: 'Rascunhos' })).toHaveCount(0)
  },
)

/** The key of the only command in conflict, once there is one. */
async function keyInConflict(page: Page): Promise<string> {
  let key = ''
  await expect
    .poll(async () => {
      const { databases } = await storedIn(page)
      const outbox = Object.entries(databases).flatMap(([name, rows]) =>
        name.endsWith('/outbox') ? rows : [],
      )
      const commands = outbox.map((text): { key: string; state: string } => JSON.parse(text))
      key = commands.find(({ state }) => state === 'conflict')?.key ?? ''
      return key
    })
    .not.toBe('')
  return key
}

test('a capture lost to another broker is shown, retried without success and discarded', async ({
  sharedServer,
  newDevice,
}) => {
  const [one, two] = await Promise.all(
    ['corretor', 'corretora'].map((login) => Rest.signIn(sharedServer.url, login)),
  )
  if (!one || !two) throw new Error('unreachable')
  const contested = await capturable(one, two)
  const context = await (await newDevice('corretora')).open()
  const app = await App.signedIn(context, sharedServer.url, 'corretora')
  await context.setOffline(true)
  await app.capture(contested.id)
  expect((await one.call('PUT', `/capture-lead/${contested.id}`)).status).toBe(200)
  const holder = (await one.lead(contested.id)).broker?.name ?? ''
  await context.setOffline(false)

  await app.goTo('/sincronizacao')
  const card = app.page.getByRole('article', { name: new RegExp(`Lead ${contested.id}\\b`) })
  await expect(card).toContainText(`O lead está com ${holder}.`)
  const refused = await keyInConflict(app.page)
  await card.getByRole('button', { name: 'Tentar de novo' }).click()
  // The card is the same before and after: only the new key proves the second request.
  await expect.poll(() => keyInConflict(app.page)).not.toBe(refused)
  await expect(app.page.getByRole('heading', { name: 'Fila de envio' })).toBeFocused()
  await expect(card).toContainText(`O lead está com ${holder}.`)
  await card.getByRole('button', { name: 'Descartar alteração', exact: true }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(card).toHaveCount(0)
  await expect(app.page.getByText('Nada na fila')).toBeVisible()
  await expect(app.page.getByRole('heading', { name: 'Fila de envio' })).toBeFocused()
})

for (const decision of ['Manter o meu valor', 'Ficar com o valor atual']) {
  test(
    `a field changed by two users is shown side by side and decided: ${decision}`,
    SLICED,
    async ({ sharedServer, newDevice, signedIn }) => {
      const [admin, broker] = await Promise.all(
        ['admin', 'corretora'].map((login) => Rest.signIn(sharedServer.url, login)),
      )
      if (!admin || !broker) throw new Error('unreachable')
      const lead = (await broker.leads('state=2&limit=200')).find(
        ({ service_status }) => service_status === null,
      )
      if (lead === undefined) throw new Error('every lead of corretora has a service status')
      const mine = await (await newDevice('corretora')).open()
      const app = await App.signedIn(mine, sharedServer.url, 'corretora')
      const other = await signedIn(sharedServer.url, 'admin')

      await mine.setOffline(true)
      await app.find(lead.id)
      const select = app.card(lead.id).getByLabel('Situação do atendimento')
      await select.click()
      const options = await app.page.getByRole('option').allTextContents()
      const [first = '', second = ''] = options
      await app.page.getByRole('option', { name: first, exact: true }).click()
      await other.setServiceStatus(lead.id, second)
      const onServer = async () => (await admin.lead(lead.id)).service_status
      await expect.poll(onServer).not.toBeNull()
      const theirValue = await onServer()

      await mine.setOffline(false)
      await app.goTo('/sincronizacao')
      const card = app.page.getByRole('article', { name: new RegExp(`Lead ${lead.id}\\b`) })
      await expect(card.getByRole('row', { name: /Situação do atendimento/ })).toContainText(first)
      await expect(card.getByRole('row', { name: /Situação do atendimento/ })).toContainText(second)
      await card.getByRole('button', { name: decision }).click()
      await expect(card).toHaveCount(0)
      await expect(app.page.getByRole('heading', { name: 'Fila de envio' })).toBeFocused()
      await app.settled()
      if (decision === 'Manter o meu valor') await expect.poll(onServer).not.toBe(theirValue)
      else expect(await onServer()).toBe(theirValue)
    },
  )
}
