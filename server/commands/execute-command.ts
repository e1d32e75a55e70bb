/**
 * Executes one command in one transaction, exactly once. The key is claimed first: a second delivery waits for the
 * first one and returns its stored result. Commands of REST and of push both run here.
 */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { beginsLead, isCommandName } from '../../src/commands/registry.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import { type PushResult, pushResultSchema } from '../../src/contract/sync.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database } from '../db/database.ts'
import { deferWrite } from '../db/deferred-write.ts'
import { codeOf, MANY_TRIES, triedAgain } from '../db/transient.ts'
import type { Rules } from '../feed/rounds.ts'
import type { CommandRequest } from './command-request.ts'
import { withoutDeparted } from './departed.ts'
import { clampOccurredAt, handleCommand } from './handle-command.ts'
import { senderOf, toReceiver } from './received.ts'
import { type Rejection, rejection } from './rejection.ts'
import { unfitCommand } from './unfit-command.ts'

/** A UUID or another key of a REST client, in characters that the log can store. */
const KEY = /^[\w.:-]{8,64}$/
/** Keys of submissions by an inviter's link begin with it. */
export const LINK_KEY = 'link:'

export class Blocked extends Error {}

/** The database refuses the value itself, so a retry would fail too. */
export const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(codeOf(error))

/**
 * Returns the command's result; a rule that forbids the command is a result too. Throws when the database can't
 * answer.
 */
export async function executeCommand(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const result = await tryToExecute(context, request)
  noteOutcome(context, request, result)
  return result
}

export function noteOutcome(context: AppContext, request: CommandRequest, result: PushResult): void {
  context.metrics.commands.inc({
    command: isCommandName(request.command) ? request.command : 'unknown',
    outcome: result.outcome,
  })
  if (result.outcome === 'rejected' && result.code === 'quota_reached')
    context.security.note('quota_reached', { user_id: request.user.id, about: request.command })
}

/** Why no device made the request, as a sentence, or null. No log entry is needed: each delivery is refused alike. */
export function unfitRequest(request: CommandRequest): string | null {
  // No device may use the key of a submission by a link: the answer would show it what became of that submission.
  const isLinkKey = request.key.startsWith(LINK_KEY)
  if (!KEY.test(request.key) || isLinkKey !== (request.byLink !== undefined))
    return 'A chave deste pedido é inválida.'
  return unfitCommand(request)
}

async function tryToExecute(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const { db } = context.store
  const unfit = unfitRequest(request)
  if (unfit !== null) return rejection(request.key, 'invalid', unfit)
  // Before the transaction: the embedded database has one connection.
  const rules = await context.rounds.rules(request.moment ?? (await context.rounds.ask()))
  try {
    return await triedAgain(MANY_TRIES, () =>
      db.transaction().execute((tx) => executeIn(context, tx, request, rules)),
    )
  } catch (error) {
    if (error instanceof Blocked)
      return { key: request.key, outcome: 'blocked', depends_on: request.dependsOn ?? '' }
    if (isRefusedByDatabase(error)) return refuseForGood(context, request, error)
    throw error
  }
}

/**
 * The field whose foreign key names a missing row; null for another error. The constraint has PostgreSQL's default
 * name, such as leads_channel_id_fkey.
 */
function unknownRow(error: unknown): Record<string, string[]> | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  const field = /^leads_(\w+)_fkey$/.exec(String(error.constraint))?.[1]
  return field === undefined ? null : { [field]: ['Valor desconhecido'] }
}

/** The refusal of a command whose values the database does not accept. */
export function refusedByDatabase(key: string, error: unknown): Rejection {
  const errors = unknownRow(error)
  return errors === null
    ? rejection(key, 'invalid', 'O servidor não aceitou os dados deste pedido.')
    : rejection(key, 'invalid', messageOfFields(errors), errors)
}

/** Stores the refusal without the arguments, since the database does not accept them. */
function refuseForGood(context: AppContext, request: CommandRequest, error: unknown): Promise<PushResult> {
  const refused = refusedByDatabase(request.key, error)
  return context.store.db.transaction().execute(async (tx) => {
    if (!(await claim(context, tx, { ...request, args: null }))) return storedResult(context, tx, request)
    await store(tx, refused, { args: null })
    return refused
  })
}

