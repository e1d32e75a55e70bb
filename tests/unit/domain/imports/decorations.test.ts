/**
 * A value that files and people write in many ways is read as the true one, or left out and noted: never as another one.
 * docs/rules.md#spreadsheets
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAIL_TYPING } from '../../../../src/domain/client/mail-typing.ts'
import { formatDocument, isDocument } from '../../../../src/domain/documents/cpf-cnpj.ts'
import { CEP_TYPING, DOCUMENT_TYPING } from '../../../../src/domain/documents/document-typing.ts'
import { formatCep } from '../../../../src/domain/documents/masks.ts'
import type { Typing } from '../../../../src/domain/documents/typing.ts'
import { NO_DEFAULTS, NO_NAMES } from '../../../../src/domain/imports/names.ts'
import { readList } from '../../../../src/domain/imports/read-list.ts'
import { formatMoney, moneyIn } from '../../../../src/domain/money/money.ts'
import { formatPhone } from '../../../../src/domain/phone/phone.ts'
import { PHONE_TYPING } from '../../../../src/domain/phone/phone-typing.ts'
import { type Cell, centsOf, identifierOf } from '../../../../src/domain/spreadsheet/cells.ts'
import { withChecks } from '../../../support/made-numbers.ts'
import { runsOf } from '../../../support/slice.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const MAPPING = { client_name: 0, document: 1, cellphone: 2, mail: 3, cep: 4 }
const RUNS = runsOf(2000)

/** What a line of 'Clientes' with these cells becomes. */
function clientOf(cells: { readonly [Name in keyof typeof MAPPING]?: Cell }) {
  const line = Object.keys(MAPPING).map(
    (name) => Object.entries(cells).find(([key]) => key === name)?.[1] ?? '',
  )
  line[0] = 'Ana Reis'
  const read = readList(
    { lines: [{ line: 2, cells: line }] },
    { list: 'clients', mapping: MAPPING, names: NO_NAMES, defaults: NO_DEFAULTS, nowMs: NOW },
  )
  if (read.list !== 'clients') throw new Error('another list was read')
  const [good] = read.lines.good
  if (good === undefined) throw new Error(JSON.stringify(read.lines.refused))
  return good.row
}

/** What a field has after the text was pasted into it; null: it says that there is nothing. */
function pasted(typing: Typing, text: string): string | null {
  const found = typing.find?.(text) ?? { kind: 'typed' }
  if (found.kind === 'found') return found.value
  return found.kind === 'typed' ? typing.clean(text) : null
}

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`, 'u'))
const cpf = digits(9).map(withChecks).filter(isDocument)
/** A number that lost three zeros would be as long as a CPF. */
const cnpj = digits(8)
  .filter((root) => !root.startsWith('000'))
  .map((root) => withChecks(`${root}0001`))
  .filter(isDocument)
const mobile = fc
  .tuple(fc.constantFrom('11', '31', '55', '85'), digits(8))
  .map(([ddd, rest]) => `${ddd}9${rest}`)
const landline = fc
  .tuple(fc.constantFrom('11', '31', '55', '85'), fc.constantFrom('2', '3', '4', '5'), digits(7))
  .map((parts) => parts.join(''))
const cep = digits(7)
  .map((rest) => `${rest.startsWith('0') ? '3' : '0'}${rest}`)
  .filter((text) => !/^0[0]/u.test(text))
const mail = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,6}(?:[._+-][a-z0-9]{1,5})?$/u),
    fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/u),
  )
  .map(([user, domain]) => `${user}@${domain}.com.br`)

type Decorate = (plain: string, masked: string) => Cell

/** How any text is kept by spreadsheets. */
const KEPT: readonly Decorate[] = [
  (plain) => plain,
  (_, masked) => masked,
  (plain) => ` ${plain} `,
  (plain) => `\u00a0${plain}\u200b`,
  (plain) => `="${plain}"`,
  (_, masked) => `="${masked}"`,
  (plain) => `'${plain}`,
]
const NUMBERS: readonly Decorate[] = [
  ...KEPT,
  (plain) => Number(plain),
  (plain) => `${plain}.0`,
  (plain) => `${plain},00`,
]
const DOCUMENTS: readonly Decorate[] = [
  ...NUMBERS,
  (plain) => (plain.length === 11 ? `CPF: ${plain}` : `CNPJ ${plain}`),
  (plain) => (plain.length === 11 ? `CPF${plain}` : `CNPJ${plain}.`),
  (_, masked) => `CPF/CNPJ nº ${masked}`,
  (plain) => `${plain} Ana Reis`,
  (_, masked) => `${masked} (titular)`,
  (_, masked) => `Ana Reis - ${masked}.`,
]
const PHONES: readonly Decorate[] = [
  ...NUMBERS,
  (plain) => `+55${plain}`,
  (_, masked) => `+55 ${masked}`,
  (plain) => `0${plain}`,
  (plain) => `0xx${plain}`,
  (_, masked) => `Tel: ${masked}`,
  (_, masked) => `${masked} ramal 12`,
  (_, masked) => `${masked} falar com Ana`,
]
const BETWEEN = ['/', ' / ', ';', ', ', ' | ', ' - ', ' ', '   ', ' e ', ' ou ', ' ::: ', '\n', '']
const MAILS: readonly Decorate[] = [
  ...KEPT,
  (plain) => `<${plain}>`,
  (plain) => `mailto:${plain}`,
  (plain) => `Ana Reis <${plain}>`,
  (plain) => `E-mail: ${plain}`,
  (plain) => `${plain}; outra@exemplo.com.br`,
  (plain) => `${plain}.`,
]
const CEPS: readonly Decorate[] = [
  ...NUMBERS,
  (_, masked) => `CEP ${masked}`,
  (_, masked) => `Rua A, 10 - ${masked}`,
]

