/** What a key draws in the long forms and above a list: on a weak tablet what is drawn whole at each key answers late. */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { aClient, aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { drawnBy } from './support/drawn.ts'
import { field, openWorked } from './support/lead-form.ts'

/** The kit's fields. A field of Mantine's own has no name here. */
const FIELDS = [
  'AddressInput',
  'ChoiceChips',
  'DateField',
  'DocumentField',
  'IdSelect',
  'MailInput',
  'MaskedInput',
  'MomentField',
  'ShortSelect',
]

const ADMINISTRATOR = 1
const REFERRER = 7

/** The fields that one more key draws. The first key shows what depends on whether something is typed. */
async function fieldsOfAKey(input: Locator): Promise<string[]> {
  await userEvent.fill(input, 'Um texto')
  await userEvent.click(input)
  const drawn = await drawnBy(async () => {
    await userEvent.keyboard('{End}o')
    await expect.element(input).toHaveValue('Um textoo')
  })
  expect(drawn, 'nothing was counted').not.toEqual([])
  return drawn.filter((name) => FIELDS.includes(name))
}

test('a key in a new lead draws no field but that of the document', async () => {
  await openApp('/lead', { role: ADMINISTRATOR })
  // The look-up of a document knows what else is typed of the client: its field has the new one.
  expect(await fieldsOfAKey(field('Nome'))).toEqual(['DocumentField', 'MaskedInput'])
  expect(await fieldsOfAKey(field('Produto'))).toEqual([])
})

test('a key in a lead in work draws no other field', async () => {
  await openWorked()
  expect(await fieldsOfAKey(field('Produto'))).toEqual([])
  expect(await fieldsOfAKey(field('Informações adicionais'))).toEqual([])
})

test('a key in the form of a referrer draws no field but that of the CEP', async () => {
  await openApp('/indicacao-externa', { role: REFERRER })
  const form = page.getByRole('form', { name: 'Indicação externa' })
  expect(await fieldsOfAKey(form.getByRole('textbox', { name: 'Nome' }))).toEqual([])
  // The look-up of a CEP knows the address that is typed.
  expect(await fieldsOfAKey(form.getByRole('textbox', { name: 'Rua' }))).toEqual([
    'AddressInput',
    'MaskedInput',
    'AddressInput',
  ])
})

test('a key in the filter of a list draws no row', async () => {
  const of = (place: number) => ({ uid: `c-${place}`, name: `Cliente ${place}` })
  const clients = Array.from({ length: 12 }, (_, place) => aClient(of(place)))
  const leads = clients.map(({ uid, name }, place) =>
    aLead({ uid: `lead-${place}`, id: place + 1, client_uid: uid, client_name: name }),
  )
  await openApp('/clients', { role: ADMINISTRATOR, clients, leads })
  // The last that the list has to say: no answer of the server's came.
  await expect.element(page.getByText(/clientes guardados neste aparelho/)).toBeVisible()
  const input = page.getByRole('textbox', { name: 'Nome' })
  await userEvent.click(input)
  const drawn = await drawnBy(async () => {
    await userEvent.keyboard('C')
    await expect.element(input).toHaveValue('C')
  })
  expect(drawn).toContain('ClientsScreen')
  expect(drawn).not.toContain('DataTable')
})
