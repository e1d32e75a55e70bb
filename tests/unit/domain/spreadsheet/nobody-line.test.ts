/** Lines that are nobody are refused with their reason, and persons with such names are not. */
import { describe, expect, test } from 'vitest'
import { nobodyReason } from '../../../../src/domain/spreadsheet/nobody-line.ts'

const HEADERS = ['Nome', 'CPF', 'Celular']
const reasonOf = (...cells: readonly string[]) =>
  nobodyReason({ cells, headers: HEADERS, name: 0, known: [1, 2] })

describe('nobody is', () => {
  test.each([
    [['Nome', 'CPF', 'Celular'], 'Repete os títulos das colunas'],
    [['NOME', 'cpf', ''], 'Repete os títulos das colunas'],
    [['Nome', '', ''], 'Repete os títulos das colunas'],
    [['Total de registros: 1', '', ''], 'É um total, e não uma pessoa: ‘Total de registros: 1’'],
    [['Total', '', '12'], 'É um total, e não uma pessoa: ‘Total’'],
    [['TOTAL GERAL', '', 'R$ 1.500,00'], 'É um total, e não uma pessoa: ‘TOTAL GERAL’'],
    [['Subtotal: 3', '', ''], 'É um total, e não uma pessoa: ‘Subtotal: 3’'],
    [['Qtd. 3', '', ''], 'É um total, e não uma pessoa: ‘Qtd. 3’'],
    [
      ['Emitido em 28/11/2026 09:00 por Fulano', '', ''],
      'É do relatório, e não uma pessoa: ‘Emitido em 28/11/2026 09:00 por Fulano’',
    ],
    [['Página 1 de 3', '', ''], 'É do relatório, e não uma pessoa: ‘Página 1 de 3’'],
    [['Relatório de clientes', '', ''], 'É do relatório, e não uma pessoa: ‘Relatório de clientes’'],
    [['* valores em reais', '', ''], 'É do relatório, e não uma pessoa: ‘* valores em reais’'],
    [['Corretor: Fulano de Tal', '', ''], 'Não parece um nome: ‘Corretor: Fulano de Tal’'],
    [['28/11/2026 09h', '', ''], 'Não parece um nome: ‘28/11/2026 09h’'],
    [['12345', '529.982.247-25', ''], 'Nome sem nenhuma letra: ‘12345’'],
    [['???', '', '31988887777'], 'Nome sem nenhuma letra: ‘???’'],
  ])('%j', (cells, reason) => expect(reasonOf(...cells)).toBe(reason))
})

describe('somebody is', () => {
  test.each([
    [['Ana Reis', '', '']],
    [['Total Express Ltda', '', '']],
    [['Total', '11.222.333/0001-81', '']],
    [['Emitido Souza', '', '']],
    [['Página Um Livraria', '', '']],
    [['Fonte Nova Veículos', '', '']],
    [['Nome', '529.982.247-25', '31988887777']],
    [['Loja 24:00', '', '31988887777']],
  ])('%j', (cells) => expect(reasonOf(...cells)).toBeNull())
})
