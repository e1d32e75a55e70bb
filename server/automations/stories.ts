/** Reads what happened to leads, as automations judge it. docs/rules.md#automations */
import { type RawBuilder, sql } from 'kysely'
import { type Changes, FACT_FIELDS, factsSchema, type LeadStory } from '../../src/domain/automations/story.ts'
import type { Reader } from '../queries/lead-row.ts'

interface EntryRow {
  readonly id: number
  readonly command: string
  readonly received: number
  readonly occurred: number
  readonly automation: boolean
  readonly changes: Changes | null
}

interface Row {
  readonly uid: string
  readonly id: number
  readonly facts: unknown
  readonly entries: readonly EntryRow[]
}

/** A story with the lead's number. */
export interface ReadStory extends LeadStory {
  readonly id: number
}

const STORED = FACT_FIELDS.filter((field) => field !== 'lead_scheduling')

const FACTS = sql`(
  select row_to_json(f)
  from (
    select ${sql.join(STORED.map((field) => sql.ref(`l.${field}`)))},
      case when l.scheduling_date is not null then json_build_object(
        'scheduling_date', l.scheduling_date,
        'description', coalesce(l.scheduling_description, ''),
        'status', coalesce(l.scheduling_status, 0)) end as lead_scheduling) f)`

const ENTRIES = sql`(
  select coalesce(json_agg(json_build_object(
      'id', t.id,
      'command', t.command,
      'received', extract(epoch from t.received_at) * 1000,
      'occurred', extract(epoch from t.occurred_at) * 1000,
      'automation', t.changes ? 'automation',
      'changes', (
        select jsonb_object_agg(c.key, c.value)
        from jsonb_each(t.changes) c
        where c.key = any(${FACT_FIELDS}::text[])))
    order by t.id), '[]')
  from timeline t
  where t.lead_uid = l.uid)`

/** Returns the stories of the leads `l` that `where` names, by their numbers. */
export async function readStories(
  db: Reader,
  where: RawBuilder<unknown>,
  { limit }: { readonly limit: number },
): Promise<ReadStory[]> {
  const { rows } = await sql<Row>`
    select l.uid, l.id, ${FACTS} as facts, ${ENTRIES} as entries
    from leads l
    where ${where}
    order by l.id
    limit ${limit}`.execute(db)
  return rows.map(({ uid, id, facts, entries }) => ({
    uid,
    id,
    facts: factsSchema.parse(facts),
    entries: entries.map((entry) => ({
      id: entry.id,
      command: entry.command,
      receivedMs: Math.round(entry.received),
      occurredMs: Math.round(entry.occurred),
      isByAutomation: entry.automation,
      changes: entry.changes ?? {},
    })),
  }))
}

/** Locks the lead, and returns its story; null: it is gone. */
export async function lockStory(tx: Reader, uid: string): Promise<ReadStory | null> {
  await sql`select 1 from leads where uid = ${uid} for update`.execute(tx)
  const [story] = await readStories(tx, sql`l.uid = ${uid}`, { limit: 1 })
  return story ?? null
}
