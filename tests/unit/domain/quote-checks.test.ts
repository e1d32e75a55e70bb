import { describe, expect, it } from 'vitest'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import { quoteProblem, quoteProblems } from '../../../src/domain/lead/quote-checks.ts'
import { ADDRESS, CLIENT } from './cases/save-cases.ts'

const CASES: readonly (readonly [string, Partial<ClientFields>])[] = [
  ['Preencha o CPF do cliente', { cpf: '' }],
  ['Preencha o nome do cliente', { name: ' ' }],
  ['Preencha o telefone/celular do cliente', { cellphone: '', phone: '' }],
  ['Preencha o e-mail do cliente', { mail: '' }],
  ['Preencha o CEP do cliente', { address: { ...ADDRESS, cep: '' } }],
  ['Preencha a data de aniversário do cliente', { birth_date: null }],
]

describe('a quote link', () => {
  it('opens for a complete client, also with a landline instead of a mobile', () => {
    expect(quoteProblem(CLIENT)).toBeNull()
    expect(quoteProblem({ ...CLIENT, cellphone: '', phone: '1133224455' })).toBeNull()
  })

  it.each(CASES)('is refused with "%s"', (message, client) => {
    expect(quoteProblem({ ...CLIENT, ...client })?.message).toBe(message)
  })

  it('reports all missing fields in the order of the form', () => {
    const nobody: ClientFields = {
      ...CLIENT,
      cpf: '',
      name: '',
      cellphone: '',
      mail: '',
      birth_date: null,
      address: { ...ADDRESS, cep: '' },
    }
    expect(quoteProblems(nobody).map(({ message }) => message)).toEqual(CASES.map(([message]) => message))
  })
})
