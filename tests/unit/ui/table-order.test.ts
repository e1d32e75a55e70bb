/** The order of a list after a press on a heading. */
import { expect, test } from 'vitest'
import { sortAfter } from '../../../src/ui/table/columns.ts'

test('a column begins ascending, whatever another one was, and turns round when it is pressed again', () => {
  const name = sortAfter({ by: 'created', descending: true }, 'name')
  expect(name).toEqual({ by: 'name', descending: false })
  expect(sortAfter(name, 'name')).toEqual({ by: 'name', descending: true })
  expect(sortAfter(null, 'name')).toEqual({ by: 'name', descending: false })
})
