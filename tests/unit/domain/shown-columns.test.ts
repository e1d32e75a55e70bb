/** Which columns a report shows, and in what order: docs/rules.md#saved-views */
import { describe, expect, test } from 'vitest'
import { reportFilterSchema } from '../../../src/domain/reports/search.ts'
import {
  columnsInOrder,
  moved,
  visibleColumns,
  withColumns,
} from '../../../src/domain/reports/shown-columns.ts'
import { questionOf } from '../../../src/domain/reports/views.ts'

const head = (key: string) => ({ key })
const TABLE = { name: 'leads', heads: [head('id'), head('client'), head('product'), head('status')] }

describe('columns of a table', () => {
  test.each([
    ['as declared', {}, ['id', 'client', 'product', 'status']],
    ['hidden by an earlier version', { ocultas: ['leads.product'] }, ['id', 'client', 'status']],
    [
      'ordered, one of them hidden',
      { colunas: ['leads.status', 'leads.client', '-leads.id', 'leads.product'] },
      ['status', 'client', 'product'],
    ],
    [
      'with a column of a later version, and without one that went',
      { colunas: ['leads.status', 'leads.gone', 'leads.client', 'leads.id'] },
      ['status', 'client', 'id', 'product'],
    ],
    ['of another table', { colunas: ['resumo.sold', '-resumo.id'] }, ['id', 'client', 'product', 'status']],
    [
      'all hidden',
      { ocultas: ['leads.id', 'leads.client', 'leads.product', 'leads.status'] },
      ['id', 'client', 'product', 'status'],
    ],
  ])('%s', (_, choice, keys) => {
    expect(visibleColumns(TABLE, choice)).toEqual(keys)
  })

  test('a move and a hidden column come back from the address, and other tables keep theirs', () => {
    const before = { colunas: ['resumo.sold', 'resumo.name'], ocultas: ['leads.status', 'resumo.id'] }
    const columns = moved(columnsInOrder(TABLE, before), 'product', -1)
    const choice = withColumns(TABLE, before, columns)
    expect(choice).toEqual({
      colunas: ['resumo.sold', 'resumo.name', 'leads.id', 'leads.product', 'leads.client', '-leads.status'],
      ocultas: ['resumo.id'],
    })
    expect(visibleColumns(TABLE, reportFilterSchema.parse(choice))).toEqual(['id', 'product', 'client'])
  })

  test('a table as declared leaves no trace', () => {
    const choice = { colunas: ['leads.status', 'leads.client', 'leads.id', 'leads.product'] }
    const declared = columnsInOrder(TABLE, {})
    expect(withColumns(TABLE, choice, declared)).toEqual({ colunas: undefined, ocultas: undefined })
  })

  test('a column at the edge does not move beyond it', () => {
    const columns = columnsInOrder(TABLE, {})
    expect(moved(columns, 'id', -1)).toEqual(columns)
    expect(moved(columns, 'status', 1)).toEqual(columns)
  })

  test('columns are no part of the question', () => {
    expect(questionOf({ periodo: 'hoje', colunas: ['leads.id'] })).toEqual({ periodo: 'hoje' })
  })
})