const one = (of: readonly Decorate[]) => fc.constantFrom(...of)
const isText = (cell: Cell): cell is string => typeof cell === 'string'

describe('a decorated value is the true one, in a file and pasted', () => {
  test('documents', () => {
    fc.assert(
      fc.property(fc.oneof(cpf, cnpj), one(DOCUMENTS), (document, decorate) => {
        const cell = decorate(document, formatDocument(document))
        const { client, notes } = clientOf({ document: cell })
        // Fewer digits than this may be any number, so they are no document.
        const isShort = typeof cell === 'number' && cell < 10_000_000
        expect([document, ...(isShort ? [''] : [])]).toContain(client.cpf)
        expect(notes.length > 0).toBe(client.cpf === '')
        if (isText(cell) && !cell.includes(',') && !cell.endsWith('.0'))
          expect(pasted(DOCUMENT_TYPING, cell)).toBe(document)
      }),
      { numRuns: RUNS },
    )
  })

  test('phones', () => {
    fc.assert(
      fc.property(fc.oneof(mobile, landline), one(PHONES), (phone, decorate) => {
        const cell = decorate(phone, formatPhone(phone))
        const { client, notes } = clientOf({ cellphone: cell })
        expect(client.cellphone || client.phone).toBe(phone)
        expect(notes).toEqual([])
        if (isText(cell) && !/[.,]0+$/u.test(cell)) expect(pasted(PHONE_TYPING, cell)).toBe(phone)
      }),
      { numRuns: RUNS },
    )
  })

  test('CEPs', () => {
    fc.assert(
      fc.property(cep, one(CEPS), (value, decorate) => {
        const cell = decorate(value, formatCep(value))
        const { client, notes } = clientOf({ cep: cell })
        expect(client.address.cep).toBe(value)
        expect(notes).toEqual([])
        if (isText(cell)) expect(pasted(CEP_TYPING, cell)).toBe(value)
      }),
      { numRuns: RUNS },
    )
  })

  test('mail addresses', () => {
    fc.assert(
      fc.property(mail, one(MAILS), (value, decorate) => {
        const cell = decorate(value, value)
        const { client, notes } = clientOf({ mail: cell })
        expect(client.mail).toBe(value)
        expect(notes).toEqual([])
        if (isText(cell)) expect(pasted(MAIL_TYPING, cell)).toBe(value)
      }),
      { numRuns: RUNS },
    )
  })

  test('amounts', () => {
    const decorations: readonly Decorate[] = [
      ...KEPT,
      (_, masked) => `R$ ${masked}`,
      (_, masked) => `R$${masked}`,
      (_, masked) => `Prêmio: R$ ${masked}`,
      (plain) => plain.replace('.', ','),
      (plain) => Number(plain),
    ]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), one(decorations), (cents, decorate) => {
        const cell = decorate((cents / 100).toFixed(2), formatMoney(cents))
        expect(centsOf(cell)).toBe(cents)
        if (isText(cell) && !/[='\u200b]/u.test(cell)) expect(moneyIn(cell)).toBe(cents)
      }),
      { numRuns: RUNS },
    )
  })

  test('numbers of policies keep their zeros', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4,12}$/u), one(KEPT), (number, decorate) => {
        expect(identifierOf(decorate(number, number))).toBe(number)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('what cannot be told is left out and noted, never another value', () => {
  test('two phones of one cell are both read, or none of another number', () => {
    const written = fc.constantFrom<Decorate>(
      (plain) => plain,
      (_, masked) => masked,
      (_, masked) => `+55 ${masked}`,
    )
    fc.assert(
      fc.property(
        mobile,
        landline,
        written,
        fc.constantFrom(...BETWEEN),
        (cellphone, phone, decorate, between) => {
          const texts = [cellphone, phone].map((number) => String(decorate(number, formatPhone(number))))
          const { client, notes } = clientOf({ cellphone: texts.join(between) })
          expect(['', cellphone]).toContain(client.cellphone)
          expect(['', phone]).toContain(client.phone)
          expect(notes.length > 0).toBe(client.cellphone === '' || client.phone === '')
          // Only digits without anything between may be divided in two ways.
          if (between !== '') expect([client.cellphone, client.phone]).toEqual([cellphone, phone])
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('phones of other countries', () => {
    const country = fc.constantFrom('1', '31', '34', '351', '39', '44', '49', '54', '598')
    fc.assert(
      fc.property(
        country,
        fc.stringMatching(/^\d{7,10}$/u),
        fc.constantFrom('+', '00', '+ ', '+('),
        (code, rest, sign) => {
          const text = `${sign}${code}${sign === '+(' ? ')' : ''} ${rest}`
          const { client, notes } = clientOf({ cellphone: text })
          expect([client.cellphone, client.phone]).toEqual(['', ''])
          expect(notes).toEqual(['Telefone inválido no arquivo'])
          expect(pasted(PHONE_TYPING, text)).toBeNull()
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('two documents of one cell, and one with a digit too many or too few', () => {
    const glue = fc.constantFrom(' ', ' / ', ';', ' e ', '', '\n')
    fc.assert(
      fc.property(cpf, cpf, glue, (document, other, between) => {
        fc.pre(document !== other)
        const text = `${formatDocument(document)}${between}${formatDocument(other)}`
        expect(clientOf({ document: text })).toMatchObject({
          client: { cpf: '' },
          notes: ['CPF/CNPJ inválido no arquivo'],
        })
        expect(pasted(DOCUMENT_TYPING, text)).toBeNull()
      }),
      { numRuns: RUNS },
    )
  })

  test('CEPs of other lengths', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,12}$/u), (text) => {
        const { client } = clientOf({ cep: text })
        const true_ = text.length === 7 && !text.startsWith('0') ? `0${text}` : text
        expect([true_.length === 8 ? true_ : '', '']).toContain(client.address.cep)
      }),
      { numRuns: RUNS },
    )
  })

  test('any text: what is taken is in it', () => {
    const anyText = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789 .-/()+,;:@<>aã%R$\u00a0')),
      maxLength: 40,
    })
    fc.assert(
      fc.property(anyText, (text) => {
        const { client } = clientOf({ document: text, cellphone: text, mail: text, cep: text })
        const written = text.replaceAll(/\D/gu, '')
        for (const taken of [
          client.cellphone,
          client.phone,
          client.address.cep.replace(/^0/u, ''),
          client.cpf.replace(/^0+/u, ''),
        ])
          expect(written).toContain(taken)
        expect(text).toContain(client.mail)
      }),
      { numRuns: RUNS },
    )
  })
})
