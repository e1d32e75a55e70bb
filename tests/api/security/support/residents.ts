/** The callers: the eight kinds of users of the demo, and two outsiders who own the foreign records. */
import { sql } from 'kysely'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import type { Store } from '../../../../server/db/store.ts'
import type { RoleId } from '../../../../src/domain/session/session-user.ts'

export interface Resident {
  readonly id: number
  readonly name: string
  readonly role: RoleId
  readonly login: string
  readonly phone: string
  readonly email: string
  readonly team: number | null
}

function resident(id: number, name: string, role: RoleId, team: number | null = null): Resident {
  const login = `login${id}`
  return {
    id,
    name,
    role,
    login,
    phone: `3195${String(id).padStart(3, '0')}8520`,
    email: `${login}@casa.qx`,
    team,
  }
}

export const ADMINISTRATOR = resident(1, 'administrator', 1)
export const RESIDENTS: readonly Resident[] = [
  ADMINISTRATOR,
  resident(2, 'manager', 2),
  resident(3, 'broker', 3, 1),
  resident(4, 'broker of another team', 3, 2),
  resident(5, 'dealership', 4),
  resident(6, 'indicator', 5),
  resident(7, 'special inviter', 6),
  resident(8, 'partner', 7),
]

/** Attends the foreign records. No dealership and no referrer may see its phone. */
export const COLLEAGUE = resident(11, 'Colega', 3)
/** Referred the foreign records. */
export const STRANGER = resident(12, 'Oculto', 5)

export const PEOPLE: readonly Resident[] = [...RESIDENTS, COLLEAGUE, STRANGER]

/** The channel of each broker's team. The leads of the last team's channel are in no other scope. */
export const TEAM_CHANNELS: Readonly<Record<number, number>> = { 1: 101, 2: 102 }
export const FAR_CHANNEL = 103
export const SELF_REFERRAL_CHANNEL = 7
export const REFERRAL_CHANNEL = 29
/** No vehicle: its form asks for none. */
export const INSURANCE = 4
/** Only a vehicle may be in a rule of lead and broker. */
export const VEHICLE = 1
export const DEFAULT_PARTNER = 24
export const OWN_PARTNER = 30
/** Releases quotes, for every lead that is not the dealership's. */
export const FAR_PARTNER = 31

/** The partner of the user's referrals. */
export const partnerOf = ({ role }: Resident): number => (role === 4 ? OWN_PARTNER : DEFAULT_PARTNER)

const QUOTE_TEMPLATE = 'https://cotador.exemplo/{lead_id}?nome={name}&cpf={cpf}&fone={cellphone}'

export const COMPETITOR = 1
export const INSURER = 1
export const TEMPLATE = 900
export const RULE = 1
export const RULE_BODY = { channel_id: 1, partner_id: DEFAULT_PARTNER, insurance_id: VEHICLE, broker_id: 3 }
const NUMBERED = [
  'users',
  'insurances',
  'partners',
  'technical_teams',
  'competitor_brokers',
  'insurers',
  'lead_broker_config',
]

/** Inserts users, partners and catalogues, without records. */
export async function settle({ db }: Pick<Store, 'db'>): Promise<void> {
  await insertRows(
    db,
    'roles',
    [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `Papel ${id}` })),
  )
  await insertRows(
    db,
    'channels',
    [1, SELF_REFERRAL_CHANNEL, REFERRAL_CHANNEL, ...Object.values(TEAM_CHANNELS), FAR_CHANNEL].map((id) => ({
      id,
      name: `Canal ${id}`,
      status_flow: [1, 2, 3, 4, 5, 6],
    })),
  )
  await insertRows(
    db,
    'insurances',
    [
      { id: VEHICLE, name: 'Veículo novo' },
      { id: INSURANCE, name: 'Residencial' },
    ].map((row) => ({ ...row, type: 1 })),
  )
  const partner = (id: number, release_quote: boolean) => ({
    id,
    name: `Concessionária ${id}`,
    code_wf: `WF${id}`,
    release_quote,
    quote_link_template: release_quote ? QUOTE_TEMPLATE : null,
  })
  await insertRows(db, 'partners', [
    partner(DEFAULT_PARTNER, false),
    partner(OWN_PARTNER, true),
    partner(FAR_PARTNER, true),
  ])
  await insertRows(
    db,
    'technical_teams',
    Object.keys(TEAM_CHANNELS).map((id) => ({ id: Number(id), description: `Equipe ${id}` })),
  )
  await insertRows(
    db,
    'technical_team_channels',
    Object.entries(TEAM_CHANNELS).map(([id, channel_id]) => ({ team_id: Number(id), channel_id })),
  )
  await insertRows(
    db,
    'users',
    PEOPLE.map(({ id, name, login, phone, email, team, role }) => ({
      id,
      name,
      login,
      phone,
      email,
      technical_team_id: team,
      channel_id: REFERRAL_CHANNEL,
      // Who never entered is given no leads, and no rule.
      verified_at: role === 3 ? '2026-01-05T12:00:00Z' : null,
    })),
  )
  await insertRows(
    db,
    'user_roles',
    PEOPLE.map(({ id, role }) => ({ user_id: id, role_id: role, place: 0 })),
  )
  const dealership = RESIDENTS.find(({ role }) => role === 4)
  await insertRows(db, 'user_partners', [{ user_id: dealership?.id, partner_id: OWN_PARTNER }])
  await insertRows(db, 'catalogue_entries', [{ kind: 'lead_service_status', var_id: 1, value: 'Em contato' }])
  await insertRows(db, 'competitor_brokers', [{ id: COMPETITOR, name: 'Outra corretora' }])
  await insertRows(db, 'insurers', [{ id: INSURER, name: 'Outra seguradora' }])
  await insertRows(db, 'message_templates', [
    { id: TEMPLATE, name: 'Outro modelo', purpose: 'other', body: 'Olá' },
  ])
  await insertRows(db, 'lead_broker_config', [{ id: RULE, ...RULE_BODY }])
  // Rows that a test adds without a number come after these.
  for (const table of NUMBERED)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db)
}
