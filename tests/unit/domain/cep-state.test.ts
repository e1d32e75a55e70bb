import { expect, it } from 'vitest'
import { stateOfCep } from '../../../src/domain/documents/cep-state.ts'

it.each([
  ['01310100', 'SP'],
  ['20040002', 'RJ'],
  ['30110010', 'MG'],
  ['68900010', 'AP'],
  ['69301000', 'RR'],
  ['69400000', 'AM'],
  ['69900000', 'AC'],
  ['70040010', 'DF'],
  ['72800000', 'GO'],
  ['73010000', 'DF'],
  ['76801000', 'RO'],
  ['79002000', 'MS'],
  ['99999999', 'RS'],
  ['00999999', ''],
  ['0131010', ''],
  ['', ''],
])('the CEP %s belongs to %j', (cep, state) => {
  expect(stateOfCep(cep)).toBe(state)
})
