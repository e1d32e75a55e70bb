import { expect, test } from 'vitest'
import { nameless } from '../../../server/administration/privacy/nameless.ts'

test('the audit says which texts were set, changed and emptied, and none of them', () => {
  const before = { kind: 'access', name: 'Zuleica', contact: '31987654321', details: '', answer: 'Enviei' }
  const after = { kind: 'erasure', name: 'Zuleica', contact: '', details: 'Quer sair', answer: 'Liguei' }
  const texts = ['name', 'contact', 'details', 'answer']
  expect(nameless({ before, after }, texts)).toEqual({
    before: {
      kind: 'access',
      name: '(preenchido)',
      contact: '(preenchido)',
      details: '',
      answer: '(preenchido)',
    },
    after: {
      kind: 'erasure',
      name: '(preenchido)',
      contact: '',
      details: '(preenchido)',
      answer: '(alterado)',
    },
  })
  expect(nameless({ before: null, after }, texts).before).toBeNull()
  expect(nameless({ before, after: null }, texts).after).toBeNull()
})
