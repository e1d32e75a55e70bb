/** The demo's dealerships, teams and users: the README's eight accounts, and their colleagues. */

import { isBroker, isDealership, isManagement } from '../../src/domain/permissions/roles.ts'
import { isActive } from '../../src/domain/session/active.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { DEMO_MAIL_DOMAIN } from './accounts.ts'
import { demoMobile } from './documents.ts'
import { loginOf, personName, SURNAMES, TOWNS } from './names.ts'
import type { Random } from './random.ts'

export interface DemoPartner {
  readonly id: number
  readonly name: string
  readonly code_wf: string | null
  readonly release_quote: boolean
  readonly quote_link_template: string
}

export interface DemoUser {
  readonly id: number
  readonly name: string
  readonly login: string
  readonly email: string
  readonly phone: string
  readonly role: RoleId
  readonly status: 0 | 1
  readonly channel_id: number
  readonly technical_team_id: number | null
  readonly partnerIds: readonly number[]
  readonly work_start: string | null
  readonly renovator_hierarchical_group: string | null
}

/** Default dealership of referrals: docs/rules.md#referrals. */
const DEFAULT_PARTNER = 24
const PARTNERS = 28
/** An example domain: the link opens and finds no page. */
const QUOTE_LINK =
  'https://cotacao.exemplo.com.br/novo?cpf={cpf}&nome={name}&nascimento={birth_date}&cep={cep}' +
  '&email={mail}&celular={cellphone}&lead={lead_id}'

export const TEAMS = [
  { id: 1, description: 'Equipe Veículos', channels: [1, 2, 3, 6, 7, 8, 9, 10, 14, 27, 28, 29] },
  { id: 2, description: 'Equipe Digital', channels: [1, 3, 4, 5, 6, 7, 8, 9, 10, 14, 27, 28, 29] },
  { id: 3, description: 'Equipe Renovações', channels: [6, 9, 10, 27, 28] },
  { id: 4, description: 'Equipe Empresas', channels: [8, 9, 14, 29] },
] as const

export const COMPETITOR_BROKERS = [
  'Corretora do banco',
  'Porto Norte Corretora',
  'Aliança Seguros',
  'Confiança Corretora',
  'Direto com a seguradora',
  'Corretora da montadora',
  'Amigo corretor',
  'Seguro pela internet',
].map((name, place) => ({ id: place + 1, name }))

export function demoPartners(random: Random): DemoPartner[] {
  const makes = ['Fiat', 'Chevrolet', 'Volkswagen', 'Toyota', 'Hyundai', 'Jeep', 'Honda', 'Renault']
  const taken = new Set<string>()
  /** A list needs distinct names. A taken name gets the next surname. */
  const nameOf = (surname: string, rest: string): string => {
    const name = `${surname} ${rest}`
    if (taken.has(name))
      return nameOf(SURNAMES[(SURNAMES.indexOf(surname) + 1) % SURNAMES.length] ?? surname, rest)
    taken.add(name)
    return name
  }
  return Array.from({ length: PARTNERS }, (_, place) => {
    const id = place + 1
    const town = TOWNS[place % TOWNS.length]
    return {
      id,
      name: nameOf(random.pick(SURNAMES), `${makes[place % makes.length] ?? ''} ${town?.city ?? ''}`),
      code_wf: id === DEFAULT_PARTNER || random.chance(0.85) ? `WF${String(1000 + id * 7)}` : null,
      release_quote: random.chance(0.4),
      quote_link_template: QUOTE_LINK,
    }
  })
}

type Account = Pick<DemoUser, 'name' | 'login' | 'role' | 'channel_id' | 'technical_team_id' | 'partnerIds'>

const ACCOUNTS: readonly Account[] = [
  {
    name: 'Helena Guimarães',
    login: 'admin',
    role: 1,
    channel_id: 1,
    technical_team_id: null,
    partnerIds: [],
  },
  {
    name: 'Marcelo Siqueira',
    login: 'gerente',
    role: 2,
    channel_id: 1,
    technical_team_id: null,
    partnerIds: [],
  },
  { name: 'Rafael Andrade', login: 'corretor', role: 3, channel_id: 1, technical_team_id: 1, partnerIds: [] },
  {
    name: 'Camila Nogueira',
    login: 'corretora',
    role: 3,
    channel_id: 1,
    technical_team_id: 2,
    partnerIds: [],
  },
  {
    name: 'Sandra Prado',
    login: 'concessionaria',
    role: 4,
    channel_id: 8,
    technical_team_id: null,
    partnerIds: [DEFAULT_PARTNER, 3],
  },
  {
    name: 'Otávio Brandão',
    login: 'indicador',
    role: 5,
    channel_id: 29,
    technical_team_id: null,
    partnerIds: [DEFAULT_PARTNER],
  },
  {
    name: 'Lívia Sampaio',
    login: 'especial',
    role: 6,
    channel_id: 29,
    technical_team_id: null,
    partnerIds: [DEFAULT_PARTNER],
  },
  {
    name: 'Caio Vasconcelos',
    login: 'parceiro',
    role: 7,
    channel_id: 29,
    technical_team_id: null,
    partnerIds: [DEFAULT_PARTNER],
  },
]

/** Further users by role. The last one of each role is inactive. */
const COLLEAGUES: readonly { role: RoleId; count: number }[] = [
  { role: 2, count: 2 },
  { role: 3, count: 28 },
  { role: 4, count: 90 },
  { role: 5, count: 30 },
  { role: 6, count: 8 },
  { role: 7, count: 22 },
]

function colleague(role: RoleId, place: number, random: Random): Account {
  const name = personName(random)
  const login = `${loginOf(name)}${role}${place}`
  if (isManagement(role)) return { name, login, role, channel_id: 1, technical_team_id: null, partnerIds: [] }
  if (isBroker(role))
    return { name, login, role, channel_id: 1, technical_team_id: (place % TEAMS.length) + 1, partnerIds: [] }
  return {
    name,
    login,
    role,
    channel_id: isDealership(role) ? 2 : 29,
    technical_team_id: null,
    partnerIds: [random.between(1, PARTNERS)],
  }
}

export const isActiveBroker = (user: Pick<DemoUser, 'role' | 'status'>) =>
  isBroker(user.role) && isActive(user)

export function demoUsers(random: Random): DemoUser[] {
  const colleagues = COLLEAGUES.flatMap(({ role, count }) =>
    Array.from({ length: count }, (_, place) => ({ role, place, last: place === count - 1 })),
  )
  const all = [
    ...ACCOUNTS.map((account) => ({ account, active: true })),
    ...colleagues.map(({ role, place, last }) => ({
      account: colleague(role, place, random),
      active: !last,
    })),
  ]
  return all.map(({ account, active }, place) => ({
    ...account,
    id: place + 1,
    email: `${account.login}@${DEMO_MAIL_DOMAIN}`,
    phone: demoMobile(random, random.pick(TOWNS).areaCode),
    status: active ? 1 : 0,
    work_start: isBroker(account.role) ? random.pick(['08:30', '09:00', '10:00']) : null,
    renovator_hierarchical_group: isBroker(account.role) ? random.digits(9) : null,
  }))
}
