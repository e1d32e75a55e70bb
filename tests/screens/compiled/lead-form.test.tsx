/** What a key draws in the lead's form: on a weak tablet a form that is drawn whole at each key answers late. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { drawnBy } from '../support/drawn.ts'
import { field, fill, openWorked } from '../support/lead-form.ts'

/** The kit's fields. A field of Mantine's own has no name here. */
const FIELDS = ['ChoiceChips', 'DateField', 'DocumentField', 'IdSelect', 'MailInput', 'MomentField']

const ADMINISTRATOR = 1

/** The fields that one more key draws. The first key shows what depends on whether something is typed. */
async function fieldsOfAKey(label: string): Promise<string[]> {
  await fill({ [label]: 'Um texto' })
  const input = field(label)
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
  expect(await fieldsOfAKey('Nome')).toEqual(['DocumentField'])
  expect(await fieldsOfAKey('Produto')).toEqual([])
})

test('a key in a lead in work draws no other field', async () => {
  await openWorked()
  expect(await fieldsOfAKey('Produto')).toEqual([])
  expect(await fieldsOfAKey('Informações adicionais')).toEqual([])
})
