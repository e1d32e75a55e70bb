/** Random filters of a report, as its screen may ask: presets and days, and every field that it declares. */
import fc from 'fast-check'
import { may } from '../../../src/domain/permissions/actions.ts'
import type { FilterKind } from '../../../src/domain/reports/filters.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import {
  AVENIDA,
  BELA_VISTA,
  BROKERS,
  CENTRO,
  DISTANTE,
  INVITERS,
  type ReportUser,
  TEAM_NEW,
  TEAM_RENEWALS,
  USERS,
} from './data/people.ts'
import type { ReportCase } from './every-report.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2026-06-01T00:00Z')
const day = (place: number) => new Date(FIRST_DAY + place * DAY_MS).toISOString().slice(0, 10)

/** Mostly of the months that have most leads; the days in any order, as an address may have them. */
const days: fc.Arbitrary<ReportFilter> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(MAIN_PERIOD, MAIN_PERIOD, PERIOD_BEFORE, RANKED_PERIOD, SUMMER_PERIOD)
      .map(({ from, to }) => ({ de: from, ate: to })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 182 }), fc.integer({ min: -20, max: 90 }))
      .map(([first, length]) => ({ de: day(first), ate: day(first + length) })),
  },
)

const periodOf = ({ period, presets }: ReportCase['report']): fc.Arbitrary<ReportFilter> =>
  period === null
    ? fc.constant({})
    : fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom({}, ...presets.map((periodo) => ({ periodo }))) },
        { weight: 3, arbitrary: days },
      )

/** Of 2, 9 and 28 some have no leads; 999 is no channel. */
const CHANNELS = [1, 2, 3, 6, 7, 9, 10, 27, 28, 29, 999]
const NAMES = ['erica', 'Goulart', 'Ângela', '100%_', 'a', '=']

const some = (ids: readonly number[]) => fc.subarray([...ids], { minLength: 1 })
const one = (ids: readonly number[]) => fc.constantFrom(...ids).map((id) => [id])
const text = fc.constantFrom(...NAMES)

/** What a user may ask for without asking for another user's. */
function ownOf({ id, role, team, partners }: ReportUser) {
  const clients = LEADS.filter(
    (lead) =>
      !lead.cancelled &&
      (role <= 2 || (role === 3 ? lead.broker_id === id : (partners ?? []).includes(lead.partner_id ?? 0))),
  ).map(({ client }) => client.id)
  return {
    brokers: role === 3 ? [id] : BROKERS,
    partners: role === 4 ? (partners ?? []) : [AVENIDA, BELA_VISTA, CENTRO, DISTANTE],
    teams: role !== 3 ? [TEAM_NEW, TEAM_RENEWALS] : team === undefined ? [] : [team],
    inviters: role > 4 ? [id] : INVITERS,
    clients,
  }
}

function fieldOf(kind: FilterKind, user: ReportUser): fc.Arbitrary<ReportFilter> {
  const { brokers, partners, teams, inviters, clients } = ownOf(user)
  const named = <Value>(name: keyof ReportFilter, values: fc.Arbitrary<Value>) =>
    values.map((value) => ({ [name]: value }))
  switch (kind) {
    case 'empresas':
      return named('empresas', some(partners))
    case 'empresa':
      return named('empresas', one(partners))
    case 'estoque':
      return named('estoque', some([1, 2, 3, 4]))
    case 'corretores':
      return named('corretores', some(brokers))
    case 'corretor':
      return named('corretores', one(brokers))
    case 'indicador':
      return named('indicador', fc.constantFrom(...inviters))
    case 'equipes':
      return teams.length === 0 ? fc.constant({}) : named('equipes', some(teams))
    case 'equipe':
      return teams.length === 0 ? fc.constant({}) : named('equipes', one(teams))
    case 'canais':
      return named('canais', some(CHANNELS))
    case 'canal':
      return named('canais', one(CHANNELS))
    case 'cliente':
      return clients.length === 0 ? fc.constant({}) : named('cliente', fc.constantFrom(...clients))
    case 'texto':
      return named('texto', text)
    case 'proposta':
      return named('proposta', fc.constantFrom('a', 'B-', '5', '%'))
    case 'situacao':
      return named('situacao', fc.constantFrom(0, 1, 2, 3, 6, 9))
    case 'ligacao':
      return named('ligacao', fc.constantFrom(0, 1, 2, 3))
    case 'produto':
      return fc.constant({})
    case 'mes':
      return named('mes', fc.constantFrom('2026', '202601', '202609', '202610', '202611', '202612'))
  }
}

/** A filter that the user may ask. Each field is there in one of three. */
export const filterOf = ({ report }: ReportCase, user: ReportUser): fc.Arbitrary<ReportFilter> =>
  fc
    .tuple(
      periodOf(report),
      ...report.filters.map(({ kind }) =>
        fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fieldOf(kind, user) }),
      ),
    )
    .map((parts) => Object.assign({}, ...parts))

/** A user who may ask, with a filter; in two of three cases a user who sees all leads, if one may ask. */
export function askerOf(report: ReportCase) {
  const askers = USERS.filter(({ role, inactive }) => may(report.action, role) && inactive !== true)
  const ofAll = askers.filter(({ role }) => role <= 2)
  const asker =
    ofAll.length === 0
      ? fc.constantFrom(...askers)
      : fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...ofAll) },
          { weight: 1, arbitrary: fc.constantFrom(...askers) },
        )
  return asker.chain((user) => filterOf(report, user).map((filter) => ({ user, filter })))
}
