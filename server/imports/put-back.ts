/** Gives clients back the blanks that an import completed. docs/rules.md#taking-back */
import { type ClientChanges, changeClient, clientChangesSchema } from '../../src/domain/client/changes.ts'
import { lockClients } from '../queries/lead-row.ts'
import { completeClient } from './complete-client.ts'
import { withoutTouching } from './records.ts'
import type { UndoRecord, UndoRun } from './undo-run.ts'

const ADDRESS = 'client.address.'
const CLIENT = 'client.'

/** 'client.mail' and 'client.address.cep' as blank fields. */
function blanksOf(fields: readonly string[]): ClientChanges {
  const blank = (field: string) => (field === 'birth_date' ? null : '')
  const address = fields
    .filter((field) => field.startsWith(ADDRESS))
    .map((field) => field.slice(ADDRESS.length))
  const own = fields.filter((field) => !field.startsWith(ADDRESS)).map((field) => field.slice(CLIENT.length))
  return clientChangesSchema.parse({
    ...Object.fromEntries(own.map((field) => [field, blank(field)])),
    address: Object.fromEntries(address.map((field) => [field, ''])),
  })
}

/** For clients that were not changed since, according to their records. */
export async function putBack({ tx, userId, nowMs }: UndoRun, records: readonly UndoRecord[]): Promise<void> {
  const fieldsOf = new Map(
    records.flatMap(({ uid, fields }): [string, readonly string[]][] =>
      uid === null ? [] : [[uid, fields]],
    ),
  )
  const uids = [...fieldsOf.keys()]
  if (uids.length === 0) return
  await withoutTouching(tx, uids, async () => {
    for (const before of await lockClients(tx, uids)) {
      const after = changeClient(before, blanksOf(fieldsOf.get(before.uid) ?? []))
      await completeClient(tx, { before, after, userId, occurredAt: new Date(nowMs).toISOString() })
    }
  })
}
