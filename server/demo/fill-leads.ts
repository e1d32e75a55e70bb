/** Writes the leads of the demo with their clients, schedulings, calls and timeline. */
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { isCompanyLine } from '../db/reference-data.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { type DemoClient, demoClient } from './clients.ts'
import type { Around } from './later-screens.ts'
import { LeadOrigins } from './lead-origin.ts'
import { planLeads } from './lead-plan.ts'
import { type LeadStory, leadStory } from './lead-story.ts'
import { type DemoUser, isActiveBroker } from './people.ts'
import type { Random } from './random.ts'

export const FIRST_LEAD_NUMBER = 1001
const LEADS_A_BATCH = 1000
const UNCLAIMED: readonly string[] = ['unclaimed', 'fresh', 'suspended', 'scheduled', 'renewal']

/**
 * Returns a function that picks a broker for each claimed lead. The README's two broker accounts get a share, up to a
 * limit that one person can work on.
 */
function brokerDeal(users: readonly DemoUser[], random: Random): () => number {
  const brokers = users.filter(isActiveBroker).map(({ id }) => id)
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

/** Returns a function that makes a new client or, at times, picks an earlier one of the same type. */
function clientDeal(random: Random) {
  const known: { person: DemoClient[]; company: DemoClient[] } = { person: [], company: [] }
  let lastId = 0
  return (company: boolean, createdMs: number): { client: DemoClient; isNew: boolean } => {
    const same = known[company ? 'company' : 'person']
    if (same.length > 20 && random.chance(0.12)) return { client: random.pick(same), isNew: false }
    const client = demoClient(random, { id: ++lastId, company, createdMs })
    // Only the last 500 clients are picked again, to limit the memory for large demos.
    if (same.length < 500) same.push(client)
    else same[lastId % 500] = client
    return { client, isNew: true }
  }
}

/** Writes `count` leads and their related rows in batches, ordered by creation. */
export async function fillLeads(
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
      const origin = origins.draw(planned, random)
      const { client, isNew } = nextClient(isCompanyLine(origin.insurance_id), planned.createdMs)
      if (isNew) clients.push(client)
      const brokerId = UNCLAIMED.includes(planned.kind) ? null : (planned.shown?.brokerId ?? nextBroker())
      const phone = client.cellphone || client.phone
      const story = leadStory({ plan: planned, origin, brokerId, phone, nowMs, random })
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
