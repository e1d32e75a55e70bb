/** Goals of the diagnosis, and tables whose rows are of several kinds: docs/rules.md#report-diagnosis */
import { describe, expect, test } from 'vitest'
import { workingTimeText } from '../../../src/domain/reports/cell-text.ts'
import { type DiagnosisCounts, diagnosisCountsSchema } from '../../../src/domain/reports/diagnosis.ts'
import { goalResults, monthsOf } from '../../../src/domain/reports/diagnosis-goals.ts'
import { attemptOf, LEAD_DUPLICATES_TABLE } from '../../../src/domain/reports/lead-duplicates.ts'
import { PROCESSING_TABLE, waitsForBroker } from '../../../src/domain/reports/processing.ts'
import { sheetCell, sheetRow } from '../../../src/domain/reports/report-sheet.ts'
import { headsOf, lineOf, type ReportTable } from '../../../src/domain/reports/table.ts'
import { NEW_GOALS, RENEWAL_GOALS } from '../../../src/domain/settings/goals.ts'
import { SETTING_LINES, settingProblem } from '../../../src/domain/settings/setting-lines.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'

test.each([
  ['2026-10-01', '2026-10-31', 1],
  ['2026-02-01', '2026-02-28', 1],
  ['2026-10-01', '2026-10-01', 1 / 31],
  ['2026-09-16', '2026-10-31', 1.5],
  ['2026-12-01', '2027-02-28', 3],
  ['2026-10-31', '2026-11-01', 1 / 31 + 1 / 30],
])('from %s to %s there are %f months', (from, to, months) => {
  expect(monthsOf({ from, to })).toBeCloseTo(months, 9)
})

const NOTHING = Object.fromEntries(
  Object.keys(diagnosisCountsSchema.shape).map((key) => [key, key.startsWith('average') ? null : 0]),
)
const counts = (given: Partial<DiagnosisCounts>) => diagnosisCountsSchema.parse({ ...NOTHING, ...given })
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

describe('goals', () => {
  const of = (
    given: Partial<DiagnosisCounts>,
    key: string,
    tab: 'renewal' | 'new' = 'renewal',
    brokers = 2,
  ) =>
    goalResults(tab, { counts: counts(given), brokers, range: OCTOBER, goals: settingsFrom([]) }).find(
      (goal) => goal.key === key,
    )

  test('a share is met from its goal upwards', () => {
    expect(of({ count_leads: 10, all_conections: 8 }, 'goal_renewal_contact')).toMatchObject({
      goal: 80,
      result: 80,
      difference: 0,
      met: true,
    })
    expect(of({ count_leads: 10, all_conections: 7 }, 'goal_renewal_contact')?.met).toBe(false)
  })

  test('29 of 100 are 29 %, though the division leaves a little less', () => {
    expect((29 / 100) * 100).toBeLessThan(29)
    const goals = settingsFrom([{ key: 'goal_renewal_contact', value: 29 }])
    const given = {
      counts: counts({ count_leads: 100, all_conections: 29 }),
      brokers: 1,
      range: OCTOBER,
      goals,
    }
    expect(goalResults('renewal', given).find(({ key }) => key === 'goal_renewal_contact')?.met).toBe(true)
  })

  test('a time is met up to its goal', () => {
    const day = 24 * 3600
    expect(of({ average_of_quotation_time: day }, 'goal_renewal_quote_hours')?.met).toBe(true)
    expect(of({ average_of_quotation_time: day + 1 }, 'goal_renewal_quote_hours')).toMatchObject({
      unit: 'time',
      difference: 1,
      met: false,
    })
  })

  test('a share or an average of nothing is neither met nor missed', () => {
    for (const key of ['goal_renewal_contact', 'goal_renewal_sold', 'goal_renewal_sale_hours'])
      expect(of({}, key), key).toMatchObject({ result: null, difference: null, met: null })
  })

  test('sales are those of a month for each broker', () => {
    expect(of({ sales_quantity: 40 }, 'goal_new_sales', 'new')).toMatchObject({ goal: 40, met: true })
    expect(of({ sales_quantity: 40 }, 'goal_new_sales', 'new', 3)).toMatchObject({ goal: 60, met: false })
  })
})

test('each goal is a setting with bounds', () => {
  for (const { key, unit } of [...RENEWAL_GOALS, ...NEW_GOALS]) {
    const line = SETTING_LINES.find((each) => each.key === key)
    if (line === undefined) throw new Error(`no line '${key}'`)
    expect(settingProblem(line, unit === 'percent' ? 101 : 1_000_000), key).not.toBeNull()
    expect(settingProblem(line, 20), key).toBeNull()
  }
})

test('a time below zero has one sign', () => {
  expect(workingTimeText(-(9.5 * 3600 + 3 * 3600 + 15 * 60))).toBe('−1 d 3 h 15 min')
  expect(workingTimeText(-1)).toBe('0 min')
})

test('a value of another kind than its column is text in the sheet', () => {
  const table: ReportTable<{ readonly value: number; readonly isTime: boolean }> = {
    name: 'misto',
    title: 'Misto',
    order: '',
    idOf: ({ value }) => String(value),
    columns: [
      {
        key: 'value',
        label: 'Valor',
        format: 'decimal',
        formatOf: ({ isTime }) => (isTime ? 'workingTime' : 'decimal'),
        value: ({ value }) => value,
      },
    ],
  }
  const cells = (value: number, isTime: boolean) => sheetRow(headsOf(table), lineOf(table, { value, isTime }))
  expect(cells(12.5, false)).toEqual([12.5])
  expect(cells(5400, true)).toEqual(['1 h 30 min'])
})

test.each([
  ['duration', '−26:30'],
  ['workingTime', '−26:30'],
  ['clock', '−26:30:00'],
] as const)('a time below zero is a text in the sheet: %s', (format, words) => {
  expect(sheetCell(-26.5 * 3600, format)).toBe(words)
})

test('a day before March 1900, which a sheet counts wrong, is a text', () => {
  expect(sheetCell('1899-12-31', 'date')).toBe('31/12/1899')
  expect(sheetCell('1900-03-01', 'date')).toEqual(new Date('1900-03-01T00:00Z'))
})

describe('rows with buttons', () => {
  test('an attempt is known by its line', () => {
    const row = {
      id: 7,
      proposal: '4711',
      client_name: 'Rui',
      vehicle: '',
      partner_id: null,
      partner: null,
      user_relead_id: 2,
      user_relead: 'Bruna',
      relead_at: null,
      created_at: '2026-10-01T12:00:00Z',
      released: true,
      released_by_id: 1,
      released_by: 'Ana',
      released_at: null,
    }
    expect(attemptOf(lineOf(LEAD_DUPLICATES_TABLE, row))).toEqual({
      id: 7,
      proposal: '4711',
      isReleased: true,
    })
    expect(attemptOf(lineOf(LEAD_DUPLICATES_TABLE, { ...row, released: false })).isReleased).toBe(false)
  })

  test.each([
    [0, false],
    [2, false],
    [9, true],
  ])('a renewal with status %i waits for a broker: %s', (update_status, waits) => {
    const line = lineOf(PROCESSING_TABLE, {
      id: 1,
      reference_month: '202610',
      policy_number: 'P',
      product: '',
      client_info: { client_name: 'Rui', client_cpf: '52998224725' },
      broker: null,
      renovator_hierarchical_group: null,
      lead_id: null,
      channel: { id: 29, name: 'Externo' },
      update_status,
      additional_information: '',
    })
    expect(waitsForBroker(line)).toBe(waits)
    // The channel's clients are shown without a document.
    expect(line.cells).toContain('Rui')
  })
})
