/**
 * Whose leads each report counts, for each user of each role: its own alone, whatever it asks. A filter for another
 * user's data and a report of other roles are 403, for the answer and for each sheet. docs/rules.md#reports
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf } from '../../../src/api/call.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { isReportPath } from '../../../src/domain/permissions/reports.ts'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { exportedTable } from '../../../src/domain/reports/exported-table.ts'
import { funnelLines, funnelSchema } from '../../../src/domain/reports/funnel.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { type AppRoute, watchRoutes } from '../security/support/routes-of-app.ts'
import { describeDatabase } from '../support/databases.ts'
import {
  answerOf,
  contentOf,
  detailOf,
  idsOf,
  inOrder,
  periodOf,
  queryOf,
  summariesOf,
} from './ask-report.ts'
import { LEADS } from './data/leads.ts'
import { loadOtherRows } from './data/other-rows.ts'
import {
  ADMIN,
  BROKERS,
  BRUNA,
  DISTANTE,
  ELISA,
  INVITERS,
  MANAGER,
  NADIA,
  PARTNER_REFERRER,
  PARTNERS,
  REFERRER,
  type ReportUser,
  SHOP_OF_ONE,
  SHOP_OF_TWO,
  SPECIAL_REFERRER,
  TEAMS,
  USERS,
} from './data/people.ts'
import { BY_NAME, EVERY_REPORT, folded, isOwn, type ReportCase } from './every-report.ts'
import { PARTS } from './parts-of-reports.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

/** All days of the data set. */
const ALL: ReportFilter = { de: '2018-01-01', ate: '2026-12-31', mes: '2026' }
/** Of each role one or two: a broker in each team and in none, dealerships of one and of two partners. */
const ASKING = [
  ADMIN,
  MANAGER,
  BRUNA,
  ELISA,
  NADIA,
  SHOP_OF_ONE,
  SHOP_OF_TWO,
  REFERRER,
  SPECIAL_REFERRER,
  PARTNER_REFERRER,
]
const ACTIVE = USERS.filter(({ id }) => ASKING.includes(id)).map((user) => [user.name, user] as const)

type Whose = 'brokers' | 'partners' | 'inviters' | 'teams' | 'clients'
/** What the names of the queries are about; null: they name no user. A new name needs a line. */
const NAMES: Readonly<Record<string, Whose | null>> = {
  broker: 'brokers',
  brokers: 'brokers',
  broker_id: 'brokers',
  partners: 'partners',
  partner_id: 'partners',
  inviter_id: 'inviters',
  technical_teams: 'teams',
  technicalTeam: 'teams',
  client_id: 'clients',
  date_ini: null,
  date_end: null,
  date_start: null,
  start_date: null,
  end_date: null,
  reference_month: null,
  insurance_id: null,
  channel_id: null,
  status: null,
  call_status: null,
  client: null,
  client_name: null,
  proposal_id: null,
  isCallReport: null,
  page: null,
  per_page: null,
  paginate: null,
  order: null,
  figure: null,
  with_figures: null,
  tab: null,
  row: null,
  columns: null,
}

/** What a role must not ask about others. Anything else only narrows what is its own. */
const REFUSED: Readonly<Record<number, readonly Whose[]>> = {
  3: ['brokers', 'teams', 'clients'],
  4: ['partners', 'clients'],
  5: ['inviters'],
  6: ['inviters'],
  7: ['inviters'],
}

const isOwnLead = (user: ReportUser) => (lead: (typeof LEADS)[number]) =>
  !lead.cancelled && isOwn(user, lead, lead.broker_id)

/** Numbers of the kind: the user's own, and another user's. */
function numbersOf(whose: Whose, user: ReportUser): { own: number[]; foreign: number[] } {
  const split = (all: readonly number[], own: readonly number[]) => ({
    own: all.filter((id) => own.includes(id)),
    foreign: all.filter((id) => !own.includes(id)),
  })
  switch (whose) {
    case 'brokers':
      return split(BROKERS, [user.id])
    case 'partners':
      return split(
        PARTNERS.map(({ id }) => id),
        user.partners ?? [],
      )
    case 'inviters':
      return split(INVITERS, [user.id])
    case 'teams':
      return split(
        TEAMS.map(({ id }) => id),
        user.team === undefined ? [] : [user.team],
      )
    case 'clients': {
      const own = LEADS.filter(isOwnLead(user)).map(({ client }) => client.id)
      const foreign = LEADS.find(({ client }) => !own.includes(client.id))?.client.id
      return { own, foreign: [foreign ?? 0, 999_999] }
    }
  }
}

const namesOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
const kindOf = (name: string) => NAMES[name.replace('[]', '')]

/** Its rows come from another system, and belong to no lead: `quiver-sales.test.ts` proves it. */
const OF_QUIVER = {
  path: '/relatorio-vendas-quiver',
  calls: ['GET /quiver/sales', 'GET /quiver/products', 'GET /quiver/salesExport'],
}

describeDatabase('the scope of every report', (open) => {
  let house: ReportHouse
  let routes: readonly AppRoute[] = []
  beforeAll(() => {
    const watched = watchRoutes()
    routes = watched.routes
    return watched.done
  })
  inReportHouse(open, async (opened) => {
    house = opened
    await loadOtherRows(opened.store.db)
  })

  test('every report and every call of a report is proved here', () => {
    const paths = ROUTES.filter(({ path }) => isReportPath(path)).map(({ path }) => path)
    expect(new Set([...EVERY_REPORT.map(({ path }) => path), OF_QUIVER.path])).toEqual(new Set(paths))
    const calls = routes.filter(
      ({ route, action }) => route.startsWith('GET ') && action?.startsWith('report.'),
    )
    const proved = EVERY_REPORT.flatMap(({ route, files }) => [route, ...files.map((file) => file.route)])
    // proposal-book.test.ts proves the book.
    const apart = ['GET /sent-proposals/book/pdf', ...OF_QUIVER.calls]
    const others = ['GET /lead-chart', 'GET /reports/clients', 'GET /leads/list-broker', ...apart]
    expect(new Set([...calls.map(({ route }) => route), 'GET /leads/list-broker'])).toEqual(
      new Set([...others, ...proved.map(({ path }) => `GET ${path}`)]),
    )
  })

  test('every name of a query is known to be about users or not', () => {
    for (const { route, files } of EVERY_REPORT)
      for (const { query, path } of [route, ...files.map((file) => file.route)]) {
        expect(namesOf(query).length, path).toBeGreaterThan(0)
        expect(
          namesOf(query).filter((name) => kindOf(name) === undefined),
          path,
        ).toEqual([])
      }
  })

  /** The addresses of the answer and of the sheets, with further names. */
  const addressesOf = (one: ReportCase, more: object = {}) =>
    [one.route, ...one.files.map(({ route }) => route)].map(({ path, query }) => ({
      path: addressOf(path, {}, { ...queryOf(one, ALL), ...more }),
      names: namesOf(query),
    }))
  const statusOf = async (user: ReportUser, path: string) =>
    path.includes('xport')
      ? (await house.sheet(user.id, path)).status
      : (await house.ask(user.id, path)).status

  async function proveRefused(user: ReportUser, one: ReportCase): Promise<void> {
    for (const { path } of addressesOf(one)) expect(await statusOf(user, path), path).toBe(403)
  }

  async function proveOwn(user: ReportUser, one: ReportCase): Promise<void> {
    const asked = { user, filter: ALL, period: periodOf(one, ALL) }
    const { status, body } = await answerOf(house, one, asked)
    expect(status, JSON.stringify(body)).toBe(200)
    const content = one.content(body)
    PARTS[one.name]?.(body, one.counted(asked))
    if (one.report.paged !== null) {
      expect(inOrder(idsOf(detailOf(one, content)))).toEqual(inOrder(one.listed(asked)))
      const counted = new Set(one.counted(asked).map(({ id }) => id))
      for (const { heads } of summariesOf(one, content))
        for (const { figure } of heads.filter((head) => head.figure !== null)) {
          const opened = detailOf(one, await contentOf(house, one, asked, { figure: figure ?? '' }))
          expect(
            idsOf(opened).filter((id) => !counted.has(id)),
            figure ?? '',
          ).toEqual([])
        }
    }
    for (const { table, route } of one.files) {
      const shown = content.tables.find(({ name }) => name === table)
      if (shown === undefined) throw new Error(`no table ${table}`)
      const { lines, total } = exportedTable(shown)
      const sheet = await house.sheet(user.id, addressOf(route.path, {}, queryOf(one, ALL)))
      if (lines.length === 0 || content.isEmpty === true) expect(sheet.status, route.path).toBe(422)
      else expect(sheet.rows.length, route.path).toBe(1 + lines.length + (total === null ? 0 : 1))
    }
  }

  async function proveForged(user: ReportUser, one: ReportCase): Promise<void> {
    for (const name of namesOf(one.route.query)) {
      const whose = kindOf(name)
      if (whose === undefined || whose === null) continue
      const { own, foreign } = numbersOf(whose, user)
      const forms = (id: number) => (name.endsWith('[]') ? [[id], [...own.slice(0, 2), id]] : [[id]])
      const asked = (ids: readonly number[]) =>
        addressesOf(one, { [name]: ids }).filter(({ names }) => names.includes(name))
      if (REFUSED[user.role]?.includes(whose) === true)
        for (const ids of foreign.slice(0, 2).flatMap(forms))
          for (const { path } of asked(ids)) expect(await statusOf(user, path), path).toBe(403)
      // Of anything else the filter leaves a part of its own, as properties.test.ts proves.
      else if (foreign[0] !== undefined) await proveAsked(user, asked([foreign[0]])[0])
      if (own[0] !== undefined) await proveAsked(user, asked([own[0]])[0])
    }
  }
  const proveAsked = async (user: ReportUser, address: { readonly path: string } | undefined) =>
    expect(await statusOf(user, address?.path ?? ''), address?.path).toBe(200)

  describe.each(BY_NAME)('%s', (_, one) => {
    test.each(ACTIVE)('for %s', async (_name, user) => {
      if (!may(one.action, user.role)) return proveRefused(user, one)
      await proveOwn(user, one)
      await proveForged(user, one)
    })
  })

  describe('the funnel', () => {
    const days = 'date_ini=2018-01-01&date_end=2026-12-31'
    const leads = async (user: ReportUser, query: string) => {
      const { status, body } = await house.ask(user.id, `/lead-chart?${days}${query}`)
      return status === 200 ? (funnelLines(funnelSchema.parse(body))[0]?.value ?? 0) : status
    }
    test.each(ACTIVE)('for %s', async (_name, user) => {
      const own = LEADS.filter(isOwnLead(user))
      expect(await leads(user, '')).toBe(own.length)
      for (const [name, whose] of [
        ['broker_id', 'brokers'],
        ['technical_team_id', 'teams'],
      ] as const) {
        const { own: mine, foreign } = numbersOf(whose, user)
        for (const id of mine) expect(await leads(user, `&${name}=${id}`)).toBeLessThanOrEqual(own.length)
        for (const id of foreign) {
          const counted = await leads(user, `&${name}=${id}`)
          if (user.role === 3) expect(counted).toBe(403)
          else expect(counted).toBeLessThanOrEqual(own.length)
        }
      }
    })
  })

  describe('the clients that a filter finds', () => {
    test.each(ACTIVE)('for %s', async (_name, user) => {
      const { status, body } = await house.ask(user.id, '/reports/clients?name=Gou')
      expect(status).toBe(may('report.clients', user.role) ? 200 : 403)
      if (status !== 200) return
      const clients = LEADS.filter(isOwnLead(user)).map(({ client }) => client)
      const named = new Set(clients.filter(({ name }) => folded(name).includes('gou')).map(({ id }) => id))
      const { data } = z.object({ data: z.array(z.object({ id: z.number() })) }).parse(body)
      expect(data.filter(({ id }) => !named.has(id))).toEqual([])
      expect(data).toHaveLength(Math.min(named.size, 30))
    })
  })

  test('the users are of all roles, and no user has the dealership that is out of use', () => {
    expect(new Set(ACTIVE.map(([, { role }]) => role))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
    expect(ACTIVE.some(([, { partners }]) => partners?.includes(DISTANTE))).toBe(false)
  })
})
