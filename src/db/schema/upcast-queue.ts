/**
 * Upcasts the queue that an earlier app version stored. The server upcasts commands whose lead is no longer on the
 * device.
 */
import type { Transaction } from 'dexie'
import { isEarlier, upcast } from '../../commands/upcast.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { OutboxRecord } from './records.ts'

function upcastRecord(record: OutboxRecord, lead: Lead | null): OutboxRecord {
  const found = upcast(record, lead)
  if (found === null) return record
  const { rename, ...present } = found
  const { writes, problem } = record
  return {
    ...record,
    ...present,
    ...(writes === undefined ? {} : { writes: writes.map(rename) }),
    problem: problem && {
      ...problem,
      errors: Object.fromEntries(
        Object.entries(problem.errors).map(([field, sentences]) => [rename(field), sentences]),
      ),
      fields: problem.fields.map((conflict) => ({ ...conflict, field: rename(conflict.field) })),
    },
  }
}

export async function upcastQueue(tx: Transaction): Promise<void> {
  const earlier = await tx.table<OutboxRecord>('outbox').filter(isEarlier).toArray()
  for (const record of earlier) {
    const lead = await tx.table<Lead>('leads').get(record.entityUid)
    await tx.table('outbox').put(upcastRecord(record, lead ?? null))
  }
}
