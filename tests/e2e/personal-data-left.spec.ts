/**
 * What an erasure leaves behind: texts of other people's leads that name the person, papers of sales that the law keeps,
 * and clients without contact. docs/rules.md#mentions, #legal-keep, #without-contact
 */
import type { Page } from '@playwright/test'
import { uuidv7 } from 'uuidv7'
import { updateLead } from '../../src/commands/update-lead.ts'
import { formatPhone } from '../../src/domain/phone/phone.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const ERASE = 'Apagar dados pessoais'
const dialog = (page: Page) => page.getByRole('dialog')
const mentions = (page: Page) => dialog(page).getByRole('region', { name: 'Trechos em outros registros' })

interface Listed {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly cpf: string
  readonly mail: string
  readonly cellphone: string
  readonly leads: readonly {
    uid: string
    id: number
    state: number
    sold: number | null
    broker_id: number
  }[]
}

async function clientsOf(rest: Rest): Promise<Listed[]> {
  const { body } = await rest.call('GET', '/clients/list?per_page=100')
  return (body as { data: Listed[] }).data.filter(({ cpf, mail, cellphone }) => cpf && mail && cellphone)
}

/** As a device of this user sends it. */
async function note(
  rest: Rest,
  { lead_uid, client_uid, text }: Record<'lead_uid' | 'client_uid' | 'text', string>,
) {
  const { name: command, version: schema_version } = updateLead
  const args = { lead_uid, client_uid, changes: { additional_information: text } }
  const occurred_at = new Date().toISOString()
  const { body } = await rest.call('POST', '/sync/push', {
    device_id: uuidv7(),
    app_version: '1.0.0',
    commands: [{ key: uuidv7(), command, schema_version, args, base: {}, occurred_at, depends_on: null }],
  })
  expect(body).toMatchObject({ results: [{ outcome: 'applied' }] })
}

async function ask(app: App, { name, mail }: Listed): Promise<void> {
  await app.goTo(`/clients?${new URLSearchParams({ nome: name, email: mail })}`)
  await app.page
    .getByRole('button', { name: /^Informações adicionais de/ })
    .first()
    .click()
  await app.page.getByRole('button', { name: ERASE }).click()
}

test(
  'texts of others that name the person are shown, blanked one by one and all, and leave the devices',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const broker = await Rest.signIn(server.url, 'corretor')
    const brokerId = await broker.userId()
    const admin = await Rest.signIn(server.url, 'admin')
    const clients = await clientsOf(broker)
    const person = clients.find(({ leads }) => leads.length > 0 && leads.every(({ sold }) => sold !== 1))
    const others = clients
      .filter(({ uid }) => uid !== person?.uid)
      .flatMap(({ uid, leads }) => leads.map((lead) => ({ ...lead, client_uid: uid })))
      .filter(({ state, broker_id }) => state === 2 && broker_id === brokerId)
    const [one, other] = others
    if (person === undefined || one === undefined || other === undefined) throw new Error('too few leads')
    const shouted = person.name
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .toUpperCase()
    const about = ({ uid, client_uid }: typeof one, text: string) =>
      note(admin, { lead_uid: uid, client_uid, text })
    await about(one, `Antes: amigo de ${person.name}.`)
    await about(one, `Indicado por ${shouted}, quer franquia baixa.`)
    await about(other, `Recado com ${formatPhone(person.cellphone)} depois das 18h.`)

    const tablet = await App.signedIn(await (await newDevice()).open(), server.url, 'corretor')
    await tablet.settled()
    const marks = [shouted, `amigo de ${person.name}`, `Recado com ${formatPhone(person.cellphone)}`]
    const onTablet = async () => {
      const text = JSON.stringify(await storedIn(tablet.page))
      return marks.filter((mark) => text.includes(mark))
    }
    await expect.poll(onTablet, { timeout: 30_000 }).toEqual(marks)

    const app = await signedIn(server.url, 'admin')
    const { page } = app
    // The erasure waits for the search, and asks where it failed.
    const search = '**/personal-data/mentions'
    const held = Promise.withResolvers<void>()
    await page.route(search, async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'Erro' } })
    })
    await ask(app, person)
    const erase = dialog(page).getByRole('button', { name: ERASE })
    await expect(mentions(page).getByText('Procurando em todos os textos…')).toBeVisible()
    await expect(erase).toBeDisabled()
    held.resolve()
    await erase.click()
    await expect(dialog(page).getByText('Termine a busca ou marque que apaga sem ela')).toBeVisible()
    await expect(dialog(page).getByRole('checkbox', { name: 'Apagar sem terminar a busca' })).toBeFocused()
    await isInOrderInEveryLook(page, 'the question without the whole search', LOOK)
    await page.unroute(search)
    await mentions(page).getByRole('button', { name: 'Procurar de novo' }).click()
    await expect(mentions(page).getByText('Todos os textos foram lidos.')).toBeVisible()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
    await expect(mentions(page).getByRole('listitem')).toHaveCount(2)
    const first = mentions(page)
      .getByRole('listitem')
      .filter({ hasText: `Lead ${one.id} · Informações adicionais` })
    await expect(first.locator('mark')).toHaveText(shouted)
    await expect(first).toContainText('Indicado por')
    await expect(dialog(page).getByText('Cópias de segurança (backups) do servidor')).toBeVisible()
    await isInOrderInEveryLook(page, 'the question with texts of others', LOOK)

    await first.getByRole('button', { name: 'Apagar este trecho' }).click()
    await confirm(page)
    await expect(mentions(page).getByRole('listitem')).toHaveCount(1)
    await expect.poll(onTablet, { timeout: 30_000 }).toEqual([marks[2]])
    const { body } = await admin.call('GET', `/leads/${one.id}`)
    expect(body).toMatchObject({ additional_information: 'Indicado por [apagado], quer franquia baixa.' })

    // A second mention, so that there are two again.
    await about(one, `De novo: CPF ${person.cpf}.`)
    await dialog(page).getByRole('button', { name: 'Voltar' }).click()
    await page.getByRole('button', { name: ERASE }).click()
    await expect(mentions(page).getByRole('listitem')).toHaveCount(2)
    await mentions(page).getByRole('button', { name: 'Apagar todos' }).click()
    await expect(mentions(page).getByText('nenhum outro registro cita esta pessoa')).toBeVisible()
    await expect.poll(onTablet, { timeout: 30_000 }).toEqual([])

    await dialog(page).getByRole('button', { name: ERASE }).click()
    await expect(page.getByText('Dados pessoais apagados')).toBeVisible()
    await tablet.settled()
    await expect
      .poll(async () => JSON.stringify(await storedIn(tablet.page)).includes(person.cpf), { timeout: 30_000 })
      .toBe(false)
  },
)

