/** What of a report's tables leaves for the assistant's service. */
import { expect, test } from 'vitest'
import { Placeholders } from '../../../server/assistant/placeholders.ts'
import { contentForService } from '../../../server/assistant/tools/report-cells.ts'
import { referralRowSchema, shownLeads } from '../../../src/domain/reports/lead-rows.ts'

const ROW = referralRowSchema.parse({
  id: 7,
  client_name: 'Ana Souza',
  product: 'Vida, sem dependentes',
  create_lead_date: '2026-10-19T12:00:00Z',
  proposal_date: null,
  capture_date: null,
  capture_on_time: null,
  end_lead_date: null,
  attendance_on_time: null,
  state: 1,
  status: 1,
  sold: null,
  broker_id: null,
  broker_name: null,
  insurance_details: {
    kind: 'life',
    dependents: 0,
    serious_illnesses: 'Asma',
    marital_status: 'Casado',
  },
})

test('the details of an external indication are in the sheet, and never leave', () => {
  const table = shownLeads([ROW], 1)
  expect(table.sheet?.lines[0]?.cells.at(-1)).toBe(
    'Estado civil: Casado; Dependentes: 0; Doenças graves: Asma',
  )
  const content = { asOf: ROW.create_lead_date, figures: [], chart: null, tables: [table] }
  const sent = contentForService(content, new Placeholders({}, false))
  expect(sent.tabelas[0]?.colunas).toContain('Corretor')
  expect(JSON.stringify(sent)).not.toMatch(/Detalhes|Asma|Casado/)
})
