/**
 * One command, one transaction, exactly once: the key is claimed first, so that a second delivery waits for the first
 * and then answers its stored result. Both doors, REST and push, come through here.
 */

import type { Transaction } from 'kysely'
import { z } from 'zod'
import { isCommandName } from '../../src/commands/registry.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import { type PushResult, pushResultSchema } from '../../src/contract/sync.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../db/database.ts'
import { carryOut, clampOccurredAt, rejection } from './carry-out.ts'
import type { CommandRequest } from './command-request.ts'
import { withoutDeparted } from './departed.ts'
import { unfitCommand } from './unfit-command.ts'

const RETRIES = 4
/** A UUID, or what a REST client takes for one: nothing that the log could not hold. */
const KEY = /^[\w.:-]{8,64}$/

class Blocked extends Error {}

/** PostgreSQL's code of an error of either driver. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
/** Serialization failure and deadlock: the same command again is right. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))
/** A value that the database will never take: no retry would help. */
const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(codeOf(error))

/** Never throws for what a rule forbids: that is a result. Throws when the database can't answer. */
export async function executeCommand(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const result = await settle(context, request)
  context.metrics.commands.inc({
    command: isCommandName(request.command) ? request.command : 'unknown',
    outcome: result.outcome,
  })
  if (result.outcome === 'rejected' && result.code === 'quota_reached')
    context.security.note('quota_reached', { user_id: request.user.id, about: request.command })
  return result
}

async function settle(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const { db } = context.store
  if (!KEY.test(request.key)) return rejection(request.key, 'invalid', 'A chave deste pedido é inválida.')
  // Nothing of it is remembered: whenever it comes it is refused for the same reason.
  const unfit = unfitCommand(request)
  if (unfit !== null) return rejection(request.key, 'invalid', unfit)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => once(context, tx, request))
    } catch (error) {
      if (error instanceof Blocked)
        return { key: request.key, outcome: 'blocked', depends_on: request.dependsOn ?? '' }
      if (isRefusedByDatabase(error)) return refuseForGood(context, request, error)
      if (!isTransient(error) || attempt >= RETRIES) throw error
    }
  }
}

/** The field that names no row there is, by the name that migrations leave to the database; null: another refusal. */
function unknownRow(error: unknown): Record<string, string[]> | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  const field = /^leads_(\w+)_fkey$/.exec(String(error.constraint))?.[1]
  return field === undefined ? null : { [field]: ['Valor desconhecido'] }
}

/** The arguments are what the database did not take: the log keeps the refusal without them. */
function refuseForGood(context: AppContext, request: CommandRequest, error: unknown): Promise<PushResult> {
  const errors = unknownRow(error)
  const refused =
    errors === null
      ? rejection(request.key, 'invalid', 'O servidor não aceitou os dados deste pedido.')
      : rejection(request.key, 'invalid', messageOfFields(errors), errors)
  return context.store.db.transaction().execute(async (tx) => {
    if (!(await claim(context, tx, { ...request, args: null }))) return storedResult(context, tx, request)
    await store(tx, refused, { args: null })
    return refused
  })
}

/** True when this delivery is the first of its key. */
async function claim(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('command_log')
    .values({
      key: request.key,
      user_id: request.user.id,
      device_id: request.deviceId,
      command: request.command,
      args: JSON.stringify(request.args ?? null),
      outcome: 'running',
      result: 'null',
      occurred_at: clampOccurredAt(request.occurredAt, context.now()),
      received_at: new Date(context.now()).toISOString(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Of a command that was not applied only what a later delivery is compared with is kept of the arguments. */
async function store(
  tx: Transaction<Database>,
  result: PushResult,
  { args }: Pick<CommandRequest, 'args'>,
): Promise<void> {
  const kept = result.outcome === 'applied' ? {} : { args: JSON.stringify(aboutOf(args)) }
  await tx
    .updateTable('command_log')
    .set({ outcome: result.outcome, result: JSON.stringify(result), ...kept })
    .where('key', '=', result.key)
    .execute()
}

async function once(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  if (!(await claim(context, tx, request))) return storedResult(context, tx, request)
  if (request.dependsOn !== null) {
    const earlier = await tx
      .selectFrom('command_log')
      .select('outcome')
      .where('key', '=', request.dependsOn)
      .where('user_id', '=', request.user.id)
      .executeTakeFirst()
    if (earlier?.outcome !== 'applied') throw new Blocked()
  }
  const foreign = (about: string) =>
    context.security.note('foreign_record', { user_id: request.user.id, about })
  const result = await carryOut(tx, request, { nowMs: context.now(), foreign })
  await store(tx, result, request)
  return result
}

/** A uid has 36 characters; some slack for keys of other makers. */
const uid = z.string().max(64)
const aboutSchema = z.union([z.object({ lead_uid: uid }), z.object({ client_uid: uid })])

/** Which lead or client the arguments are about: that never changes between deliveries of one key. */
const aboutOf = (args: unknown) => aboutSchema.safeParse(args).data ?? null

function entityOf(args: unknown): string | null {
  const about = aboutOf(args)
  if (about === null) return null
  return 'lead_uid' in about ? about.lead_uid : about.client_uid
}

/** The answer of the first delivery; a key of somebody else is refused without saying anything of it. */
async function storedResult(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  const stored = await tx
    .selectFrom('command_log')
    .select(['user_id', 'command', 'args', 'result'])
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow()
  if (stored.user_id !== request.user.id)
    return rejection(request.key, 'forbidden', 'Este pedido pertence a outra pessoa.')
  // The arguments may differ: an app update rewrites those of a queued command whose answer was lost.
  // What the database refused is kept without its arguments: there is nothing to compare.
  const entity = entityOf(stored.args)
  if (stored.command !== request.command || (entity !== null && entity !== entityOf(request.args)))
    return rejection(request.key, 'invalid', 'Esta chave já foi usada em outro pedido.')
  return withoutDeparted(tx, request.user, context.now(), pushResultSchema.parse(stored.result))
}