test(
  'a client with a sale asks for a reason, and what the law keeps is shown to administrators alone',
  SLICED,
  async ({ server, signedIn }) => {
    const admin = await Rest.signIn(server.url, 'admin')
    const person = (await clientsOf(admin)).find(({ leads }) => leads.some(({ sold }) => sold === 1))
    if (person === undefined) throw new Error('nobody bought')
    const app = await signedIn(server.url, 'admin')
    const { page } = app
    await ask(app, person)
    await expect(dialog(page).getByText('A lei manda guardar')).toBeVisible()
    await expect(dialog(page).getByRole('checkbox', { name: 'Guardar o que a lei pede' })).toBeChecked()
    await dialog(page).getByRole('button', { name: ERASE }).click()
    await expect(dialog(page).getByText('Diga o motivo')).toBeVisible()
    await expect(page.getByText('Dados pessoais apagados')).toHaveCount(0)
    await dialog(page).getByLabel('Motivo').fill(`Pedido de ${person.name}`)
    await isInOrderInEveryLook(page, 'the question with a sale', LOOK)
    await dialog(page).getByRole('button', { name: ERASE }).click()
    await confirm(page)
    await expect(page.getByText('Dados pessoais apagados')).toBeVisible()

    await app.goTo('/clients')
    await page.getByRole('link', { name: 'Guarda e descarte' }).click()
    await expect(page.getByText(person.name, { exact: true })).toBeVisible()
    await expect(page.getByText('Pedido de [apagado]')).toBeVisible()
    await page.getByLabel('Nome, documento, proposta ou apólice').fill('ninguém assim')
    await page.getByRole('button', { name: 'Procurar' }).click()
    await expect(page.getByText('Nenhum registro.')).toBeVisible()
    await page.getByRole('button', { name: 'Ver quem sairia' }).click()
    await expect(page.getByText('Com 5 anos, ninguém sairia.')).toBeVisible()
    await isInOrderInEveryLook(page, 'what is kept and discarded', LOOK)

    const manager = await signedIn(server.url, 'gerente')
    await manager.goTo('/clients')
    await expect(manager.page.getByRole('link', { name: 'Guarda e descarte' })).toHaveCount(0)
  },
)
