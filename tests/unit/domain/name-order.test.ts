/** The one order of names, and what does not enter them: docs/rules.md#names-and-texts */
import { describe, expect, it } from 'vitest'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { newUserBodySchema } from '../../../src/contract/administration/users.ts'
import { clientFieldsSchema } from '../../../src/domain/client/changes.ts'
import { byName, compareNames, namedInOrder } from '../../../src/domain/text/name-order.ts'
import { foldedFilter } from '../../../src/ui/folded-filter.ts'
import { NAMES_IN_ORDER } from './cases/name-cases.ts'

describe('names', () => {
  it('are in the order of the alphabet, whatever their accents, case and apostrophes', () => {
    const shuffled = NAMES_IN_ORDER.toReversed()
    expect(shuffled.toSorted(compareNames)).toEqual(NAMES_IN_ORDER)
    expect(byName(shuffled, (name) => name)).toEqual(NAMES_IN_ORDER)
    const rows = shuffled.map((name) => ({ name }))
    expect(namedInOrder(rows).map(({ name }) => name)).toEqual(NAMES_IN_ORDER)
  })

  it.each([
    ['a client', clientFieldsSchema.shape.name],
    ['a user', newUserBodySchema.shape.name],
    ['a dealership', MANAGED.partners.body.shape.name],
  ])('of %s have no invisible characters', (_, schema) => {
    expect(schema.parse('\u202eJo\u200bão\u00ad da\u2060 Silva\ufeff ')).toBe('João da Silva')
  })
})

describe('a select', () => {
  const options = NAMES_IN_ORDER.map((name) => ({ value: name, label: name }))
  it.each([
    ['davila', ['D’Ávila']],
    ["d'avila", ['D’Ávila']],
    ['SANTANA', ["Bruno Sant'Ana", 'Bruno Santana Filho']],
    ['equipe 1', ['Equipe 10']],
  ])('finds %s', (search, found) => {
    expect(
      foldedFilter({ options, search, limit: 60 }).map((option) => 'label' in option && option.label),
    ).toEqual(found)
  })

  it('shows the first hits', () => {
    expect(foldedFilter({ options, search: '', limit: 2 })).toHaveLength(2)
  })
})
