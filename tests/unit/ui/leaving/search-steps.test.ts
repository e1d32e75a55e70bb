/** Which changes of an address Back returns from. docs/rules.md#leaving */
import { describe, expect, test } from 'vitest'
import { isStep, returnsTo } from '../../../../src/ui/leaving/search-steps.ts'

const FILTER = { corretores: [3], periodo: 'mes' }
const FIGURE = { ...FILTER, figura: 'sold', linha: '3' }

test.each([
  ['a figure is opened', FILTER, FIGURE],
  ['another row of the same figure', FIGURE, { ...FIGURE, linha: '7' }],
  ['a figure is opened from the third page, sorted', { ...FILTER, pagina: 3, ordem: '-id' }, FIGURE],
  ['a figure is closed', { ...FIGURE, pagina: 2, ordem: 'id' }, FILTER],
  ['a tab is opened', {}, { aba: 'incidentes' }],
  ['a tab is opened, which has no filter', { situacao: 'aberto' }, { aba: 'incidentes' }],
  ['the first tab again', { aba: 'incidentes', pagina: 2 }, {}],
  ['a page of a figure', FIGURE, { ...FIGURE, pagina: 2 }],
  ['a page that names the order of its table', { busca: 'ana' }, { busca: 'ana', pagina: 2, ordem: 'nome' }],
  ['the first page of a list', { busca: 'ana', pagina: 2 }, { busca: 'ana' }],
])('%s: a step', (_name, from, to) => {
  expect(isStep(from, to)).toBe(true)
})

test.each([
  ['a filter is applied', FILTER, { corretores: [7], periodo: 'mes' }],
  ['a filter closes the figure', FIGURE, { corretores: [7] }],
  ['a filter on the third page', { pagina: 3 }, { busca: 'ana' }],
  ['filters are cleared', { busca: 'ana', pagina: 2 }, {}],
  ['the table is sorted, on its third page', { pagina: 3 }, { ordem: 'nome' }],
  ['more rows a page', { pagina: 3 }, { por_pagina: 50 }],
  ['the same again', FIGURE, { linha: '3', figura: 'sold', ...FILTER }],
  ['what the address opens once is opened', { aba: 'incidentes', abrir: 7 }, { aba: 'incidentes' }],
])('%s: no step', (_name, from, to) => {
  expect(isStep(from, to)).toBe(false)
})

describe('the way back', () => {
  test('a closed figure returns to its figures, however they were sorted', () => {
    expect(returnsTo({ ...FILTER, pagina: 3, ordem: '-id' }, FIGURE, FILTER)).toBe(true)
  })
  test('figures of another filter are another step', () => {
    expect(returnsTo({ corretores: [7] }, FIGURE, FILTER)).toBe(false)
  })
  test('the page before is returned to, a further one is not', () => {
    const second = { ...FIGURE, pagina: 2 }
    expect(returnsTo(FIGURE, second, FIGURE)).toBe(true)
    expect(returnsTo(FIGURE, second, { ...FIGURE, ordem: 'id' })).toBe(true)
    expect(returnsTo(FIGURE, second, { ...FIGURE, pagina: 3 })).toBe(false)
  })
})
