/** What a searched text may mean: docs/rules.md#search */
import { describe, expect, it } from 'vitest'
import {
  codesOf,
  isSearchable,
  leftOutPattern,
  mayLeaveOut,
  readSearch,
  type SearchReading,
  wordsPattern,
} from '../../../src/domain/board/search.ts'

const NOTHING: SearchReading = {
  leadId: null,
  oldNumber: '',
  document: '',
  phones: [],
  code: '',
  mail: '',
  words: [],
}

it.each<[text: string, expected: Partial<SearchReading>]>([
  ['', {}],
  ['  .-', { words: ['.-'] }],
  ['12', { leadId: 12, oldNumber: '12' }],
  ['2049', { leadId: 2049, oldNumber: '2049', document: '2049', phones: ['2049'], code: '2049' }],
  ['007.913', { leadId: 7913, oldNumber: '007.913', document: '007913', phones: ['007913'], code: '007913' }],
  ['(31) 98877-6650', { phones: ['31988776650'] }],
  ['+55 31 8877 6650', { phones: ['3188776650', '31988776650'] }],
  [
    '007.913.792-05',
    {
      oldNumber: '007.913.792-05',
      document: '00791379205',
      phones: ['0791379205', '07991379205'],
      code: '00791379205',
    },
  ],
  ['ana', { words: ['ana'] }],
  ['José  da Silva', { words: ['jose', 'da', 'silva'] }],
  ['ABC-1D23', { oldNumber: 'abc-1d23', document: 'ABC1D23', code: 'abc1d23', words: ['abc-1d23'] }],
  ['D-8', { oldNumber: 'd-8', words: ['d-8'] }],
  ['Ana.Souza@Exemplo', { mail: 'ana.souza@exemplo' }],
])('‘%s’', (text, expected) => {
  expect(readSearch(text)).toEqual({ ...NOTHING, ...expected })
  expect(isSearchable(text)).toBe(Object.keys(expected).length > 0)
})

const matches = (pattern: (words: string[]) => string, text: string, name: string) =>
  new RegExp(pattern(text.split(' '))).test(name)

describe('words of a name', () => {
  it.each<[string, string, boolean]>([
    ['ana souza', 'ana paula souza', true],
    ['an so', 'ana paula souza', true],
    ['souza ana', 'ana paula souza', false],
    ['na souza', 'ana paula souza', false],
    ['a.c', 'abc', false],
  ])('‘%s’ and ‘%s’: %s', (text, name, expected) => {
    expect(matches(wordsPattern, text, name)).toBe(expected)
  })
})

describe('letters left out', () => {
  it.each<[string, string, boolean]>([
    ['morera', 'joana moreira', true],
    ['mrcs', 'marcos vieira', true],
    ['ana slva', 'ana da silva', true],
    ['mrcs slv', 'marcos silva', true],
    // The first letter stays, and so does the order.
    ['oreira', 'joana moreira', false],
    ['moriera', 'joana moreira', false],
    // More than two letters in a row are another name.
    ['mrta', 'margareta', false],
    // A short word is no abbreviation.
    ['an slva', 'adriana silva', false],
  ])('‘%s’ and ‘%s’: %s', (text, name, expected) => {
    expect(matches(leftOutPattern, text, name)).toBe(expected)
  })

  it('need one longer word', () => {
    expect([mayLeaveOut(['mor']), mayLeaveOut(['mor', 'ze']), mayLeaveOut(['more'])]).toEqual([
      false,
      false,
      true,
    ])
  })
})

it.each<[notes: string, expected: string[]]>([
  ['', []],
  ['Apólice 12.345-6', ['123456']],
  ['Ligar. Apólice nº: AB-9911/22\nOutra apólice 778899', ['ab991122', '778899']],
  ['A apólice dele vence em março', []],
  ['Apólice número 5566', ['5566']],
])('policies of the notes ‘%s’', (notes, expected) => {
  const lead = { proposal: null, product_details: { license_plate: '' }, additional_information: notes }
  expect(codesOf(lead)).toEqual(expected)
})

it('codes are plate, proposal and policy, each once', () => {
  const lead = {
    proposal: 'P-778899',
    product_details: { license_plate: 'abc-1d23' },
    additional_information: 'Apólice ABC1D23',
  }
  expect(codesOf(lead)).toEqual(['abc1d23', 'p778899'])
})
