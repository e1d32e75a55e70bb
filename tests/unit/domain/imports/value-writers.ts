/** The ways in which files write documents, phones, addresses, amounts, codes and names. */
import { formatDocument } from '../../../../src/domain/documents/cpf-cnpj.ts'
import { formatCep } from '../../../../src/domain/documents/masks.ts'
import { formatPhone } from '../../../../src/domain/phone/phone.ts'
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import type { Chance } from '../../../sync/support/random.ts'
import { isOfDays, type Meaning, type Writer, type WrittenColumn } from './written-table.ts'

/** null: this way can't write the value. */
type Way = (value: string, chance: Chance) => Cell
type Ways = readonly Way[]

const KEPT: Ways = [
  (value) => value,
  (value) => value,
  (value) => ` ${value} `,
  (value) => `\u00a0${value}\u200b`,
  (value) => `="${value}"`,
  (value) => `'${value}`,
  (value) => `${value}\t`,
]
const isWhole = (value: string) => /^\d+$/u.test(value)
const AS_NUMBER: Ways = [
  (value) => (isWhole(value) ? Number(value) : null),
  (value) => (isWhole(value) ? `${Number(value)}.0` : null),
  (value) => (isWhole(value) ? String(Number(value)) : null),
]
const masked =
  (mask: (value: string) => string, write: (text: string, chance: Chance) => string): Way =>
  (value, chance) =>
    write(mask(value), chance)
const kept = (mask: (value: string) => string): Ways =>
  KEPT.map((way) => (value, chance) => way(mask(value), chance))

const DOCUMENTS: Ways = [
  ...KEPT,
  ...kept(formatDocument),
  ...AS_NUMBER,
  masked(formatDocument, (text) => `CPF/CNPJ: ${text}`),
  masked(formatDocument, (text) => `${text} (titular)`),
  masked(formatDocument, (text) => text.replaceAll('.', ' ')),
  masked(formatDocument, (text) => text.replaceAll('-', '–')),
  (value) => (value.length === 11 ? `0000${value}` : `0${value}`),
  (value) => `${value},00`,
  (value) => `${value} - Ana`,
]

const PHONE: Ways = [
  ...KEPT,
  ...kept(formatPhone),
  ...AS_NUMBER,
  masked(formatPhone, (text) => `+55 ${text}`),
  (value) => `55${value}`,
  (value) => `+55${value}`,
  (value) => `0${value}`,
  (value) => `0xx${value}`,
  (value) => `015${value}`,
  (value) => `${value.slice(0, 2)} ${value.slice(2)}`,
  (value) => `(0${value.slice(0, 2)}) ${value.slice(2, -4)}-${value.slice(-4)}`,
  (value) => `(0xx${value.slice(0, 2)}) ${value.slice(2, -4)}.${value.slice(-4)}`,
  masked(formatPhone, (text) => `${text} (falar com Ana)`),
  masked(formatPhone, (text) => `Tel: ${text}`),
  masked(formatPhone, (text) => `${text} R. 12`),
]
const BETWEEN = [
  '/',
  ' / ',
  ';',
  ', ',
  ' | ',
  ' - ',
  '   ',
  ' e ',
  ' ou ',
  '',
  '\n',
  ' // ',
  '+',
  ' & ',
] as const

/** Several phones of a cell are parted by '+'. */
const PHONES: Ways = PHONE.map(
  (way) => (value, chance) =>
    value.includes('+')
      ? value
          .split('+')
          .map((each) => String(way(each, chance) ?? each))
          .join(chance.pick(BETWEEN))
      : way(value, chance),
)

const MAILS: Ways = [
  ...KEPT,
  (value) => `<${value}>`,
  (value) => `mailto:${value}`,
  (value) => `Ana Reis <${value}>`,
  (value) => `"Reis, Ana" <${value}>`,
  (value) => `${value};`,
  (value) => `${value}; outra@exemplo.com.br`,
  (value) => `${value} / outra@exemplo.com.br`,
  (value) => `E-mail: ${value}`,
]
const CEPS: Ways = [
  ...KEPT,
  ...kept(formatCep),
  ...AS_NUMBER,
  masked(formatCep, (text) => `CEP ${text}`),
  masked(formatCep, (text) => `${text.slice(0, 2)}.${text.slice(2)}`),
  masked(formatCep, (text) => text.replace('-', ' - ')),
]

