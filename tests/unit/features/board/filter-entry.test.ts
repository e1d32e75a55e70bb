/** Entries of the filter bar become filters or problems; none is ignored. */
import { describe, expect, test } from 'vitest'
import { brokerNames, entryOf, filtersOf } from '../../../../src/features/board/filter-entry.ts'

const ANA = { id: 3, name: 'Ana Souza' }
const names = brokerNames([ANA, { id: 4, name: 'João Lima' }])
const nothing = entryOf(null)

describe('filters', () => {
  test('empty fields give no filter', () => {
    expect(filtersOf(nothing, '', names)).toEqual({ kind: 'filters', filters: {} })
  })

  test('each field becomes its filter, documents without their mask', () => {
    const entry = {
      name: ' ana ',
      number: '2018',
      document: '334.064.243-50',
      search: ' (31) 98877-6650 ',
      broker: null,
      start: '2026-11-01',
      end: '2026-11-01',
    }
    expect(filtersOf(entry, 'Ana Souza', names)).toEqual({
      kind: 'filters',
      filters: {
        clientName: 'ana',
        leadId: 2018,
        oldNumber: '2018',
        cpf: '33406424350',
        search: '(31) 98877-6650',
        brokerId: 3,
        startDate: '2026-11-01',
        endDate: '2026-11-01',
      },
    })
  })

  test('a number is the lead’s own or another system’s; one with letters is the latter', () => {
    expect(filtersOf({ ...nothing, number: '2.049' }, '', names)).toMatchObject({
      filters: { leadId: 2049, oldNumber: '2.049' },
    })
    expect(filtersOf({ ...nothing, number: ' D-88 ' }, '', names)).toEqual({
      kind: 'filters',
      filters: { oldNumber: 'D-88' },
    })
  })

  test('an alphanumeric CNPJ keeps its letters', () => {
    expect(filtersOf({ ...nothing, document: 'P5.K0N.GE1/0001-00' }, '', names)).toMatchObject({
      filters: { cpf: 'P5K0NGE1000100' },
    })
  })

  test('a broker is found in any case', () => {
    expect(filtersOf(nothing, ' JOÃO lima', names)).toMatchObject({ filters: { brokerId: 4 } })
  })

  test('a single letter is no search, a single digit is a lead’s number', () => {
    expect(filtersOf({ ...nothing, search: '7' }, '', names)).toMatchObject({ filters: { search: '7' } })
    expect(filtersOf({ ...nothing, search: ' a ' }, '', names)).toEqual({
      kind: 'problems',
      problems: { search: 'Digite um pouco mais' },
    })
  })

  test('an unknown broker is a problem', () => {
    expect(filtersOf(nothing, 'Ninguém', names)).toEqual({
      kind: 'problems',
      problems: { broker: 'Escolha um corretor da lista' },
    })
  })

  test('an end before the start is a problem', () => {
    expect(filtersOf({ ...nothing, start: '2026-11-02', end: '2026-11-01' }, '', names)).toMatchObject({
      kind: 'problems',
      problems: { end: 'Antes da data inicial' },
    })
  })
})

test('active filters are shown in the fields again', () => {
  const filters = {
    clientName: 'ana',
    leadId: 7,
    oldNumber: '7',
    cpf: '33406424350',
    startDate: '2026-11-01',
  }
  const entry = entryOf(filters)
  expect(entry.document).toBe('334.064.243-50')
  expect(filtersOf(entry, '', names)).toEqual({ kind: 'filters', filters })
})

test('brokers with the same name get their number, and others keep their plain name', () => {
  expect([...brokerNames([ANA, { id: 9, name: 'Ana Souza' }, { id: 4, name: 'João Lima' }])]).toEqual([
    ['Ana Souza (3)', 3],
    ['Ana Souza (9)', 9],
    ['João Lima', 4],
  ])
})
