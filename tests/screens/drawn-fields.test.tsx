/** What a key draws in the long forms: on a weak tablet a form that is drawn whole at each key answers late. */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { drawnBy } from './support/drawn.ts'
import { field, openWorked } from './support/lead-form.ts'

/** The kit's fields. A field of Mantine's own has no name here. */
const FIELDS = ['ChoiceChips', 'DateField', 'DocumentField', 'IdSelect', 'MailInput', 'MomentField']

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

test('a key in a new lead draws no other field', async () => {
  await openApp('/lead', { role: ADMINISTRATOR })
  // The look-up of a document knows what else is typed of the client.
  expect(await fieldsOfAKey(field('Nome'))).toEqual(['DocumentField'])
  expect(await fieldsOfAKey(field('Produto'))).toEqual([])
})

test('a key in a lead in work draws no other field', async () => {
  await openWorked()
  expect(await fieldsOfAKey(field('Produto'))).toEqual([])
  expect(await fieldsOfAKey(field('Informações adicionais'))).toEqual([])
})

test('a key in the form of a referrer draws no other field', async () => {
  await openApp('/indicacao-externa', { role: REFERRER })
  const form = page.getByRole('form', { name: 'Indicação externa' })
  expect(await fieldsOfAKey(form.getByRole('textbox', { name: 'Nome' }))).toEqual([])
  expect(await fieldsOfAKey(form.getByRole('textbox', { name: 'Rua' }))).toEqual([])
})
