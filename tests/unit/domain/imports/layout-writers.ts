/** What else stands in a file: its headers' spelling, the order of columns, titles, totals and foot lines. */
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import type { Chance } from '../../../sync/support/random.ts'
import type { OtherLine, Writer, WrittenTable } from './written-table.ts'

type Spell = (header: string) => string
const unaccented: Spell = (header) => header.normalize('NFD').replaceAll(/\p{M}/gu, '')
const SPELLINGS: readonly Spell[] = [
  (header) => header,
  (header) => header,
  (header) => header.toUpperCase(),
  (header) => header.toLowerCase(),
  unaccented,
  (header) => unaccented(header).toUpperCase(),
  (header) =>
    unaccented(header)
      .toUpperCase()
      .replaceAll(/[ ./-]+/gu, '_'),
  (header) => ` ${header} `,
  (header) => `${header}:`,
  (header) => `${header}*`,
  (header) => header.replaceAll(' ', '\n'),
  (header) => header.replaceAll(' ', '  '),
  (header) => header.normalize('NFD'),
]

export const withSpelledHeaders: Writer = {
  name: 'spelled headers',
  write: (table, chance) => {
    const spell = chance.pick(SPELLINGS)
    return { ...table, columns: table.columns.map((column) => ({ ...column, header: spell(column.header) })) }
  },
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const left = [...items]
  return items.map(() => {
    const [item] = left.splice(chance.below(left.length), 1)
    if (item === undefined) throw new Error('fewer items than before')
    return item
  })
}

export const inAnyOrder: Writer = {
  name: 'any order',
  write: (table, chance) => ({ ...table, columns: shuffled(table.columns, chance) }),
}

const FOOTS: readonly string[] = [
  'Total',
  'TOTAL GERAL',
  'Total de registros: 12',
  'Total: 12',
  'Emitido em 25/03/2026 10:00',
  'Emitido em: 25/03/2026',
  'Página 1 de 3',
  'Pág. 1/3',
  'Relatório gerado por Quiver em 25/03/2026',
  'Relatório de Apólices a Vencer',
  'Subtotal',
  'Qtde: 12',
  'Quantidade de registros: 12',
  '12 registros',
  '12 registro(s) encontrado(s)',
  '(12 rows affected)',
  '(12 linhas)',
  '-----------',
  '* * * * *',
  'Fim do relatório',
  '*** FIM ***',
  'Usuário: ANA.REIS',
  'Gerado por: Ana Reis',
  'Impresso por ANA às 10:30',
  'Filtro: Vigência de 01/03/2026 a 31/03/2026',
  'Seguradora: PORTO SEGURO',
  'Ramo: Automóvel',
  'Corretora: Farol Corretora de Seguros Ltda',
  'Período: 01/03/2026 a 31/03/2026',
  'Março/2026',
  'Continua na próxima página',
  'Fonte: Sistema Agger',
  'Data: 25/03/2026',
  'Observação: valores sujeitos a alteração',
  'Total Porto Seguro',
  'Soma',
  'Média',
  'Legenda: R = renovado',
]

/** A foot stands in the first column, or where the names are. */
function otherLine({ columns }: WrittenTable, chance: Chance): readonly Cell[] {
  if (chance.happens(0.25)) return columns.map(({ header }) => header)
  const text = chance.pick(FOOTS)
  const names = columns.findIndex(({ meaning }) => meaning === 'name')
  const place = chance.happens(0.6) ? names : 0
  const isSum = chance.happens(0.3)
  return columns.map(({ meaning }, at) => {
    if (at === place) return text
    return isSum && meaning === 'money' ? '123.456,78' : ''
  })
}

/** Somebody sorted the sheet with its headers: they stand among the lines. */
export const sortedWithHeaders: Writer = {
  name: 'sorted with headers',
  write: (table, chance) => {
    const rows = table.columns[0]?.cells.length ?? 0
    return { ...table, headersAt: chance.below(Math.min(rows, 10)) }
  },
}

/** A second line of headers above, of whom or what the columns are. */
export const withGroupHeaders: Writer = {
  name: 'group headers',
  write: (table) => ({
    ...table,
    others: [
      ...table.others,
      {
        before: -1,
        cells: table.columns.map(({ field }) => (field === null ? 'Outros dados' : 'Dados do cliente')),
      },
    ],
  }),
}

/** Another column with the header of one that a field is. */
export const withTwinHeaders: Writer = {
  name: 'twin headers',
  write: (table, chance) => {
    const own = table.columns.filter(
      ({ field, meaning }) => field !== null && !['phones', 'mail', 'text'].includes(meaning),
    )
    if (own.length === 0) return table
    const twin = chance.pick(own)
    const cells = [...twin.cells.slice(1), ...twin.cells.slice(0, 1)]
    return {
      ...table,
      columns: [...table.columns, { ...twin, field: null, cells, values: cells.map(() => '') }],
    }
  },
}

/** Lines that are nobody, below all and between. */
export const withOtherLines: Writer = {
  name: 'other lines',
  write: (table, chance) => {
    const rows = table.columns[0]?.cells.length ?? 0
    const others: OtherLine[] = [
      ...(chance.happens(0.4) ? [{ before: -1, cells: ['Relatório de clientes'] }] : []),
      ...(chance.happens(0.2) ? [{ before: -1, cells: [''] }] : []),
      ...Array.from({ length: 1 + chance.below(3) }, () => ({
        before: chance.happens(0.5) ? rows : 1 + chance.below(rows),
        cells: otherLine(table, chance),
      })),
    ]
    return { ...table, others: [...table.others, ...others] }
  },
}
