/**
 * Makes the leads of expiring policies, many at once, with the rules and the timeline of any other creation. The client
 * is known or made. docs/rules.md#renewal-import
 */
import { uuidv7 } from 'uuidv7'
import { type ClientFields, newClient } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { isAnotherPerson } from '../../src/domain/client/identity.ts'
import { withSeen } from '../../src/domain/client/overlaid.ts'
import { newLead } from '../../src/domain/lead/creation.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { importScheduling, type Renewal, renewalLeadFields } from '../../src/domain/renewals/renewal-lead.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { typedChanges } from '../commands/client/client-of-creation.ts'
import { clientColumnsOf } from '../commands/client/write-client.ts'
import type { FurtherChanges } from '../commands/handler.ts'
import { insertLeads } from '../commands/lead/write-lead.ts'
import { changesOf } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { completeClient } from '../imports/complete-client.ts'
import { clientNotes } from './client-notes.ts'

export interface Importer {
  readonly userId: number
  readonly nowMs: number
  readonly settings: Settings
}

export interface NewRenewal {
  readonly renewal: Renewal
  readonly client: ClientFields
  /** The client that is known as the insured, locked; null: a new one. */
  readonly known: Client | null
}

export interface MadeLead {
  readonly leadUid: string
  /** What was completed in the client, and what differs from it. */
  readonly notes: readonly string[]
}

/** A client of this batch: as it is stored, and as it will be. */
interface Held {
  readonly before: Client | null
  after: Client
}

/** Returns a lead for each policy, in their order. All are written. */
export async function makeLeads(
  tx: Tx,
  wanted: readonly NewRenewal[],
  { userId, nowMs, settings }: Importer,
): Promise<MadeLead[]> {
  const occurredAt = new Date(nowMs).toISOString()
  const held = new Map<string, Held>()
  for (const { client, known } of wanted)
    if (known !== null && !held.has(client.cpf)) held.set(client.cpf, { before: known, after: known })
  const made = wanted.map(({ renewal, client: given }) => {
    const { client, typed, notes } = joined(held, given)
    const lead: Lead = {
      ...newLead({
        uid: uuidv7(),
        fields: renewalLeadFields(renewal, occurredAt),
        client,
        occurredAt,
        settings,
      }),
      lead_scheduling: importScheduling(renewal.end_of_validity, settings),
    }
    return { lead, client, typed, notes }
  })
  const clients = [...held.values()]
  await insertRows(
    tx,
    'clients',
    clients.flatMap(({ before, after }) =>
      before === null ? [{ uid: after.uid, created_by: userId, ...clientColumnsOf(after) }] : [],
    ),
  )
  for (const { before, after } of clients)
    if (before !== null) await completeClient(tx, { before, after, userId, occurredAt })
  await insertLeads(
    tx,
    made.map(({ lead }) => lead),
    { userId, nowMs },
  )
  await insertRows(
    tx,
    'timeline',
    made.map(({ lead, client, typed }) => ({
      lead_uid: lead.uid,
      user_id: userId,
      device_id: null,
      command: 'lead.create',
      changes: {
        ...changesOf({ lead: null, client: held.get(client.cpf)?.before ?? null }, { lead, client }),
        ...typed,
      },
      occurred_at: occurredAt,
      received_at: occurredAt,
    })),
  )
  return made.map(({ lead, notes }) => ({ leadUid: lead.uid, notes }))
}

interface Joined {
  readonly client: Client
  readonly typed: FurtherChanges
  readonly notes: readonly string[]
}

/** Joins the client of the document, whose blanks the file completes, or makes one. */
function joined(held: Map<string, Held>, given: ClientFields): Joined {
  const own = held.get(given.cpf)
  if (own === undefined) {
    const client = newClient(uuidv7(), given)
    held.set(given.cpf, { before: null, after: client })
    return { client, typed: {}, notes: [] }
  }
  const { after: present } = own
  const asked = newClient(present.uid, given)
  // The document is somebody else's: what the file has of this person completes nothing.
  const client = isAnotherPerson(present, asked) ? present : withSeen(present, asked, {})
  own.after = client
  const typed = typedChanges(asked, { known: present, after: client })
  return { client, typed, notes: clientNotes(present, client, given) }
}
