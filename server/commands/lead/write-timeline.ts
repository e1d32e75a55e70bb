/** Writes the timeline: who changed what, when and on which device, one entry for each lead concerned. */
import { sql, type Transaction } from 'kysely'
import type { Client } from '../../../src/domain/client/client.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Database } from '../../db/database.ts'
import { deferWrite } from '../../db/deferred-write.ts'
import type { FurtherChanges } from '../handler.ts'

interface Rows {
  readonly lead: Lead | null
  readonly client: Client | null
}

interface Happening {
  readonly tx: Transaction<Database>
  readonly before: Rows
  readonly after: Rows
  readonly further: FurtherChanges
  /** What also the client's other leads say of its change. */
  readonly ofClient?: FurtherChanges
  readonly command: string
  /** null: no user of Farol, such as the phone system. */
  readonly userId: number | null
  readonly deviceId: string | null
  readonly occurredAt: string
  readonly receivedAt: string
}

type Changes = Record<string, { before: unknown; after: unknown }>

/** True for values that the timeline of a new row leaves out. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || value === 0

/** The changed fields by flat name. A new row lists only fields that are not blank. */
export function changesOf(before: Rows, after: Rows): Changes {
  const [was, is] = [flatRow(before.lead, before.client), flatRow(after.lead, after.client)]
  const fields = Object.keys(changedFields(was, is)).filter((field) => field in was || !isBlank(is[field]))
  return Object.fromEntries(fields.map((field) => [field, { before: was[field] ?? null, after: is[field] }]))
}

/** Returns true when something changed. A client's change also gets an entry in its other leads, which show it too. */
export async function writeTimeline(happening: Happening): Promise<boolean> {
  const { before, after, further } = happening
  const changes = { ...changesOf(before, after), ...further }
  const uid = after.lead?.uid ?? null
  if (uid !== null && Object.keys(changes).length > 0) await enter(happening, [uid], changes)
  if (before.client !== null && after.client !== null) {
    const ofClient = changesOf({ lead: null, client: before.client }, { lead: null, client: after.client })
    if (Object.keys(ofClient).length > 0)
      await enter(happening, await otherLeads(happening.tx, after.client.uid, uid), {
        ...ofClient,
        ...happening.ofClient,
      })
  }
  return Object.keys(changes).length > 0
}

async function otherLeads(
  tx: Transaction<Database>,
  clientUid: string,
  uid: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid from leads where client_uid = ${clientUid} and uid is distinct from ${uid}::uuid`.execute(tx)
  return rows.map((row) => row.uid)
}

async function enter(happening: Happening, uids: readonly string[], changes: Changes): Promise<void> {
  if (uids.length === 0) return
  const { tx, command, userId, deviceId, occurredAt, receivedAt } = happening
  const entry = {
    user_id: userId,
    device_id: deviceId,
    command,
    changes: JSON.stringify(changes),
    occurred_at: occurredAt,
    received_at: receivedAt,
  }
  await deferWrite(() =>
    tx
      .insertInto('timeline')
      .values(uids.map((lead_uid) => ({ lead_uid, ...entry })))
      .execute(),
  )
}
