/** What every REST door onto a command does: run it under the caller's key, and say its result as HTTP (ruling 30). */
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { CommandArgs, CommandName } from '../../src/commands/registry.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { AppContext } from '../app-context.ts'
import { runCommand } from '../commands/run-command.ts'
import { HttpError, notFound } from './errors.ts'

type Applied = Extract<PushResult, { outcome: 'applied' }>

/** A capture lost to somebody names the holder (ruling 32). */
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
  const status = result.code === 'forbidden' ? 403 : 422
  const errors = Object.keys(result.errors).length > 0 ? result.errors : undefined
  throw new HttpError(status, result.code, result.message, errors)
}

/** Runs the command under the caller's Idempotency-Key, or under a key of its own. Throws HttpError for what is refused. */
export async function act<Name extends CommandName>(
  context: AppContext,
  request: FastifyRequest,
  command: Name,
  args: CommandArgs<Name>,
): Promise<Applied> {
  const { user, deviceId } = request.session
  return appliedOrThrow(
    await runCommand(context, {
      key: String(request.headers['idempotency-key'] ?? uuidv7()),
      command,
      args,
      base: {},
      occurredAt: new Date(context.now()).toISOString(),
      dependsOn: null,
      user,
      deviceId,
    }),
  )
}
