/** docs/rules.md#merging-clients */
import { describe, expect, test } from 'vitest'
import { newClient } from '../../../../src/domain/client/changes.ts'
import type { Client } from '../../../../src/domain/client/client.ts'
import { EMPTY_ADDRESS, EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import { fieldsFromAlias, pickOf } from '../../../../src/features/clients/merge/chosen-fields.ts'
import {
  mergedWords,
  reasonsWords,
  strengthWords,
  summaryWords,
  undoneWords,
  valueWords,
} from '../../../../src/features/clients/merge/merge-words.ts'

const aClient = (uid: string, id: number, fields: Partial<Client>): Client => ({
  ...newClient(uid, EMPTY_CLIENT),
  id,
  ...fields,
})
const older = aClient('older', 12, { name: 'Maria Souza', cellphone: '31998765432', mail: '' })
const younger = aClient('younger', 40, {
  name: 'Maria S. Lima',
  cellphone: '31998765432',
  mail: 'maria@exemplo.com',
  birth_date: '1985-11-02',
})

test('reasons are one sentence, a score is a word', () => {
  expect(reasonsWords(['phone', 'name_like'])).toBe('Mesmo telefone e nome parecido')
  expect([90, 65, 35].map((score) => strengthWords(score).words)).toEqual(['Forte', 'Provável', 'Possível'])
})

describe('which value stays', () => {
  test('the survivor keeps its own, and takes what it leaves blank', () => {
    expect(pickOf('name', {}, older, younger)).toBe('older')
    expect(fieldsFromAlias({}, older, younger)).toEqual(['mail', 'birth_date'])
    expect(fieldsFromAlias({}, younger, older)).toEqual([])
  })

  test('what was chosen stays chosen when the other one remains', () => {
    const picks = { name: 'younger', mail: 'older' } as const
    expect(fieldsFromAlias(picks, older, younger)).toEqual(['name', 'birth_date'])
    expect(fieldsFromAlias(picks, younger, older)).toEqual(['mail'])
  })
})

describe('what a merge will do', () => {
  const summary = (leads: number, fromAlias: Parameters<typeof summaryWords>[0]['fromAlias']) =>
    summaryWords({ survivor: older, alias: younger, leads, fromAlias })
  test.each([
    [0, [], 'Maria S. Lima (cliente 40) não tem leads. Os dados ficam como estão;'],
    [1, ['mail'], 'O lead de Maria S. Lima (cliente 40) passa para ele. E-mail vem do cliente 40;'],
    [
      3,
      ['birth_date', 'mail'],
      'Os 3 leads de Maria S. Lima (cliente 40) passam para ele. E-mail e Data de nascimento vêm do cliente 40;',
    ],
  ] as const)('with %i leads and %j', (leads, fields, words) => {
    const text = summary(leads, fields)
    expect(text).toMatch(/^Fica Maria Souza \(cliente 12\)\. /)
    expect(text).toContain(words)
    expect(text).toContain('Pode ser desfeito por 7 dias.')
  })
})

test('values are read as a person writes them', () => {
  const client = aClient('one', 1, {
    cpf: '52998224725',
    cellphone: '31998765432',
    birth_date: '1985-11-02',
    address: {
      ...EMPTY_ADDRESS,
      street: 'Rua A',
      number: '10',
      city: 'Contagem',
      state: 'MG',
      cep: '30130010',
    },
  })
  expect(valueWords(client, 'cpf')).toBe('529.982.247-25')
  expect(valueWords(client, 'cellphone')).toBe('(31) 99876-5432')
  expect(valueWords(client, 'birth_date')).toBe('02/11/1985')
  expect(valueWords(client, 'address')).toBe('Rua A, 10, Contagem/MG, CEP 30130-010')
  expect(valueWords(client, 'mail')).toBe('')
})

test('a merge says who made it and until when it can be undone; an undo what stayed', () => {
  const merge = {
    id: 'merge',
    survivor: { uid: 'older', id: 12, name: 'Maria Souza' },
    alias: { uid: 'younger', id: 40, name: 'Maria S. Lima' },
    merged_at: '2026-11-26T15:00:00.000Z',
    merged_by: { id: 1, name: 'Ana' },
    undo_until: '2026-12-03T15:00:00.000Z',
    undone_at: null,
    leads: 2,
  }
  expect(mergedWords(merge, Date.parse('2026-11-30T12:00:00.000Z'))).toBe(
    'Juntado em 26/11/2026 por Ana, com 2 leads. Pode ser desfeito até qui 3/12, 12:00 · em 3 dias.',
  )
  expect(undoneWords('Maria S. Lima', [])).toBe('Desfeito: Maria S. Lima voltou')
  expect(undoneWords('Maria S. Lima', ['mail'])).toBe(
    'Desfeito: Maria S. Lima voltou. E-mail ficou como foi digitado depois',
  )
})
