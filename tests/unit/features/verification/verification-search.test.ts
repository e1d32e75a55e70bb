import { expect, test } from 'vitest'
import { leadVerificationRoute } from '../../../../src/contract/lead-verification.ts'
import {
  cleanSearch,
  searchOfKept,
  verificationInput,
  verificationSearchSchema,
} from '../../../../src/features/verification/verification-search.ts'

test.each([
  [{}, null],
  [{ proposta: '7001' }, null],
  [{ proposta: '7001', indicador: '  ' }, null],
  [
    { proposta: ' 7001 ', indicador: 'loja' },
    { partner: null, leadNum: '7001', userLogin: 'loja' },
  ],
  [
    { concessionaria: 'WF1', proposta: '7', indicador: 'loja' },
    { partner: 'WF1', leadNum: '7', userLogin: 'loja' },
  ],
])('the filters %o ask %o', (search, body) => {
  expect(verificationInput(search)).toEqual(body === null ? null : { body })
})

test('an address with a bare number is read, and what is no filter is left out', () => {
  expect(verificationSearchSchema.parse({ proposta: 7001, indicador: ['x'], pagina: 2 })).toEqual({
    proposta: '7001',
  })
})

test('a kept answer opens with the filters that it was asked with', () => {
  const search = { concessionaria: 'WF1', proposta: '7001', indicador: undefined }
  const input = verificationInput(search)
  expect(searchOfKept(input)).toEqual(cleanSearch(search))
  expect(leadVerificationRoute.body.parse(input?.body)).toEqual(input?.body)
  expect(searchOfKept({ query: {} })).toBeUndefined()
})
