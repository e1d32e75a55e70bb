/** The best hits of a text: docs/rules.md#search */
import { describe, expect, test } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead } from '../domain/fixtures.ts'

const ME = 10

function board(...leads: readonly Partial<Lead>[]) {
  const index = new BoardIndex(ME)
  index.put(leads.map((lead, place) => aLead({ uid: `lead-${place}`, id: 9000 + place, ...lead })))
  return (text: string, limit = 6, clients: ReadonlyMap<string, boolean> = new Map()) =>
    index.find(text, { brokerId: ME, limit, clients })
}
const own = { broker_id: ME, state: 2, status: 2 } as const
const plate = (license_plate: string) => ({
  product_details: { details: '', chassis: '', license_plate, year: '', brand: '' },
})

describe('the order of hits', () => {
  test('the own lead comes before strangers who match better by their names', () => {
    const find = board(
      { client_name: 'Moreira Lima' },
      { client_name: 'Ana Moreira', ...own },
      { client_name: 'Moreira', ...own },
    )
    expect(find('moreira').uids).toEqual(['lead-2', 'lead-1', 'lead-0'])
  })

  test('a whole number of a stranger comes before an own lead that ends so', () => {
    const find = board({ id: 2055 }, { client_cellphone: '31988772055', ...own })
    expect(find('2055').uids).toEqual(['lead-0', 'lead-1'])
  })

  test('of names what begins so is first, then a later word, then what is within a word', () => {
    const find = board(
      { client_name: 'Juliana Reis' },
      { client_name: 'Bia Ana Reis' },
      { client_name: 'Ana Reis' },
    )
    expect(find('ana').uids).toEqual(['lead-2', 'lead-1', 'lead-0'])
  })

  test('letters are left out only where nothing else matches', () => {
    const names = [{ client_name: 'Joana Moreira' }, { client_name: 'Marcos Silva' }]
    expect(board(...names)('morera').uids).toEqual(['lead-0'])
    expect(board(...names, { client_name: 'Rui Morera' })('morera').uids).toEqual(['lead-2'])
    expect(board(...names)('mor').uids).toEqual(['lead-0'])
  })
})

test('the total counts all hits, whatever the limit, and each once', () => {
  const find = board(
    ...Array.from({ length: 9 }, () => ({ client_name: 'Ana Ana', client_cpf: '11122233344' })),
  )
  expect(find('ana', 2)).toMatchObject({ total: 9, uids: { length: 2 } })
  expect(find('111222', 2)).toMatchObject({ total: 9 })
})

test('a whole plate comes before one that only begins so', () => {
  const find = board(plate('ABC1D234'), plate('abc-1d23'))
  expect(find('ABC1D23').uids).toEqual(['lead-1', 'lead-0'])
})

test('a mail finds the leads of its clients, the whole one first', () => {
  const find = board({ client_uid: 'a' }, { client_uid: 'b', ...own }, { client_uid: 'c' })
  const clients = new Map([
    ['a', true],
    ['b', false],
  ])
  expect(find('ana@exemplo', 6, clients).uids).toEqual(['lead-0', 'lead-1'])
})

test('a removed lead and a changed name are found no more', () => {
  const index = new BoardIndex(ME)
  const find = (text: string) => index.find(text, { brokerId: ME, limit: 6, clients: new Map() }).uids
  index.put([aLead({ uid: 'a', client_name: 'Ana', ...plate('ABC1D23') })])
  expect(find('abc1d23')).toEqual(['a'])
  index.put([aLead({ uid: 'a', client_name: 'Bia', ...plate('') })])
  expect([find('abc1d23'), find('ana'), find('bia')]).toEqual([[], [], ['a']])
  index.remove(['a'])
  expect(find('bia')).toEqual([])
})
