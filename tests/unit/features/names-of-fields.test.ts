/** One name a field, whatever shows it: docs/rules.md#names-of-fields. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leadFieldsSchema } from '../../../src/domain/lead/changes.ts'
import { fieldLabel } from '../../../src/domain/lead/field-words.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'

const FEATURES = join(import.meta.dirname, '../../../src/features')
/** What shows or asks for a lead's fields. */
const ROOMS = ['board', 'lead', 'sync', 'indication']

const FIELDS = [
  ...Object.keys(leadSchema.shape).filter((field) => !['uid', 'id', 'version', 'client_uid'].includes(field)),
  ...Object.keys(leadFieldsSchema.shape.product_details.shape).map((part) => `product_details.${part}`),
  'client.mail',
  'client.rg',
  'client.birth_date',
  'inviter_phone',
]

/** Words of a tab, a status or a heading that are a field's name as well. */
const OTHER_MEANINGS = new Set(['Status', 'Agendamento', 'Produto', 'Lead quente', 'Vendido com Pendência'])

const filesOf = (room: string) =>
  readdirSync(join(FEATURES, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(FEATURES, room, file))

test('no screen names a field of the lead by itself: all read the one table', () => {
  const labels = FIELDS.map(fieldLabel).filter((label) => !OTHER_MEANINGS.has(label))
  const found = ROOMS.flatMap(filesOf).flatMap((file) => {
    const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return labels
      .filter((label) => [`'${label}'`, `"${label}"`, `>${label}<`].some((text) => source.includes(text)))
      .map((label) => `${file.slice(FEATURES.length + 1)}: ${label}`)
  })
  expect([...new Set(found)]).toEqual([])
})

test('the end of the policy that is renewed, of the policy sold and of the one sold by others have names of their own', () => {
  expect(fieldLabel('old_end_of_validity')).toBe('Vencimento do seguro')
  expect(fieldLabel('end_of_validity')).toBe('Fim da vigência')
  expect(fieldLabel('endorsement_date')).toBe('Vencimento do seguro na outra corretora')
  expect(fieldLabel('insurance_id')).toBe('Seguro')
  expect(fieldLabel('old_insurer')).toBe('Seguradora')
})
