/** All personal data of a client, read in one transaction that also writes the audit: docs/rules.md#personal-data */
import { sql } from 'kysely'
import type { PersonalData } from '../../../src/contract/personal-data.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Tx } from '../../db/database.ts'
import { readLead } from '../../queries/lead-row.ts'
import { readTimeline } from '../../queries/timeline.ts'
import { audit } from '../../records/audit.ts'
import { formerHistory } from './former-leads.ts'
import { type Person, personOf } from './person.ts'
import { PLACES } from './places.ts'

/** Tables that the answer has in a form of its own. */
const TOLD_APART: ReadonlySet<string> = new Set(['clients', 'leads', 'timeline', 'lead_files'])

interface Asked {
  readonly client: Client & { readonly id: number }
  readonly user: { readonly id: number }
}

export function exportPersonalData(context: AppContext, { client, user }: Asked): Promise<PersonalData> {
  return context.store.db.transaction().execute(async (tx) => {
    const person = await personOf(tx, client.uid)
    const leads = []
    for (const uid of person.leadUids.toSorted((one, other) => (one < other ? -1 : 1)))
      leads.push(await leadOf(tx, uid))
    const elsewhere = await rowsElsewhere(tx, person)
    // The audit counts what went out, and has none of it.
    const after = {
      leads: leads.length,
      ...Object.fromEntries(Object.entries(elsewhere).map(([table, rows]) => [table, rows.length])),
    }
    await audit(tx, { user, action: 'export', entity: 'clients', id: client.id, before: null, after })
    return { generated_at: new Date(context.now()).toISOString(), client, leads, elsewhere }
  })
}

async function leadOf(tx: Tx, uid: string): Promise<PersonalData['leads'][number]> {
  const lead = await readLead(tx, uid)
  if (lead === null) throw new Error(`lead ${uid} is gone`)
  const files = await tx
    .selectFrom('lead_files')
    .select(['id as uid', 'size', 'uploaded_at'])
    .where('lead_uid', '=', uid)
    .orderBy('uploaded_at', 'desc')
    .execute()
  return { lead, timeline: ofThisClient(await readTimeline(tx, uid)), files }
}

type Timeline = PersonalData['leads'][number]['timeline']

/** Before the lead got this client its history was another person's: docs/rules.md#identity-of-a-client */
function ofThisClient(entries: Timeline): Timeline {
  const got = entries.findIndex(({ changes }) => changes.client_number !== undefined)
  if (got === -1) return entries
  return entries.map((entry, place) => {
    if (place <= got) return entry
    const own = Object.entries(entry.changes).filter(([field]) => !/^(typed\.)?client\./.test(field))
    return { ...entry, changes: Object.fromEntries(own) }
  })
}

async function rowsElsewhere(tx: Tx, person: Person): Promise<PersonalData['elsewhere']> {
  const found = new Map<string, Record<string, unknown>[]>()
  for (const { table, rows, isCopy } of PLACES) {
    if (isCopy || TOLD_APART.has(table)) continue
    const { rows: mine } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${rows(person)}`.execute(tx)
    if (mine.length > 0) found.set(table, [...(found.get(table) ?? []), ...mine.map(({ row }) => row)])
  }
  const former = await formerHistory(tx, person)
  if (former.length > 0) found.set('timeline', former)
  return Object.fromEntries(found)
}
