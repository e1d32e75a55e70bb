/** 'Funil de vendas': every stage against plain TypeScript over the same leads. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { funnelLines, funnelSchema } from '../../../src/domain/reports/funnel.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, SUMMER_PERIOD } from './data/leads.ts'
import {
  ADMIN,
  AVENIDA,
  BROKERS,
  BRUNA,
  CAIO,
  MANAGER,
  REFERRER,
  SHOP_OF_ONE,
  TEAM_NEW,
  TEAM_RENEWALS,
  USERS,
} from './data/people.ts'
import { isIn, workedBetween } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const HOUR_MS = 3_600_000

const isSold = (lead: ReportLead) => lead.state === 3 && lead.sold === 1
const isCalled = (lead: ReportLead) => {
  const worked = workedBetween(lead.capture_date, lead.first_call_date)
  return worked !== null && worked <= HOUR_MS
}

const STAGES: readonly (readonly [string, string, (lead: ReportLead) => boolean])[] = [
  ['leads', 'Leads', () => true],
  ['called', 'Ligação em até 1 h', isCalled],
  ['contacted', 'Contato', (lead) => lead.contact_date !== null],
  ['quoted', 'Cotação', (lead) => lead.quoted === 1],
  ['sold', 'Venda', isSold],
  ['pague_menos', 'Pague Menos', (lead) => isSold(lead) && lead.pague_menos === 2],
  ['seguro_conteudo', 'Conteúdo', (lead) => isSold(lead) && lead.seguro_conteudo === 2],
  ['backup_car', 'BackUp Car', (lead) => isSold(lead) && lead.backup_car === 2],
]

const inFunnel = (period: Period, more: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.create_lead_date) && more(lead))

const expected = (leads: readonly ReportLead[]) =>
  STAGES.map(([key, title, is]) => ({ key, title, value: leads.filter(is).length }))

const inTeam = (team: number) => {
  const ids = USERS.filter((user) => user.team === team).map(({ id }) => id)
  return (lead: ReportLead) => lead.broker_id !== null && ids.includes(lead.broker_id)
}

describeDatabase('the funnel', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
  const funnel = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/lead-chart?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return funnelSchema.parse(body)
  }
  const lines = async (user: number, query: string) =>
    funnelLines(await funnel(user, query)).map(({ key, title, value }) => ({ key, title, value }))

  test('six stages in order, the extras as values', async () => {
    const { data, as_of } = await funnel(MANAGER, days(MAIN_PERIOD))
    expect(data.map(({ title }) => title)).toEqual([
      'Leads',
      'Ligação em até 1 h',
      'Contato',
      'Cotação',
      'Venda',
      'Adicionais',
    ])
    expect(data.at(-1)).toEqual({ key: 'extras', title: 'Adicionais', values: expect.any(Array) })
    expect(Date.parse(as_of)).toBeGreaterThan(0)
  })

  test.each([
    ['the main period', MAIN_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
    ['a year', { from: '2026-01-01', to: '2026-12-31' }],
  ])('every stage of %s', async (_, period) => {
    const leads = inFunnel(period)
    expect(await lines(ADMIN, days(period))).toEqual(expected(leads))
    expect(leads.length).toBeGreaterThan(0)
  })

  test('every stage under any filter', async () => {
    const one = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const filter = fc.record({
      broker_id: one<number>(...BROKERS),
      insurance_id: one(1, 2, 3, 4),
      channel_id: one(1, 2, 5, 8, 14, 29),
      technical_team_id: one(TEAM_NEW, TEAM_RENEWALS),
      period: fc.constantFrom(MAIN_PERIOD, MAIN_PERIOD, SUMMER_PERIOD, PERIOD_BEFORE),
    })
    let counted = 0
    await fc.assert(
      fc.asyncProperty(filter, async ({ period, ...asked }) => {
        const { broker_id, insurance_id, channel_id, technical_team_id: team } = asked
        const isAsked = (wanted: number | undefined, value: number | null) =>
          wanted === undefined || wanted === value
        const leads = inFunnel(
          period,
          (lead) =>
            isAsked(broker_id, lead.broker_id) &&
            isAsked(insurance_id, lead.insurance_id) &&
            isAsked(channel_id, lead.channel_id) &&
            (team === undefined || inTeam(team)(lead)),
        )
        counted += leads.length
        const path = addressOf('', {}, { date_ini: period.from, date_end: period.to, ...asked })
        expect(await lines(MANAGER, path.slice(1))).toEqual(expected(leads))
      }),
      { seed: 20_261_125, numRuns: 40 },
    )
    expect(counted).toBeGreaterThan(40)
  })

  const YEAR = { from: '2026-01-01', to: '2026-12-31' }
  test.each<[string, string, (lead: ReportLead) => boolean]>([
    ['a broker', `broker_id=${CAIO}`, (lead) => lead.broker_id === CAIO],
    ['a sector', 'insurance_id=1', (lead) => lead.insurance_id === 1],
    ['a channel', 'channel_id=1', (lead) => lead.channel_id === 1],
    ['a team', `technical_team_id=${TEAM_NEW}`, inTeam(TEAM_NEW)],
    [
      'a sector of a team',
      `technical_team_id=${TEAM_RENEWALS}&insurance_id=1`,
      (lead) => inTeam(TEAM_RENEWALS)(lead) && lead.insurance_id === 1,
    ],
  ])('the filter by %s', async (_, query, is) => {
    const leads = inFunnel(YEAR, is)
    expect(leads.length).toBeGreaterThan(0)
    expect(leads.length).toBeLessThan(inFunnel(YEAR).length)
    expect(await lines(MANAGER, `${days(YEAR)}&${query}`)).toEqual(expected(leads))
  })

  test.each<[string, number, (lead: ReportLead) => boolean]>([
    ['a broker its own', BRUNA, (lead) => lead.broker_id === BRUNA],
    ['a dealership those of its partners', SHOP_OF_ONE, (lead) => lead.partner_id === AVENIDA],
    ['a referrer those that it referred', REFERRER, (lead) => lead.inviter_id === REFERRER],
  ])('%s', async (_, user, is) => {
    const leads = inFunnel(YEAR, is)
    expect(leads.length).toBeGreaterThan(0)
    expect(await lines(user, days(YEAR))).toEqual(expected(leads))
  })

  test('both dates are required, and an unknown name is refused', async () => {
    const ask = (query: string) => house.ask(ADMIN, `/lead-chart?${query}`)
    expect((await ask('date_ini=2026-10-01')).body).toMatchObject({
      errors: { date_end: [expect.any(String)] },
    })
    expect((await ask('')).status).toBe(400)
    expect((await ask(`${days(YEAR)}&team=1`)).status).toBe(400)
    const reversed = await ask(`date_ini=${MAIN_PERIOD.to}&date_end=${MAIN_PERIOD.from}`)
    expect(reversed).toMatchObject({
      status: 400,
      body: { message: 'O período começa em 31/10/2026, depois de terminar em 01/10/2026.' },
    })
  })
})