/** True for the first delivery of the key. Waits while another transaction holds the key. */
export async function claim(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('command_log')
    .values({
      key: request.key,
      user_id: request.user.id,
      sent_by: request.receiver?.user.id ?? null,
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

/** Stores the result. A command that was not applied keeps only the uid of its lead or client from its arguments. */
export async function store(
  tx: Transaction<Database>,
  result: PushResult,
  { args }: Pick<CommandRequest, 'args'>,
): Promise<void> {
  const kept = result.outcome === 'applied' ? {} : { args: JSON.stringify(aboutOf(args)) }
  await deferWrite(() =>
    tx
      .updateTable('command_log')
      .set({ outcome: result.outcome, result: JSON.stringify(result), ...kept })
      .where('key', '=', result.key)
      .execute(),
  )
}

/** Runs inside the command's transaction. Throws `Blocked`. */
export async function executeIn(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
  rules: Rules,
): Promise<PushResult> {
  const result = await ownResult(context, tx, request, rules)
  const { receiver } = request
  const leadUid = entityOf(request.args)
  if (receiver === undefined || leadUid === null) return result
  return toReceiver(tx, { request, receiver, result, leadUid, rules, nowMs: context.now() })
}

/** The result for the command's own user. */
async function ownResult(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
  rules: Rules,
): Promise<PushResult> {
  if (!(await claim(context, tx, request))) return storedResult(context, tx, request)
  if (request.dependsOn !== null) {
    const earlier = await tx
      .selectFrom('command_log')
      .select('outcome')
      .where('key', '=', request.dependsOn)
      .where((is) =>
        // What another handed over to this user is followed by this user's commands.
        is.or([
          is('user_id', '=', request.user.id),
          is(is.val(request.user.id), '=', is.fn.any('received_by')),
        ]),
      )
      .executeTakeFirst()
    if (earlier?.outcome !== 'applied') throw new Blocked()
  }
  const foreign = (about: string) =>
    context.security.note('foreign_record', { user_id: request.user.id, about })
  const result = await handleCommand(tx, request, { nowMs: context.now(), foreign, rules })
  if (result.outcome === 'applied') await request.also?.(tx)
  await store(tx, result, request)
  return result
}

/** A uid has 36 characters. REST clients may send longer keys. */
const uid = z.string().max(64)
const aboutSchema = z.union([z.object({ lead_uid: uid }), z.object({ client_uid: uid })])

/** The uid of the lead or client in the arguments. It is the same in each delivery of one key. */
const aboutOf = (args: unknown) => aboutSchema.safeParse(args).data ?? null

function entityOf(args: unknown): string | null {
  const about = aboutOf(args)
  if (about === null) return null
  return 'lead_uid' in about ? about.lead_uid : about.client_uid
}

/**
 * Whether the request is a creation, and no lead has its uid: whoever was handed it may have used its key up for something else.
 * docs/rules.md#hand-over
 */
async function isUnmade(tx: Transaction<Database>, { command, args }: CommandRequest): Promise<boolean> {
  const uid = entityOf(args)
  if (!beginsLead(command) || uid === null) return false
  return (await tx.selectFrom('leads').select('uid').where('uid', '=', uid).executeTakeFirst()) === undefined
}

/** The result of the first delivery. The key of another user is refused without details. */
export async function storedResult(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  const stored = await tx
    .selectFrom('command_log')
    .select(['user_id', 'command', 'args', 'result'])
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow()
  if (stored.user_id !== request.user.id) {
    const code = (await isUnmade(tx, request)) ? 'key_taken' : 'forbidden'
    return rejection(request.key, code, 'Este pedido pertence a outra pessoa.')
  }
  // The arguments may differ: an app update rewrites a queued command whose answer was lost.
  // A command that the database refused is stored without arguments, so it is not compared.
  const entity = entityOf(stored.args)
  if (stored.command !== request.command || (entity !== null && entity !== entityOf(request.args)))
    return rejection(request.key, 'invalid', 'Esta chave já foi usada em outro pedido.')
  const result = await withoutDeparted(tx, request.user, context.now(), pushResultSchema.parse(stored.result))
  if (result.outcome !== 'applied' || request.receiver !== undefined) return result
  const sender = await senderOf(tx, request.key)
  return sender === null ? result : { ...result, sent_by: sender.name }
}
