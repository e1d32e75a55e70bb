/** 'Relatório de Perdas': every ranking and its leads against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { lostSalesSchema, type RankingRow } from '../../../src/domain/reports/lost-sales.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import {
  ADMIN,
  AVENIDA,
  BRUNA,
  CAIO,
  COMPETITORS,
  ELISA,
  MANAGER,
  nameOf,
  PARTNERS,
  REFERRER,
} from './data/people.ts'
import { grouped, isIn, percent } from './data/reading.ts'
import { namedLead } from './named-row.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const REASONS = [
  'Preço',
  'Sem contato com o cliente',
  'Desistiu da compra',
  'Não tem interesse',
  'Fechou com outra corretora',
  'Risco recusado',
  'Dados incorretos',
  'Cliente já segurado',
  'Lead duplicado',
] as const

type Is = (lead: ReportLead) => boolean
const isLost: Is = ({ state, sold }) => state === 3 && sold === 0
const isSold: Is = ({ state, sold }) => state === 3 && sold === 1
const isToCompetitor: Is = (lead) => isLost(lead) && lead.lost_sale === 5

const finishedIn = (period: Period, more: Is = () => true) =>
  LEADS.filter(
    (lead) => !lead.cancelled && lead.state === 3 && isIn(period, lead.end_lead_date) && more(lead),
  )

const byName = new Intl.Collator('pt-BR')
const inOrder = (rows: readonly RankingRow[], first: 'v1' | 'v2') =>
  rows.toSorted(
    (one, other) =>
      (other[first] ?? 0) - (one[first] ?? 0) || other.v2 - one.v2 || byName.compare(one.name, other.name),
  )
const close = (rows: readonly RankingRow[]) =>
  rows.map((row) => ({ ...row, v1: row.v1 === null ? null : expect.closeTo(row.v1, 6) }))

type Names = (id: number | null) => string
const reasonName: Names = (id) => (id === null ? 'Sem motivo' : (REASONS[id - 1] ?? ''))
const brokerName: Names = (id) => nameOf(id) ?? 'Sem corretor'
const inviterName: Names = (id) => nameOf(id) ?? 'Sem indicador'
const shopName: Names = (id) => PARTNERS.find((shop) => shop.id === id)?.name ?? 'Sem concessionária'
const competitorName: Names = (id) => COMPETITORS.find((one) => one.id === id)?.name ?? 'Não informada'

function sharesOfAll(leads: readonly ReportLead[], idOf: (lead: ReportLead) => number | null, names: Names) {
  const rows = [...grouped(leads, idOf)].map(([name_id, own]) => ({
    name: names(name_id),
    name_id,
    v1: percent(own.length, leads.length),
    v2: own.length,
    v3: leads.length,
    v4: null,
  }))
  return close(inOrder(rows, 'v2'))
}

function sharesOfOwn(
  finished: readonly ReportLead[],
  idOf: (lead: ReportLead) => number | null,
  names: Names,
) {
  const all = finished.filter(isLost).length
  const rows = [...grouped(finished, idOf)].map(([name_id, own]) => {
    const lost = own.filter(isLost).length
    return {
      name: names(name_id),
      name_id,
      v1: percent(lost, own.length),
      v2: lost,
      v3: own.length,
      v4: all,
    }
  })
  return close(inOrder(rows, 'v2'))
}

function efficiency(finished: readonly ReportLead[]) {
  const rows = [...grouped(finished, (lead) => lead.broker_id)].map(([name_id, own]) => {
    const sold = own.filter(isSold).length
    return {
      name: brokerName(name_id),
      name_id,
      v1: percent(sold, own.length),
      v2: sold,
      v3: own.length,
      v4: null,
    }
  })
  return close(inOrder(rows, 'v1'))
}

describeDatabase('the report of losses', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/lostSaleReport?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return lostSalesSchema.parse(body)
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
  const listed = async (user: number, query: string) => idsOf((await report(user, query))[7])

  test('the data set has losses of each kind in the main period', () => {
    const finished = finishedIn(MAIN_PERIOD)
    expect(finished.filter(isLost).length).toBeGreaterThan(20)
    expect(finished.filter(isToCompetitor).length).toBeGreaterThan(4)
    expect(finished.filter(isSold).length).toBeGreaterThan(20)
    // Neither sold nor lost.
    expect(finished.filter(({ sold }) => sold === null).length).toBeGreaterThan(0)
  })

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every ranking of %s', async (_, period) => {
    const finished = finishedIn(period)
    const lost = finished.filter(isLost)
    const [reasons, brokers, competitors, inviters, partners, efficient, _names, leads, about] = await report(
      MANAGER,
      days(period),
    )
    expect(reasons).toEqual(sharesOfAll(lost, (lead) => lead.lost_sale, reasonName))
    expect(brokers).toEqual(sharesOfOwn(finished, (lead) => lead.broker_id, brokerName))
    expect(competitors).toEqual(
      sharesOfAll(lost.filter(isToCompetitor), (lead) => lead.competitor_broker, competitorName),
    )
    expect(inviters).toEqual(sharesOfOwn(finished, (lead) => lead.inviter_id, inviterName))
    expect(partners).toEqual(sharesOfOwn(finished, (lead) => lead.partner_id, shopName))
    expect(efficient).toEqual(efficiency(finished))
    expect(idsOf(leads)).toEqual(idsOf(lost))
    expect(about.total).toBe(lost.length)
    const ends = leads.map(({ end_lead_date }) => Date.parse(end_lead_date))
    expect(ends).toEqual(ends.toSorted((a, b) => b - a))
    // What the rankings count is what the list has.
    for (const ranking of [reasons, brokers, inviters, partners])
      expect(ranking.reduce((sum, { v2 }) => sum + v2, 0)).toBe(lost.length)
  })

  test('every column of the list, and the names of its numbers', async () => {
    const [, , , , , , names, leads] = await report(MANAGER, days(MAIN_PERIOD))
    const byId = new Map(LEADS.map((lead) => [lead.id, lead]))
    for (const row of leads) {
      const lead = byId.get(row.id)
      const [reason, shop] = [lead?.lost_sale ?? null, lead?.partner_id ?? null]
      if (lead === undefined) throw new Error(`no lead ${row.id}`)
      expect(row).toMatchObject({
        ...namedLead(lead),
        value: reason === null ? null : reasonName(reason),
        client_id: lead?.client.id,
        client_name: lead?.client.name,
        broker_id: lead?.broker_id,
        broker_name: nameOf(lead?.broker_id ?? null),
        lost_sale: lead?.lost_sale,
        lost_sale_name: reason === null ? null : reasonName(reason),
        channel_id: lead?.channel_id,
        partner_id: lead?.partner_id,
        partner_name: shop === null ? null : shopName(shop),
      })
      expect(row.channel_name).toBe(names.channel_id.find(({ id }) => id === row.channel_id)?.name)
      expect(row.channel_name).not.toBe('')
    }
    expect(names.competitor_broker).toEqual(COMPETITORS.map(({ id, name }) => ({ id, name })))
    expect(names.lost_sale).toEqual(REASONS.map((name, place) => ({ id: place + 1, name })))
  })

  test('each figure opens the leads that it counts', async () => {
    const finished = finishedIn(MAIN_PERIOD)
    const open = async (figure: string, row?: number) =>
      listed(MANAGER, `${days(MAIN_PERIOD)}&figure=${figure}${row === undefined ? '' : `&row=${row}`}`)
    const want = (is: Is) => idsOf(finished.filter(is))
    expect(await open('motivos', 3)).toEqual(want((lead) => isLost(lead) && lead.lost_sale === 3))
    expect(await open('motivos', 0)).toEqual(want((lead) => isLost(lead) && lead.lost_sale === null))
    expect(await open('corretores', CAIO)).toEqual(want((lead) => isLost(lead) && lead.broker_id === CAIO))
    expect(await open('corretores', 0)).toEqual(want((lead) => isLost(lead) && lead.broker_id === null))
    expect(await open('corretores_finalizados', CAIO)).toEqual(want(({ broker_id }) => broker_id === CAIO))
    expect(await open('concorrentes', 2)).toEqual(
      want((lead) => isToCompetitor(lead) && lead.competitor_broker === 2),
    )
    expect(await open('concorrentes', 0)).toEqual(
      want((lead) => isToCompetitor(lead) && lead.competitor_broker === null),
    )
    expect(await open('indicadores', REFERRER)).toEqual(
      want((lead) => isLost(lead) && lead.inviter_id === REFERRER),
    )
    expect(await open('concessionarias', AVENIDA)).toEqual(
      want((lead) => isLost(lead) && lead.partner_id === AVENIDA),
    )
    expect(await open('eficiencia', ELISA)).toEqual(want((lead) => isSold(lead) && lead.broker_id === ELISA))
    expect(await open('eficiencia')).toEqual(want(isSold))
    expect(await open('eficiencia_finalizados')).toEqual(want(() => true))
  })

  test('filters narrow the rankings and the list', async () => {
    const query = `${days(MAIN_PERIOD)}&partner_id=${AVENIDA}&insurance_id[]=1&insurance_id[]=3&broker_id[]=${BRUNA}&broker_id[]=${CAIO}`
    const finished = finishedIn(
      MAIN_PERIOD,
      (lead) =>
        lead.partner_id === AVENIDA &&
        [1, 3].includes(lead.insurance_id ?? 0) &&
        [BRUNA, CAIO].includes(lead.broker_id ?? 0),
    )
    const [, brokers, , , , , , leads] = await report(ADMIN, query)
    expect(finished.filter(isLost).length).toBeGreaterThan(0)
    expect(idsOf(leads)).toEqual(idsOf(finished.filter(isLost)))
    expect(brokers).toEqual(sharesOfOwn(finished, (lead) => lead.broker_id, brokerName))
  })

  test('a page of the order that was asked for', async () => {
    const [, , , , , , , all] = await report(MANAGER, `${days(MAIN_PERIOD)}&order=client_name`)
    const [, , , , , , , page, about] = await report(
      MANAGER,
      `${days(MAIN_PERIOD)}&order=client_name&page=2&per_page=7`,
    )
    expect(page).toEqual(all.slice(7, 14))
    expect(about.total).toBe(all.length)
  })

  test('a broker sees its own losses; unknown names are refused', async () => {
    const [, brokers, , , , , , leads] = await report(BRUNA, days(MAIN_PERIOD))
    expect(brokers.map(({ name_id }) => name_id)).toEqual([BRUNA])
    expect(idsOf(leads)).toEqual(
      idsOf(finishedIn(MAIN_PERIOD, (lead) => lead.broker_id === BRUNA).filter(isLost)),
    )
    const status = async (query: string) =>
      (await house.ask(MANAGER, `/leads/lostSaleReport?${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&surprise=1')).toBe(400)
    expect(await status('&figure=surprise')).toBe(400)
    expect(await status('&order=surprise')).toBe(400)
  })

  test('the sheet has every lost lead of the filter', async () => {
    const { above, rows } = await house.sheet(BRUNA, `/leads/lostSaleReportExport?${days(MAIN_PERIOD)}`)
    const lost = finishedIn(MAIN_PERIOD, (lead) => isLost(lead) && lead.broker_id === BRUNA)
    expect(above[0]).toMatch(/^Relatório de Perdas: Clientes · Período: 01\/10\/2026 a 31\/10\/2026 \(/)
    expect(rows[0]?.slice(0, 5)).toEqual(['Cliente', 'Corretor', 'Motivo', 'Canal', 'Concessionária'])
    const names = rows.slice(1).map(([name]) => String(name))
    expect(names.toSorted(byName.compare)).toEqual(
      lost.map(({ client }) => client.name).toSorted(byName.compare),
    )
    const empty = await house.sheet(
      MANAGER,
      '/leads/lostSaleReportExport?date_ini=2001-01-01&date_end=2001-01-02',
    )
    expect(empty.status).toBe(422)
  })
})
