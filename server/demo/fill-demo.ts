/**
 * Fills an empty database with the demo, in one transaction: either all of it is there or nothing.
 * The same seed and the same minute give the same data on both databases.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { hashPassword } from '../session/passwords.ts'
import { insertRows } from './bulk-insert.ts'
import { type DemoClient, demoClient } from './clients.ts'
import {
  type Around,
  CHAT_PERSONAS,
  demoBrokerConfig,
  demoDuplicates,
  demoElectiveLeads,
  demoExternalIndications,
  demoProcessing,
} from './later-screens.ts'
import { LeadOrigins } from './lead-origin.ts'
import { planLeads } from './lead-plan.ts'
import { type LeadStory, leadStory } from './lead-story.ts'
import { DEMO_ACCOUNTS, type DemoUser, demoPartners, demoUsers, TEAMS } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import {
  CATALOGUE_ENTRIES,
  CHANNELS,
  COMPETITOR_BROKERS,
  INSURANCES,
  isCompanyLine,
  ROLES,
  SETTINGS,
} from './reference-data.ts'

export const DEMO_PASSWORD = 'farol-demo'
export const DEMO_LEADS = 2000
const FIRST_LEAD_NUMBER = 1001
const LEADS_A_BATCH = 1000
const UNCLAIMED: readonly string[] = ['unclaimed', 'future', 'suspended', 'scheduled', 'renewal']

export interface DemoOptions {
  readonly leads: number
  /** Leads, schedules and ends lie around this instant; seconds do not count. */
  readonly now: Date
  readonly seed?: number
}

