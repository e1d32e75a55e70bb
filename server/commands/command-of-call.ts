/** Runs commands for REST calls and converts their results to HTTP: docs/rules.md#errors-of-the-api. */
import { uuidv7 } from 'uuidv7'
import { type CommandArgs, type CommandName, commands, isCommandName } from '../../src/commands/registry.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Call } from '../context/call.ts'
import { HttpError, notFound } from '../context/errors.ts'
import { keyOf } from '../context/request-key.ts'
import type { CommandRequest } from './command-request.ts'
import { executeCommand } from './execute-command.ts'

type Applied = Extract<PushResult, { outcome: 'applied' }>

/** HTTP statuses of refusals other than 422: docs/rules.md#errors-of-the-api. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  forbidden: 403,
  key_taken: 403,
  proposal_taken: 401,
  erased: 410,
  quota_reached: 429,
}

/**
 * Returns an applied result, else throws HttpError. The 409 of a capture names the lead's broker:
 * docs/rules.md#capture.
 */
function appliedOrThrow(result: PushResult): Applied {
  if (result.outcome === 'applied') return result
  if (result.outcome === 'conflict')
    throw new HttpError(
      409,
      'conflict',
      result.holder === null ? result.message : `Este lead já foi capturado por ${result.holder.name}.`,
    )
  if (result.outcome === 'blocked')
    throw new HttpError(409, 'conflict', 'Um pedido anterior deste lead ainda não foi concluído.')
  if (result.code === 'not_found') throw notFound()
  const status = STATUS[result.code] ?? 422
  const errors = Object.keys(result.errors).length > 0 ? result.errors : undefined
  throw new HttpError(status, result.code, result.message, errors)
}

/** The command that used the caller's key first, and its time in epoch ms; null for a new key or none. */
export async function earlierCall(
  { store }: AppContext,
  call: Call,
): Promise<{ readonly command: CommandName; readonly receivedMs: number } | null> {
  const key = keyOf(call)
  if (key === null) return null
  const found = await store.db
    .selectFrom('command_log')
    .select(['command', 'received_at'])
    .where('key', '=', key)
    .where('user_id', '=', call.session.user.id)
    .executeTakeFirst()
  if (found === undefined || !isCommandName(found.command)) return null
  return { command: found.command, receivedMs: Date.parse(found.received_at) }
}

/**
 * Runs the command under the caller's Idempotency-Key or a new key. Throws HttpError when it is refused. The command
 * validates its arguments, so they may come from the body unchecked.
 */
export async function executeForCall<Name extends CommandName>(
  context: AppContext,
  call: Call,
  command: Name,
  args: CommandArgs<Name>,
  { key = keyOf(call) ?? uuidv7(), also }: Pick<Partial<CommandRequest>, 'key' | 'also'> = {},
): Promise<Applied> {
  const { user, deviceId, moment } = call.session
  return appliedOrThrow(
    await executeCommand(context, {
      key,
      command,
      schemaVersion: commands[command].version,
      args,
      base: {},
      occurredAt: new Date(context.now()).toISOString(),
      dependsOn: null,
      user,
      deviceId,
      moment,
      ...(also === undefined ? {} : { also }),
    }),
  )
}
