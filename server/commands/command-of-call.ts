/** Runs commands for REST calls. What is refused is thrown: docs/rules.md#errors-of-the-api. */
import { uuidv7 } from 'uuidv7'
import { type CommandArgs, type CommandName, commands, isCommandName } from '../../src/commands/registry.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Call } from '../context/call.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { CommandRequest } from './command-request.ts'
import { executeCommand } from './execute-command.ts'

type Applied = Extract<PushResult, { outcome: 'applied' }>

/**
 * Returns an applied result, else throws Refusal. The conflict of a capture names the lead's broker:
 * docs/rules.md#capture.
 */
function appliedOrThrow(result: PushResult): Applied {
  if (result.outcome === 'applied') return result
  if (result.outcome === 'conflict')
    throw new Refusal(
      'conflict',
      result.holder === null ? result.message : `Este lead já foi capturado por ${result.holder.name}.`,
    )
  if (result.outcome === 'blocked')
    throw new Refusal('conflict', 'Um pedido anterior deste lead ainda não foi concluído.')
  if (result.code === 'not_found') throw notFound()
  const errors = Object.keys(result.errors).length > 0 ? result.errors : undefined
  throw new Refusal(result.code, result.message, errors)
}

/** The command that used the caller's key first, and its time in epoch ms; null for a new key or none. */
export async function earlierCall(
  { store }: AppContext,
  call: Call,
): Promise<{ readonly command: CommandName; readonly receivedMs: number } | null> {
  const { key } = call
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
 * Runs the command under the caller's Idempotency-Key or a new key. Throws Refusal. The command
 * validates its arguments, so they may come from the body unchecked.
 */
export async function executeForCall<Name extends CommandName>(
  context: AppContext,
  call: Call,
  command: Name,
  args: CommandArgs<Name>,
  { key = call.key ?? uuidv7(), also }: Pick<Partial<CommandRequest>, 'key' | 'also'> = {},
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