/** Whether nobody works here yet. */
export async function isEmpty(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

export async function fillDemo(store: Store, { leads, now, seed = 20_261 }: DemoOptions): Promise<void> {
  const random = seededRandom(seed)
  const nowMs = Math.floor(now.getTime() / 60_000) * 60_000
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const around: Around = { random, nowMs, users: demoUsers(random), partners: demoPartners(random) }
  await store.db.transaction().execute(async (tx) => {
    await fillReference(tx, around, passwordHash)
    await fillLeads(tx, around, leads)
    await fillLaterScreens(tx, around)
    await setSequences(tx)
  })
  for (const table of ['leads', 'clients', 'schedulings', 'calls', 'timeline'] as const)
    await sql`analyze ${sql.table(table)}`.execute(store.db)
}

async function fillReference(
  tx: Kysely<Database>,
  { users, partners, nowMs }: Around,
  hash: string,
): Promise<void> {
  const made = new Date(nowMs - 900 * 86_400_000).toISOString()
  await insertRows(tx, 'roles', ROLES)
  await insertRows(tx, 'channels', CHANNELS)
  await insertRows(tx, 'insurances', INSURANCES)
  await insertRows(tx, 'partners', partners)
  await insertRows(
    tx,
    'technical_teams',
    TEAMS.map(({ id, description }) => ({ id, description })),
  )
  await insertRows(
    tx,
    'technical_team_channels',
    TEAMS.flatMap(({ id, channels }) => channels.map((channel_id) => ({ team_id: id, channel_id }))),
  )
  await insertRows(tx, 'competitor_brokers', COMPETITOR_BROKERS)
  await insertRows(tx, 'catalogue_entries', CATALOGUE_ENTRIES)
  await insertRows(
    tx,
    'settings',
    Object.entries(SETTINGS).map(([key, value]) => ({ key, value })),
  )
  await insertRows(
    tx,
    'users',
    users.map(({ role: _role, partnerIds: _partners, ...user }) => ({
      ...user,
      verified_at: made,
      created_at: made,
    })),
  )
  await insertRows(
    tx,
    'user_roles',
    users.map(({ id, role }) => ({ user_id: id, role_id: role })),
  )
  await insertRows(
    tx,
    'user_partners',
    users.flatMap(({ id, partnerIds }) => partnerIds.map((partner_id) => ({ user_id: id, partner_id }))),
  )
  await insertRows(
    tx,
    'user_passwords',
    users.map(({ id }) => ({ user_id: id, hash })),
  )
}

/** Gives claimed leads to brokers; the two accounts of the README get a share, up to what one person works. */
function brokerDeal(users: readonly DemoUser[], random: Random): () => number {
  const brokers = users.filter(({ role, status }) => role === 3 && status === 1).map(({ id }) => id)
  const own: readonly number[] = [DEMO_ACCOUNTS.corretor, DEMO_ACCOUNTS.corretora]
  const colleagues = brokers.filter((id) => !own.includes(id))
  const dealt = new Map<number, number>()
  const SHARE = 0.055
  const MOST = 110
  return () => {
    const drawn = own[Math.floor(random.next() / SHARE)]
    const count = drawn === undefined ? MOST : (dealt.get(drawn) ?? 0)
    if (drawn === undefined || count >= MOST) return random.pick(colleagues)
    dealt.set(drawn, count + 1)
    return drawn
  }
}

/** A new client, or, now and then, one who came before and is of the same sort. */
function clientDeal(random: Random) {
  const known: { person: DemoClient[]; company: DemoClient[] } = { person: [], company: [] }
  let lastId = 0
  return (company: boolean, createdMs: number): { client: DemoClient; isNew: boolean } => {
    const same = known[company ? 'company' : 'person']
    if (same.length > 20 && random.chance(0.12)) return { client: random.pick(same), isNew: false }
    const client = demoClient(random, { id: ++lastId, company, createdMs })
    // The last few hundred are enough to come back; a demo of any size stays small in memory.
    if (same.length < 500) same.push(client)
    else same[lastId % 500] = client
    return { client, isNew: true }
  }
}

async function fillLeads(
  tx: Kysely<Database>,
  { random, nowMs, users }: Around,
  count: number,
): Promise<void> {
  const plan = planLeads(count, nowMs, random)
  const origins = new LeadOrigins(users)
  const nextBroker = brokerDeal(users, random)
  const nextClient = clientDeal(random)
  for (let start = 0; start < plan.length; start += LEADS_A_BATCH) {
    const clients: DemoClient[] = []
    const batch = plan.slice(start, start + LEADS_A_BATCH).map((planned, place) => {
      const origin = origins.draw(planned.kind === 'renewal', planned.createdMs, random)
      const { client, isNew } = nextClient(
        isCompanyLine(origin.insurance_id),
        Math.min(planned.createdMs, nowMs),
      )
      if (isNew) clients.push(client)
      const brokerId = UNCLAIMED.includes(planned.kind) ? null : nextBroker()
      const story = leadStory({ plan: planned, origin, brokerId, nowMs, random })
      return { story, row: { ...story.lead, id: FIRST_LEAD_NUMBER + start + place, client_uid: client.uid } }
    })
    await insertRows(tx, 'clients', clients)
    await insertRows(
      tx,
      'leads',
      batch.map(({ row }) => row),
    )
    await fillTraces(
      tx,
      batch.map(({ story }) => story),
    )
  }
}

async function fillTraces(tx: Kysely<Database>, stories: readonly LeadStory[]): Promise<void> {
  const of = (story: LeadStory) => ({ lead_uid: story.lead.uid })
  await insertRows(
    tx,
    'schedulings',
    stories.flatMap((story) => story.schedulings.map((row) => ({ ...of(story), ...row }))),
  )
  await insertRows(
    tx,
    'calls',
    stories.flatMap((story) => story.calls.map((row) => ({ ...of(story), ...row }))),
  )
  await insertRows(
    tx,
    'timeline',
    stories.flatMap((story) => story.steps.map((row) => ({ ...of(story), device_id: null, ...row }))),
  )
  await insertRows(
    tx,
    'renewals',
    stories.flatMap(({ lead }) =>
      lead.end_of_validity === null
        ? []
        : [{ lead_uid: lead.uid, end_of_validity: lead.end_of_validity, insurer: 'Seguradora anterior' }],
    ),
  )
  const inPerson = stories.filter(({ lead }) => lead.contact_type === 5 || lead.quoted_type === 5)
  await insertRows(
    tx,
    'in_person_diagnoses',
    inPerson.map(({ lead }) => ({
      lead_uid: lead.uid,
      kind: lead.contact_type === 5 ? 'contact' : 'quote',
      created_at: lead.capture_date,
    })),
  )
}

async function fillLaterScreens(tx: Kysely<Database>, around: Around): Promise<void> {
  await insertRows(tx, 'elective_leads', demoElectiveLeads(around))
  await insertRows(tx, 'lead_broker_config', demoBrokerConfig(around))
  await insertRows(tx, 'lead_duplicates', demoDuplicates(around))
  await insertRows(tx, 'lead_temps', demoProcessing(around))
  await insertRows(tx, 'external_indications', demoExternalIndications(around))
  await insertRows(tx, 'chat_personas', CHAT_PERSONAS)
}

/** Rows that came with their numbers leave the sequences behind; the next one of each must be free. */
async function setSequences(tx: Kysely<Database>): Promise<void> {
  for (const table of [
    'insurances',
    'partners',
    'technical_teams',
    'users',
    'competitor_brokers',
    'chat_personas',
  ] as const)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
  await sql`select setval('client_numbers', (select coalesce(max(id), 0) + 1 from clients), false), setval('lead_numbers', (select coalesce(max(id), ${FIRST_LEAD_NUMBER - 1}) + 1 from leads), false)`.execute(
    tx,
  )
}
