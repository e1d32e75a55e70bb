/** Saved filters of the board: docs/rules.md#saved-filters */
import { expect, test } from 'vitest'
import {
  MOST_SAVED,
  nameProblem,
  namesClient,
  type SavedFilter,
  savedFiltersFrom,
  withFilter,
  withoutFilter,
} from '../../../src/domain/board/saved-filters.ts'

const origin = { kind: 'status', status: 1 } as const
const saved = (id: string, name: string): SavedFilter => ({ id, name, view: origin })

test('a filter is saved under its name in the order of names; the same name, whatever its case, is replaced', () => {
  const two = withFilter(withFilter([], saved('1', 'Quentes')), saved('2', 'à tarde'))
  expect(two.map(({ name }) => name)).toEqual(['à tarde', 'Quentes'])
  expect(withFilter(two, saved('3', 'QUENTES')).map(({ id }) => id)).toEqual(['2', '3'])
  expect(withFilter(two, saved('1', 'Frios')).map(({ name }) => name)).toEqual(['à tarde', 'Frios'])
  expect(withoutFilter(two, '2')).toEqual([saved('1', 'Quentes')])
})

test('a name is needed, is not that of another filter, and there is an end', () => {
  const all = [saved('1', 'Quentes'), saved('2', 'Frios')]
  expect(nameProblem(all, '  ', null)).toBe('Dê um nome ao filtro.')
  expect(nameProblem(all, 'frios', '1')).toBe('Já existe um filtro com este nome.')
  expect(nameProblem(all, 'Frios', '2')).toBeNull()
  expect(nameProblem(all, 'frios', null)).toBeNull()
  const full = Array.from({ length: MOST_SAVED }, (_, place) => saved(String(place), `Filtro ${place}`))
  expect(nameProblem(full, 'Mais um', null)).toBe('Até 30 filtros. Exclua um antes.')
  expect(nameProblem(full, 'filtro 3', null)).toBeNull()
  expect(nameProblem(full, 'Outro', '3')).toBeNull()
})

test('what is stored is read, and what does not fit is left out', () => {
  const good = saved('1', 'Quentes')
  expect(
    savedFiltersFrom([good, null, { id: '2', name: 'x' }, { ...good, view: { kind: 'other' } }]),
  ).toEqual([good])
  expect(savedFiltersFrom('x')).toEqual([])
})

test.each([
  [{ clientName: 'ana' }, true],
  [{ cpf: '529' }, true],
  [{ phone: '6650' }, true],
  [{ leadId: 7 }, true],
  [{ oldNumber: '7' }, true],
  [{ brokerId: 10, startDate: '2026-11-01' }, false],
])('a filter of %j may name a client: %s', (filters, names) => {
  expect(namesClient({ id: '1', name: 'x', view: { kind: 'results', filters } })).toBe(names)
})
