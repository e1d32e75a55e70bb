/**
 * After a call from a card: its record, its undo and its result, online and offline. One broker on a tablet that dials
 * itself.
 */
import type { BrowserContext, Locator } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrder } from './support/axe.ts'
import { capturable } from './support/leads.ts'
import { Rest, type RestLead } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { LeadForm } from './support/worked-lead.ts'

interface Entry {
  readonly command: string
  readonly changes: Record<string, { after: unknown }>
}

/** A lead in attendance without calls, whose client has these numbers. */
async function uncalled(rest: Rest, phones: { cellphone: string; phone: string }): Promise<RestLead> {
  const { id } = await capturable(rest)
  await rest.call('PUT', `/capture-lead/${id}`)
  const lead: RestLead & { client?: { id: number } } = await rest.lead(id)
  await rest.call('PUT', `/clients/${lead.client?.id}`, phones)
  return rest.lead(id)
}

/** A browser asks before it opens a `tel:` address, and blocks the page until it has an answer. */
const withoutTelephone = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.navigation?.addEventListener('navigate', (event) => {
      if (event.destination.url.startsWith('tel:')) event.preventDefault()
    })
  })

test(
  'a call from a card is undone, answered and recorded, online and offline',
  SLICED,
  async ({ server, newDevice }) => {
    const rest = await Rest.signIn(server.url, 'corretor')
    const two = await uncalled(rest, { cellphone: '31988776650', phone: '3133445566' })
    const one = await uncalled(rest, { cellphone: '31988776651', phone: '' })
    const history = async ({ id }: RestLead): Promise<Entry[]> => {
      const { body } = await rest.call('GET', `/leads/${id}/timeline`)
      return (body as { data: Entry[] }).data.filter(({ command }) => /Call|callResult/.test(command))
    }
    const context = await (await newDevice('corretor')).open()
    await withoutTelephone(context)
    const app = await App.signedIn(context, server.url, 'corretor')
    const { page } = app
    const line = (place: Locator) => place.getByRole('group', { name: 'Última ligação' })
    const phoneOf = (card: Locator) => card.getByRole('button', { name: 'Ligar para o cliente' })
    /** A tap shortly after the last call counts as the second one of a double tap, and does nothing. */
    const callAgain = (card: Locator) =>
      expect(async () => {
        if ((await line(card).count()) === 0) await phoneOf(card).click()
        await expect(line(card)).toBeVisible({ timeout: 1500 })
      }).toPass()

    await test.step('with two numbers a menu asks which, by keyboard too; Escape calls no one', async () => {
      const card = await app.find(two.id)
      await phoneOf(card).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem')).toHaveText([
        'Celular: (31) 98877-6650',
        'Telefone: (31) 3344-5566',
      ])
      await isInOrder(page, 'the question which number')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menuitem')).toHaveCount(0)
      await expect(phoneOf(card)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(line(card)).toContainText('Ligação registrada')
      await expect(line(card)).toContainText('Como foi?')
      await isInOrder(page, 'the line after a call')
      await expect
        .poll(async () => (await history(two)).map(({ changes }) => changes.call?.after))
        .toEqual(['3133445566'])
    })

    await test.step('one tap sets the result, and the history shows it', async () => {
      const card = app.card(two.id)
      await line(card).getByRole('button', { name: 'Atendida', exact: true }).press('Enter')
      await expect(line(card)).toHaveCount(0)
      await expect(phoneOf(card)).toBeFocused()
      await expect.poll(async () => (await history(two)).length).toBe(2)
      await card.getByRole('button', { name: /^Ver/ }).first().click()
      const entries = page.getByRole('list', { name: 'Histórico do lead' })
      await expect(entries.getByText('Ligação: atendida', { exact: true })).toBeVisible()
      await expect(entries.getByText('(31) 3344-5566').first()).toBeVisible()
      await app.closeDialogs()
    })

    await test.step('a call on the server is undone there, and the lead is as before', async () => {
      const card = await app.find(one.id)
      await phoneOf(card).click()
      await expect(line(card)).toBeVisible()
      await app.settled()
      await expect.poll(() => rest.lead(one.id)).toMatchObject({ first_call_date: expect.any(String) })
      await line(card).getByRole('button', { name: 'Desfazer' }).click()
      await expect(line(card)).toHaveCount(0)
      await expect
        .poll(() => rest.lead(one.id))
        .toMatchObject({ first_call_date: null, first_call_on_time: null })
      expect((await history(one)).map(({ command }) => command)).toEqual(['lead.undoCall', 'lead.recordCall'])
    })

    await test.step('an offline call that is undone leaves no trace in the queue', async () => {
      await context.setOffline(true)
      const card = await app.find(one.id)
      await callAgain(card)
      await expect(app.connection()).toContainText('1 pendente')
      await line(card).getByRole('button', { name: 'Desfazer' }).click()
      await expect(line(card)).toHaveCount(0)
      await expect(app.connection()).not.toContainText('pendente')
    })

    await test.step('another call waits for its result in form and card, after a reload too; both are sent', async () => {
      await callAgain(await app.find(one.id))
      await app.goTo(`/?form=${one.uid}`)
      await LeadForm.working(page, one.client_name)
      await expect(line(page.getByRole('dialog'))).toContainText('Ligação registrada')
      await app.closeDialogs()
      const card = await app.find(one.id)
      await line(card).getByRole('button', { name: 'Não atendida' }).click()
      await expect(line(card)).toHaveCount(0)
      await context.setOffline(false)
      await app.settled()
      await expect
        .poll(async () => (await history(one))[0]?.changes.call_result?.after)
        .toMatchObject({ status: 3, duration: null })
    })
  },
)
