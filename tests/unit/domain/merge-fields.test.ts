/** Which fields a merge offers, and what it makes of them. docs/rules.md#merging-clients */
import { expect, test } from 'vitest'
import { newClient } from '../../../src/domain/client/changes.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import { REASON_WORDS, REASONS, STRENGTH_WORDS, strengthOf } from '../../../src/domain/client/likeness.ts'
import { differingFields, fieldsToFill, withFieldsOf } from '../../../src/domain/client/merge-fields.ts'

const client = (fields: object) => newClient('a', { ...EMPTY_CLIENT, ...fields })

test('differing fields are offered, and blanks of the survivor are filled at first', () => {
  const survivor = client({ name: 'Ana', mail: 'a@b.c' })
  const address = { ...EMPTY_CLIENT.address, city: 'Santos' }
  const alias = client({ name: 'Ana Lima', mail: 'a@b.c', cellphone: '11987654321', address })
  expect(differingFields(survivor, alias)).toEqual(['name', 'cellphone', 'address'])
  expect(fieldsToFill(survivor, alias)).toEqual(['cellphone', 'address'])
  expect(withFieldsOf(survivor, alias, ['address', 'name'])).toEqual({
    ...survivor,
    name: 'Ana Lima',
    address,
  })
})

test('each reason and strength has its words', () => {
  for (const reason of REASONS) expect(REASON_WORDS[reason]).not.toBe('')
  expect([80, 79, 60, 59].map((score) => STRENGTH_WORDS[strengthOf(score)])).toEqual([
    'forte',
    'provável',
    'provável',
    'possível',
  ])
})
