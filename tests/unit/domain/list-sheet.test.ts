/** The sheet of a list: three lines above, real dates, the filter in words. docs/rules.md#sheets-of-lists */
import { expect, test } from 'vitest'
import { listSheetFile } from '../../../src/domain/sheet/list-sheet.ts'
import { userFilterWords } from '../../../src/features/administration/users/users-search.ts'
import { deviceFilterWords } from '../../../src/features/devices/devices-search.ts'
import { readSheet } from '../../api/reports/sheets/read-sheet.ts'

interface Row {
  readonly name: string
  readonly at: string | null
}

const sheetOf = async (filters: readonly string[], notes?: readonly string[]) =>
  readSheet(
    await listSheetFile<Row>({
      title: 'Usuários',
      columns: [
        { label: 'Nome', format: 'text', value: ({ name }) => name },
        { label: 'Último acesso', format: 'moment', value: ({ at }) => at },
      ],
      rows: [
        { name: '=1+1', at: '2026-11-23T15:00:00Z' },
        { name: 'Caio', at: null },
      ],
      brokerage: 'Lume Seguros',
      filters,
      asOf: '2026-11-24T12:30:00Z',
      userName: 'Ana Lima',
      ...(notes === undefined ? {} : { notes }),
    }),
  )

test('says what it is, its filter, its instant and its author; instants are numbers, texts stay texts', async () => {
  const { name, rows, autoFilter } = await sheetOf(['Perfil: Corretor'], ['faltam 2 linhas'])
  expect(name).toBe('Usuários')
  expect(rows.slice(0, 4).map(([cell]) => cell?.value)).toEqual([
    'Lume Seguros · Usuários',
    'Perfil: Corretor',
    'Dados de 24/11/2026 09:30 · Exportado por Ana Lima · faltam 2 linhas',
    'Nome',
  ])
  // 12:00 of São Paulo on the 23rd.
  expect(rows[4]?.[0]).toMatchObject({ kind: 'text', value: '=1+1' })
  expect(rows[4]?.[1]).toMatchObject({ kind: 'number', format: 'dd/mm/yyyy hh:mm', value: 46349.5 })
  expect(rows[5]?.[1] ?? null).toBeNull()
  expect(autoFilter).toBe('A4:B6')
})

test('without a filter it says so', async () => {
  const { rows } = await sheetOf([])
  expect(rows[1]?.[0]?.value).toBe('Sem filtros')
})

test('filters are told in the words of their fields', () => {
  const partners = new Map([[7, 'Siqueira Fiat']])
  expect(
    userFilterWords(
      { nome: 'ana', perfil: 3, equipe: 2, empresa: 7, acesso: 'nunca', tablet: 'sim', status: 'inativos' },
      { partners, teams: [{ id: 2, description: 'Novos' }] },
    ),
  ).toEqual([
    'Nome: ana',
    'Perfil: Corretor',
    'Equipe: Novos',
    'Concessionária: Siqueira Fiat',
    'Último acesso: Nunca entrou',
    'Tablet compartilhado: Só quem usa',
    'Situação: Inativos',
  ])
  expect(
    deviceFilterWords(
      { usuario: 'bruna', trabalho: 'parado', contato: '30', antiga: true, empresa: 9 },
      partners,
    ),
  ).toEqual([
    'Usuário: bruna',
    'Concessionária: Nº 9',
    'Não enviado: Parado há mais de um dia',
    'Último contato: Há mais de 30 dias',
    'Versão antiga',
  ])
})
