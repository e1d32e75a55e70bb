import { expect, test } from 'vitest'
import { auditChanges, auditValue } from '../../../src/domain/audit/audit-words.ts'
import { sheetName } from '../../../src/domain/sheet/sheet.ts'
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

test('an entry of the audit names what differs, in words', () => {
  expect(
    auditChanges({ name: 'Ana', active: true, tags: [1] }, { name: 'Bia', active: true, tags: [1] }),
  ).toEqual([{ field: 'name', before: 'Ana', after: 'Bia' }])
  expect(auditChanges(null, { name: 'Ana', phone: null })).toEqual([
    { field: 'name', before: null, after: 'Ana' },
  ])
  expect(
    [null, '', true, 2.5, [], [{ id: 1, name: 'Auto' }], { description: 'Equipe' }].map(auditValue),
  ).toEqual(['—', '—', 'Sim', '2,5', '—', 'Auto', 'Equipe'])
})

test('the name of a sheet has no sign that Excel refuses, and 31 characters at most', () => {
  expect(sheetName('Rel: Indicações/Corretora [1]')).toBe('Rel  Indicações Corretora  1')
  expect(sheetName('x'.repeat(40))).toHaveLength(31)
  expect(sheetName('***')).toBe('Dados')
})
