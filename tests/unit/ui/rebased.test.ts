/** A form whose record has changed elsewhere. */
import { expect, test } from 'vitest'
import { rebased } from '../../../src/ui/rebased.ts'

const seen = { name: 'Davi', phone: '1', status: 1, partners: [1, 2] }

test('typed fields stay, the others get the present values', () => {
  const typed = { ...seen, phone: '2', partners: [1, 2] }
  const present = { ...seen, name: 'Davi Reis', phone: '3', status: 0, partners: [2] }
  expect(rebased(seen, typed, present)).toEqual({ name: 'Davi Reis', phone: '2', status: 0, partners: [2] })
})