const grouped = (text: string, sign: string) => text.replaceAll(/\B(?=(?:\d{3})+$)/gu, sign)
const amount = (sign: string, decimal: string): Way => {
  return (value) => {
    const [whole = '', cents = ''] = value.split('.')
    return `${grouped(whole, sign)}${decimal}${cents}`
  }
}
const BRAZILIAN = amount('.', ',')
const MONEY: Ways = [
  BRAZILIAN,
  amount('', ','),
  amount('', '.'),
  amount(',', '.'),
  amount(' ', ','),
  amount("'", '.'),
  (value) => Number(value),
  (value, chance) => `R$ ${String(BRAZILIAN(value, chance))}`,
  (value, chance) => `R$${String(BRAZILIAN(value, chance))}`,
  (value, chance) => `${String(BRAZILIAN(value, chance))} BRL`,
  (value) => `${value}0`,
  (value) => `${value}00`,
  (value) => `${value.replace('.', ',')}00`,
  (value) => String(Number(value)),
  (value) => String(Number(value)).replace('.', ','),
]
const PERCENTS: Ways = [
  (value) => `${value.replace('.', ',')}%`,
  (value) => `${value.replace('.', ',')} %`,
  (value) => `${value}%`,
  (value) => value.replace('.', ','),
  (value) => value,
  (value) => Number(value),
  (value) => `${Number(value).toFixed(2).replace('.', ',')} %`,
  (value) => Number(value).toFixed(4),
]
const CODES: Ways = [
  ...KEPT,
  (value) => (/^[1-9]\d*$/u.test(value) ? Number(value) : null),
  (value) => (/^[1-9]\d*$/u.test(value) ? `${value}.0` : null),
]
const TEXTS: Ways = [
  (value) => value,
  (value) => value,
  (value) => ` ${value} `,
  (value) => `="${value}"`,
  (value) => `'${value}`,
  (value) => value.replaceAll(' ', '  '),
  (value) => value.replaceAll(' ', '\u00a0'),
  (value) => value.normalize('NFD'),
]

const WAYS: Partial<Record<Meaning, Ways>> = {
  document: DOCUMENTS,
  phones: PHONES,
  mail: MAILS,
  cep: CEPS,
  money: MONEY,
  percent: PERCENTS,
  code: CODES,
  text: TEXTS,
  name: TEXTS,
}

/** What is no value of its kind, though it looks like one. */
const NONE: Partial<Record<Meaning, readonly Cell[]>> = {
  document: [
    '111.111.111-11',
    '529.982.247-26',
    '5.2998E+10',
    '529.982.247',
    '529982247250',
    '390.533.447-05 / 529.982.247-25',
    0,
  ],
  phones: [
    '+1 305 555 1234',
    '98888-7777',
    '0800 727 1234',
    '(20) 3333-4444',
    '0',
    '999999999',
    '+351 912 345 678',
    'não tem',
  ],
  mail: ['a@x,com.br', 'f..g@x.com', 'não tem', 'ana@', '@x.com', 'ana.x.com', 'ana @x.com', 'a@b@x.com'],
  cep: ['123456', '00000-000', '0', '30110', '301100000'],
  percent: ['0,15', '150', 'a combinar', '15 a 20', '-5'],
}
const BLANK: readonly Cell[] = ['', '', null, 'NULL', '\\N', 'N/D', '-', 'null', '—', ' ']

const inWays = (ways: Ways, column: WrittenColumn, chance: Chance): WrittenColumn => {
  const usual = chance.pick(
    // Three decimals can't be told from thousands where no amount of the column has more digits.
    column.meaning === 'money' && column.values.filter((value) => Number(value) >= 1000).length < 2
      ? [BRAZILIAN]
      : ways,
  )
  const strays = column.meaning !== 'money' && chance.happens(0.4) ? 0.3 : 0
  return {
    ...column,
    cells: column.cells.map((cell, row) => {
      const value = column.values[row] ?? ''
      if (value === '' || cell !== value) return cell
      return (strays > 0 && chance.happens(strays) ? chance.pick(ways) : usual)(value, chance) ?? value
    }),
  }
}

/** Each column in a way of its own, some with cells of other ways. */
export const decorated: Writer = {
  name: 'decorated',
  write: (table, chance) => ({
    ...table,
    columns: table.columns.map((column) => {
      const ways = WAYS[column.meaning]
      return ways === undefined || isOfDays(column) ? column : inWays(ways, column, chance)
    }),
  }),
}

/** Some cells without a value, or with what is none. */
export const withoutValues: Writer = {
  name: 'without values',
  write: (table, chance) => ({
    ...table,
    columns: table.columns.map((column) => {
      if (isOfDays(column) || column.field === null || column.meaning === 'name') return column
      const none = NONE[column.meaning] ?? []
      const left = new Map(
        column.values.flatMap((_, row) =>
          chance.happens(0.15)
            ? [[row, chance.pick(none.length > 0 && chance.happens(0.6) ? none : BLANK)] as const]
            : [],
        ),
      )
      return {
        ...column,
        values: column.values.map((value, row) => (left.has(row) ? '' : value)),
        cells: column.cells.map((cell, row) => (left.has(row) ? (left.get(row) ?? null) : cell)),
      }
    }),
  }),
}
