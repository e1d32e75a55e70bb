/** The small brokerage behind the mounted screens: reference data as a new database has it, three people, two dealerships. */
import { CATALOGUE_ENTRIES, CHANNELS, INSURANCES } from '../../../server/db/reference-data.ts'
import type { CatalogueRow } from '../../../src/contract/sync.ts'
import type { UserEntry } from '../../../src/domain/catalogue/catalogue.ts'
import type { RoleId, SessionUser } from '../../../src/domain/session/session-user.ts'
import { DELIVERED_TEMPLATES } from '../../../src/domain/whatsapp/templates.ts'
import { aUser } from '../../unit/domain/fixtures.ts'

export const PARTNERS = [
  { id: 24, name: 'Farol Seguros', code_wf: null, release_quote: true, active: true },
  { id: 25, name: 'Concessionária Horizonte', code_wf: 'HOR', release_quote: true, active: true },
]

export const TEAM = {
  id: 1,
  description: 'Equipe Sul',
  channels: CHANNELS.map(({ id, name }) => ({ id, name })),
  active: true,
}

const COMPETITORS = [
  { id: 1, name: 'Corretora Atlântico', active: true },
  { id: 2, name: 'Banco do cliente', active: true },
]

export const INSURERS = [
  { id: 1, name: 'Porto Seguro', susep: '05886', aliases: ['Porto'], active: true },
  {
    id: 2,
    name: 'Tokio Marine',
    susep: '06190',
    aliases: ['Tokio', 'Tokio Marine Seguradora'],
    active: true,
  },
]

/** The delivered ones. Meta approved that of renewals. */
const TEMPLATES = DELIVERED_TEMPLATES.map((template, position) => ({
  ...template,
  id: position + 1,
  position,
  meta_name: position === 0 ? 'renovacao' : null,
  meta_language: position === 0 ? 'pt_BR' : null,
  active: true,
}))

/** Colleagues whom forms and cards name. Nobody signs in as one of them. */
export const COLLEAGUES: readonly UserEntry[] = [
  { id: 2, name: 'Gustavo Prado', role_id: 2, login: 'gustavo', phone: '11976543210' },
  { id: 3, name: 'Carla Nunes', role_id: 3, login: 'carla', phone: '11965432109' },
  { id: 5, name: 'Igor Matos', role_id: 5, login: 'igor', phone: '11954321098' },
].map((user) => ({
  ...user,
  channel_id: 1,
  active: true,
  email: `${user.login}@exemplo.com.br`,
  verified: true,
  signs_in: true,
  technical_team_id: user.role_id === 3 ? TEAM.id : null,
  created_at: null,
}))

const asEntry = (user: SessionUser): UserEntry => ({
  id: user.id,
  name: user.name,
  role_id: user.roles[0].id,
  channel_id: user.channel_id,
  login: user.login,
  phone: user.phone,
  active: true,
  email: user.email,
  verified: true,
  signs_in: true,
  technical_team_id: user.technical_team?.id ?? null,
  created_at: null,
})

const row = (kind: string, id: string | number, value: unknown): CatalogueRow => ({
  kind,
  id: String(id),
  version: 1,
  value,
})

/** Returns every catalogue row that this user's device mirrors. `settings` are by key. */
export function catalogueRows(
  user: SessionUser,
  settings: Readonly<Record<string, unknown>> = {},
): CatalogueRow[] {
  return [
    ...Object.entries(settings).map(([key, value]) => row('setting', key, { key, value })),
    ...CHANNELS.map(({ status_flow, ...channel }) =>
      row('channel', channel.id, { ...channel, attendance_flow: { status_flow }, active: true }),
    ),
    ...INSURANCES.map((insurance) => row('insurance', insurance.id, { ...insurance, active: true })),
    ...PARTNERS.map((partner) => row('partner', partner.id, partner)),
    row('technical_team', TEAM.id, TEAM),
    ...[asEntry(user), ...COLLEAGUES].map((entry) => row('user', entry.id, entry)),
    ...COMPETITORS.map((competitor) => row('competitor_broker', competitor.id, competitor)),
    ...(user.roles[0].id === 1 ? INSURERS.map((insurer) => row('insurer', insurer.id, insurer)) : []),
    ...(user.roles[0].id <= 3
      ? TEMPLATES.map((template) => row('message_template', template.id, template))
      : []),
    ...CATALOGUE_ENTRIES.map(({ kind, var_id, value }) => row(kind, var_id, { var_id, value })),
  ]
}

/** Returns a signed-in user of this role. Brokers are of the team, dealership staff of its dealership. */
export const aColleague = (role: RoleId, id: number): SessionUser =>
  aUser(role, {
    id,
    technical_team: role === 3 ? TEAM : null,
    partners: role === 4 ? PARTNERS.slice(1) : PARTNERS,
  })
