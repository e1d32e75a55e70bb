/** What the outcomes of 'Meu dia' write, and what takes them back: docs/rules.md#outcomes */
import { sql, type Transaction } from 'kysely'
import {
  noteContact as noteContactCommand,
  putBack as putBackCommand,
} from '../../../src/commands/outcome-steps.ts'
import { mayBeTakenBack } from '../../../src/domain/lead/calls.ts'
import { changedFields, sameValue } from '../../../src/domain/lead/conflicts.ts'
import { FUTURE_DATE } from '../../../src/domain/lead/save-rules.ts'
import { endOfDayMs, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Database } from '../../db/database.ts'
import { acceptUnless, defineHandler } from '../handler.ts'

export const noteContact = defineHandler(noteContactCommand, async ({ args, nowMs }) => {
  const isFuture = Date.parse(args.contact_date) > endOfDayMs(saoPauloDay(nowMs))
  return acceptUnless(isFuture ? { field: 'contact_date', message: FUTURE_DATE } : null)
})

const TOO_LATE = 'Já não dá para desfazer: passaram mais de 10 minutos ou o lead mudou depois.'

/** A field goes back only from the user's own last change of it, to the value before that. */
export const putBack = defineHandler(putBackCommand, async ({ tx, lead, after, args, context }) => {
  const fields = Object.keys(changedFields(lead, after.lead))
  if (fields.length === 0) return { kind: 'nothing' }
  const last = await lastChanges(tx, lead.uid, fields)
  const given = new Map<string, unknown>(Object.entries(args.fields))
  const isOwn = fields.every((field) => {
    const change = last.get(field)
    return (
      change?.user_id === context.user.id &&
      mayBeTakenBack(change.occurred_at, Date.parse(context.occurredAt)) &&
      sameValue(change.before, given.get(field))
    )
  })
  return acceptUnless(isOwn ? null : { message: TOO_LATE })
})

interface Change {
  readonly field: string
  readonly user_id: number | null
  readonly occurred_at: string
  readonly before: unknown
}

async function lastChanges(
  tx: Transaction<Database>,
  uid: string,
  fields: readonly string[],
): Promise<ReadonlyMap<string, Change>> {
  const { rows } = await sql<Change>`
    select distinct on (f.field) f.field, t.user_id, t.occurred_at, t.changes -> f.field -> 'before' as before
    from timeline t
    cross join unnest(${fields}::text[]) as f(field)
    where t.lead_uid = ${uid} and (t.changes -> f.field) is not null
    order by f.field, t.id desc`.execute(tx)
  return new Map(rows.map((row) => [row.field, row]))
}
