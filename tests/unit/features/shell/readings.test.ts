import { expect, it } from 'vitest'
import { readings } from '../../../../src/features/shell/readings.ts'

it.each([
  ['', []],
  ['  .-', []],
  ['12', [{ leadId: 12 }, { oldNumber: '12' }]],
  ['2049', [{ leadId: 2049 }, { cpf: '2049' }, { phone: '2049' }, { oldNumber: '2049' }]],
  ['007.913', [{ leadId: 7913 }, { cpf: '007913' }, { phone: '007913' }, { oldNumber: '007.913' }]],
  ['(31) 98877-6650', [{ phone: '31988776650' }]],
  ['+55 31 98877 6650', [{ phone: '31988776650' }]],
  ['(31', [{ clientName: '(31' }, { oldNumber: '(31' }]],
  ['007.913.792-05', [{ cpf: '00791379205' }, { phone: '0791379205' }, { oldNumber: '007.913.792-05' }]],
  ['ana', [{ clientName: 'ana' }]],
  ['José da Silva', [{ clientName: 'José da Silva' }]],
  ['12.abc.345', [{ clientName: '12.abc.345' }, { cpf: '12ABC345' }, { oldNumber: '12.abc.345' }]],
  ['D-8', [{ clientName: 'D-8' }, { oldNumber: 'D-8' }]],
] as const)('‘%s’ is searched as a lead number, a phone, a document or a name', (text, expected) => {
  expect(readings(text)).toEqual(expected)
})
