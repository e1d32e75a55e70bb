/**
 * The people and catalogues of the reports' data set: users of all roles, teams, dealerships, competitors. Roles,
 * channels and insurance lines are the ones of a new database (`fillReference`); only one channel is added.
 */
import type { RoleId } from '../../../../src/domain/session/session-user.ts'

export const ADMIN = 1
export const MANAGER = 2

/** Brokers of the team of new insurance. Bruna's name begins with '='. Caio's name has 60 characters. */
export const BRUNA = 11
export const CAIO = 12
export const DAVI = 13
/** Brokers of the team of renewals. Fabio has ended no lead. */
export const ELISA = 14
export const FABIO = 15
/** Inactive, with leads of before. */
export const IVO = 16
/** In no team, without a lead. */
export const NADIA = 17
export const BROKERS = [BRUNA, CAIO, DAVI, ELISA, FABIO, IVO, NADIA] as const

/** Role 4: of one dealership, and of two. */
export const SHOP_OF_ONE = 21
export const SHOP_OF_TWO = 22
/** Roles 5, 6 and 7. */
export const REFERRER = 31
export const SPECIAL_REFERRER = 32
export const PARTNER_REFERRER = 33
export const INVITERS = [REFERRER, SPECIAL_REFERRER, PARTNER_REFERRER, SHOP_OF_ONE, SHOP_OF_TWO] as const

export const TEAM_NEW = 1
export const TEAM_RENEWALS = 2
export const WHITE_LABEL = 40

/** SHOP_OF_ONE works in Avenida, SHOP_OF_TWO in Bela Vista and Centro. No user works in Distante, which is inactive. */
export const AVENIDA = 1
export const BELA_VISTA = 2
export const CENTRO = 3
export const DISTANTE = 4

export const COMPETITORS = [
  { id: 1, name: 'Corretora Alfa' },
  { id: 2, name: 'Corretora Beta' },
  { id: 3, name: 'Corretora Gama' },
] as const

export interface ReportUser {
  readonly id: number
  readonly name: string
  readonly role: RoleId
  readonly team?: number
  readonly partners?: readonly number[]
  readonly inactive?: true
}

export const USERS: readonly ReportUser[] = [
  { id: ADMIN, name: 'Ana Administradora', role: 1 },
  { id: MANAGER, name: 'Gil Gerente', role: 2 },
  { id: BRUNA, name: '=Bruna Barros', role: 3, team: TEAM_NEW },
  { id: CAIO, name: 'Caio Henrique Albuquerque de Vasconcelos Montenegro da Costa', role: 3, team: TEAM_NEW },
  { id: DAVI, name: 'Davi Duarte', role: 3, team: TEAM_NEW },
  { id: ELISA, name: 'Élisa Esteves', role: 3, team: TEAM_RENEWALS },
  { id: FABIO, name: 'Fábio Farias', role: 3, team: TEAM_RENEWALS },
  { id: IVO, name: 'Ivo Inativo', role: 3, team: TEAM_RENEWALS, inactive: true },
  { id: NADIA, name: 'Nádia Neves', role: 3 },
  { id: SHOP_OF_ONE, name: 'Loja Avenida', role: 4, partners: [AVENIDA] },
  { id: SHOP_OF_TWO, name: 'Lojas Bela Vista e Centro', role: 4, partners: [BELA_VISTA, CENTRO] },
  { id: REFERRER, name: 'Raul Referência', role: 5 },
  { id: SPECIAL_REFERRER, name: 'Sílvia Especial', role: 6 },
  { id: PARTNER_REFERRER, name: 'Tadeu Parceiro', role: 7 },
]

/** Returns the user's name; null means no user. */
export function nameOf(userId: number | null): string | null {
  return USERS.find(({ id }) => id === userId)?.name ?? null
}

export const USER_ROWS = USERS.map(({ id, name, team, inactive }) => ({
  id,
  name,
  login: `usuario${id}`,
  email: `usuario${id}@exemplo.com.br`,
  phone: '31988887777',
  status: inactive ? 0 : 1,
  technical_team_id: team ?? null,
  renovator_hierarchical_group: team === TEAM_RENEWALS ? `GRUPO ${id}` : null,
}))
export const USER_ROLES = USERS.map(({ id, role }) => ({ user_id: id, role_id: role }))
export const USER_PARTNERS = USERS.flatMap(({ id, partners = [] }) =>
  partners.map((partner_id) => ({ user_id: id, partner_id })),
)
export const PARTNERS = [
  { id: AVENIDA, name: 'Concessionária Avenida', active: true },
  { id: BELA_VISTA, name: 'Concessionária Bela Vista', active: true },
  { id: CENTRO, name: 'Concessionária Centro', active: true },
  { id: DISTANTE, name: 'Concessionária Distante', active: false },
]
export const TEAMS = [
  { id: TEAM_NEW, description: 'Seguro novo' },
  { id: TEAM_RENEWALS, description: 'Renovações' },
]
export const TEAM_CHANNELS = [
  ...[1, 2, 3, 4, 5, 7, 8, 14].map((channel_id) => ({ team_id: TEAM_NEW, channel_id })),
  ...[6, 9, 10, 27, 28, 29, WHITE_LABEL].map((channel_id) => ({ team_id: TEAM_RENEWALS, channel_id })),
]
export const WHITE_LABEL_CHANNEL = { id: WHITE_LABEL, name: 'White label' }
