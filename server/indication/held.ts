/** Indications of a flood: held for a look, then brought to the board or discarded. docs/rules.md#suspicious-indications */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { commands } from '../../src/commands/registry.ts'
import type { HeldDecision, HeldIndication } from '../../src/contract/held-indications.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { CommandRequest } from '../commands/command-request.ts'
import { executeCommand } from '../commands/execute-command.ts'
import type { AppContext } from '../context/app-context.ts'
import { sessionUser } from '../queries/session-user.ts'
import { audit } from '../records/audit.ts'

const INDICATION = 'indication.external'
/** What nobody looked at is no lead any more. */
const KEPT_DAYS = 30

type ByLink = NonNullable<CommandRequest['byLink']>

interface Held {
  readonly key: string
  readonly inviterId: number
  readonly args: CommandRequest['args']
  readonly byLink: ByLink
}

const argsSchema = commands[INDICATION].args
const agreed = z.object({ version: z.string(), at: z.string() })
const byLinkSchema: z.ZodType<ByLink> = z.object({
  consentVersion: z.string(),
  consentAt: z.string(),
  health: agreed.nullable(),
  // What was held before receipts has none.
  receipt: z.string().nullable().default(null),
})

/** Whether this sending was held before, decided or not: it is answered as the first time. */
export async function wasHeld({ store }: AppContext, key: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('held_indications')
    .select('uid')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export async function holdIndication({ store, now }: AppContext, held: Held): Promise<void> {
  await store.db
    .insertInto('held_indications')
    .values({
      uid: uuidv7(),
      key: held.key,
      inviter_id: held.inviterId,
      args: JSON.stringify(held.args),
      by_link: JSON.stringify(held.byLink),
      received_at: new Date(now()).toISOString(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** What waits, the latest first. */
export async function heldIndications({ store }: AppContext): Promise<HeldIndication[]> {
  const { rows } = await sql<HeldIndication>`
    select h.uid, h.received_at,
      json_build_object('id', u.id, 'name', u.name) as inviter,
      coalesce(h.args #>> '{client,name}', '') as name,
      coalesce(nullif(h.args #>> '{client,cellphone}', ''), h.args #>> '{client,phone}', '') as phone,
      coalesce(i.name, '') as insurance
    from held_indications h
    join users u on u.id = h.inviter_id
    left join insurances i on i.id = (h.args ->> 'insurance_id')::int
    where h.decided_at is null
    order by h.received_at desc, h.uid`.execute(store.db)
  return rows
}

/** Takes the rows for one decision: of two at the same time each row is of one. */
async function taken(context: AppContext, userId: number, { decision, uids }: HeldDecision) {
  const nowMs = context.now()
  return context.store.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('held_indications')
      .select(['uid', 'key', 'inviter_id', 'args', 'by_link'])
      .where('decided_at', 'is', null)
      .$if(uids !== null, (wanted) => wanted.where('uid', 'in', uids ?? []))
      .orderBy('received_at')
      .forUpdate()
      .execute()
    if (rows.length === 0) return rows
    await tx
      .updateTable('held_indications')
      .set({ decided_at: new Date(nowMs).toISOString(), decided_by: userId, args: null, by_link: null })
      .where(
        'uid',
        'in',
        rows.map(({ uid }) => uid),
      )
      .execute()
    await audit(tx, {
      user: { id: userId },
      action: decision === 'accept' ? 'accept_held' : 'discard_held',
      entity: 'held_indications',
      id: null,
      before: null,
      after: { count: rows.length },
    })
    return rows
  })
}

/** Returns how many became leads, and how many were refused by a rule since. */
async function brought(context: AppContext, rows: Awaited<ReturnType<typeof taken>>) {
  let made = 0
  for (const { key, inviter_id: inviterId, args, by_link: byLink } of rows) {
    const user = await sessionUser(context.store.db, inviterId)
    if (user === null || !may(INDICATION, roleOf(user))) continue
    const result = await executeCommand(context, {
      key,
      command: INDICATION,
      schemaVersion: commands[INDICATION].version,
      args: argsSchema.parse(args),
      base: {},
      // Its deadlines begin with the look: nobody could have called before.
      occurredAt: new Date(context.now()).toISOString(),
      dependsOn: null,
      user,
      deviceId: null,
      byLink: byLinkSchema.parse(byLink),
    })
    if (result.outcome === 'applied') made += 1
  }
  return { made, refused: rows.length - made }
}

export async function decideHeld(
  context: AppContext,
  userId: number,
  decision: HeldDecision,
): Promise<{ readonly decided: number; readonly made: number; readonly refused: number }> {
  const rows = await taken(context, userId, decision)
  const { made, refused } =
    decision.decision === 'accept' ? await brought(context, rows) : { made: 0, refused: 0 }
  return { decided: rows.length, made, refused }
}

export async function pruneHeld({ store, now }: AppContext): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * DAY_MS).toISOString()
  await store.db.deleteFrom('held_indications').where('received_at', '<', before).execute()
}
