/** A field has one name on all screens: docs/rules.md#names-of-fields. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leadFieldsSchema } from '../../../src/domain/lead/changes.ts'
import { fieldLabel } from '../../../src/domain/lead/field-words.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'

const FEATURES = join(import.meta.dirname, '../../../src/features')
/** Feature folders that show or edit fields of a lead. */
const ROOMS = ['board', 'lead', 'sync', 'indication']

const FIELDS = [
  ...Object.keys(leadSchema.shape).filter((field) => !['uid', 'id', 'version', 'client_uid'].includes(field)),
  ...Object.keys(leadFieldsSchema.shape.product_details.shape).map((part) => `product_details.${part}`),
  'client.mail',
  'client.rg',
  'client.birth_date',
  'inviter_phone',
]

/** Labels of fields that are also the text of a tab, a status or a heading. */
const OTHER_MEANINGS = new Set(['Status', 'Agendamento', 'Produto', 'Lead quente', 'Vendido com Pendência'])

const filesOf = (room: string) =>
  readdirSync(join(FEATURES, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(FEATURES, room, file))

test('no screen contains a label of a lead’s field; all use fieldLabel', () => {
  const labels = FIELDS.map(fieldLabel).filter((label) => !OTHER_MEANINGS.has(label))
  const found = ROOMS.flatMap(filesOf).flatMap((file) => {
    const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return labels
      .filter((label) => [`'${label}'`, `"${label}"`, `>${label}<`].some((text) => source.includes(text)))
      .map((label) => `${file.slice(FEATURES.length + 1)}: ${label}`)
  })
  expect([...new Set(found)]).toEqual([])
})

test('the ends of the old policy, the sold policy and a competitor’s policy have different labels', () => {
  expect(fieldLabel('old_end_of_validity')).toBe('Vencimento do seguro')
  expect(fieldLabel('end_of_validity')).toBe('Fim da vigência')
  expect(fieldLabel('endorsement_date')).toBe('Vencimento do seguro na outra corretora')
  expect(fieldLabel('insurance_id')).toBe('Seguro')
  expect(fieldLabel('old_insurer')).toBe('Seguradora')
})
