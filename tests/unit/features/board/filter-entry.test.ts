/** What is typed in the filter bar becomes a filter, or a word about what is wrong; never nothing in silence. */
import { describe, expect, test } from 'vitest'
import { brokerNames, entryOf, filtersOf } from '../../../../src/features/board/filter-entry.ts'

const ANA = { id: 3, name: 'Ana Souza' }
const names = brokerNames([ANA, { id: 4, name: 'João Lima' }])
const nothing = entryOf(null)

describe('filters', () => {
  test('empty fields filter nothing', () => {
    expect(filtersOf(nothing, '', names)).toEqual({ kind: 'filters', filters: {} })
  })

  test('each field becomes its filter, documents without their mask', () => {
    const entry = {
      name: ' ana ',
      number: '2018',
      document: '334.064.243-50',
      broker: null,
      start: '2026-11-01',
      end: '2026-11-01',
    }
    expect(filtersOf(entry, 'Ana Souza', names)).toEqual({
      kind: 'filters',
      filters: {
        clientName: 'ana',
        leadId: 2018,
        cpf: '33406424350',
        brokerId: 3,
        startDate: '2026-11-01',
        endDate: '2026-11-01',
      },
    })
  })

  test('an alphanumeric CNPJ keeps its letters', () => {
    expect(filtersOf({ ...nothing, document: 'P5.K0N.GE1/0001-00' }, '', names)).toMatchObject({
      filters: { cpf: 'P5K0NGE1000100' },
    })
  })

  test('a broker is found whatever the case it is typed in', () => {
    expect(filtersOf(nothing, ' JOÃO lima', names)).toMatchObject({ filters: { brokerId: 4 } })
  })

  test('a broker that is nobody is said, not left out', () => {
    expect(filtersOf(nothing, 'Ninguém', names)).toEqual({
      kind: 'problems',
      problems: { broker: 'Escolha um corretor da lista' },
    })
  })

  test('an end before the start is said', () => {
    expect(filtersOf({ ...nothing, start: '2026-11-02', end: '2026-11-01' }, '', names)).toMatchObject({
      kind: 'problems',
      problems: { end: 'Antes da data inicial' },
    })
  })
})

test('what is in force comes back into the fields', () => {
  const filters = { clientName: 'ana', leadId: 7, cpf: '33406424350', startDate: '2026-11-01' }
  const entry = entryOf(filters)
  expect(entry.document).toBe('334.064.243-50')
  expect(filtersOf(entry, '', names)).toEqual({ kind: 'filters', filters })
})

test('two brokers of one name can be told apart, others keep their plain name', () => {
  expect([...brokerNames([ANA, { id: 9, name: 'Ana Souza' }, { id: 4, name: 'João Lima' }])]).toEqual([
    ['Ana Souza (3)', 3],
    ['Ana Souza (9)', 9],
    ['João Lima', 4],
  ])
})
