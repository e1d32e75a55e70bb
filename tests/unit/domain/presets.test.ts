import { expect, test } from 'vitest'
import { sheetFileName, sheetName } from '../../../src/domain/sheet/sheet.ts'
import { rangePresets } from '../../../src/domain/time/presets.ts'

test('presets are days of São Paulo, also late in the evening of a month of 30 days', () => {
  // 30/11/2026 22:00 in São Paulo.
  expect(rangePresets(Date.parse('2026-12-01T01:00:00Z'))).toEqual([
    { label: 'Hoje', from: '2026-11-30', to: '2026-11-30' },
    { label: '7 dias', from: '2026-11-24', to: '2026-11-30' },
    { label: 'Mês atual', from: '2026-11-01', to: '2026-11-30' },
    { label: 'Mês passado', from: '2026-10-01', to: '2026-10-31' },
    { label: '12 meses', from: '2025-11-30', to: '2026-11-30' },
  ])
})

test('the name of a sheet has no sign that Excel refuses, and 31 characters at most', () => {
  expect(sheetName('Rel: Indicações/Corretora [1]')).toBe('Rel  Indicações Corretora  1')
  expect(sheetName('x'.repeat(40))).toHaveLength(31)
  expect(sheetName('***')).toBe('Dados')
})

test('the file of a sheet has the days of its filter in its name', () => {
  const today = '2026-11-24'
  const range = { from: '2026-11-01', to: '2026-11-30', today }
  expect(sheetFileName('auditoria', range)).toBe('auditoria_01_11_2026_30_11_2026.xlsx')
  expect(sheetFileName('auditoria', { from: today, to: today, today })).toBe('auditoria_24_11_2026.xlsx')
  expect(sheetFileName('auditoria', { today })).toBe('auditoria_24_11_2026.xlsx')
})
