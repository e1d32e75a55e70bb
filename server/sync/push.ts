/** Push: executes the commands of one device in order, each in its own transaction, a group in one. */
import { unitsOf } from '../../src/commands/groups.ts'
import { isCommandName } from '../../src/commands/registry.ts'
import { asReceived } from '../../src/contract/push-command.ts'
import type { PushCommand, PushRequest, PushResponse, PushResult } from '../../src/contract/sync.ts'
import type { CommandRequest } from '../commands/command-request.ts'
import { executeCommand } from '../commands/execute-command.ts'
import { executeGroup } from '../commands/execute-group.ts'
import type { AppContext } from '../context/app-context.ts'
import { encodeSeen } from '../feed/cursor.ts'
import { seenNow } from '../feed/standing.ts'
import { executeHanded } from '../hand-over/receive.ts'
import type { Session } from '../session/tokens.ts'

/** True when the server requires a newer app ('1.10.0' is newer than '1.9.2'). null requires none. */
export function isTooOld(appVersion: string, minAppVersion: string | null): boolean {
  if (minAppVersion === null) return false
  const [given, least] = [appVersion, minAppVersion].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10) || 0),
  )
  for (let place = 0; place < 3; place++) {
    const difference = (given?.[place] ?? 0) - (least?.[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** The command's name for the log, if it is known. An unknown name is the sender's text and is not logged. */
const named = ({ command }: PushCommand) => (isCommandName(command) ? { about: command } : {})

/** Hundreds of devices may come back at once. None of them waits longer for its answer than its network does. */
const ANSWER_WITHIN_MS = 3000

/**
 * Executes the commands and returns their results, in order. Those that it has no time for have no result, and the device
 * sends them again; the first always has one, and a group has all or none. Throws when the database fails; the log keeps the earlier results, and the
 * device gets them when it sends the same keys again.
 */
export async function push(
  context: AppContext,
  request: PushRequest,
  { user, moment }: Pick<Session, 'user' | 'moment'>,
): Promise<PushResponse> {
  const results: PushResult[] = []
  const begun = context.now()
  const receiving = { user, moment, deviceId: request.device_id }
  const asked = (command: PushCommand): CommandRequest => ({
    ...asReceived(command),
    user,
    deviceId: request.device_id,
    moment,
  })
  for (const unit of unitsOf(request.commands)) {
    if (results.length > 0 && context.now() - begun > ANSWER_WITHIN_MS) break
    const [first] = unit
    if (first === undefined) continue
    // One alone is what is left of a group whose others were applied by a server that knew no groups.
    const { handed } = first
    const ended =
      handed !== undefined
        ? [await executeHanded(context, { key: first.key, handed }, receiving)]
        : unit.length === 1
          ? [await executeCommand(context, asked(first))]
          : await executeGroup(context, unit.map(asked))
    for (const [place, result] of ended.entries())
      if (result.outcome === 'rejected' && result.code === 'forbidden' && result.refused_with === undefined)
        context.security.note('forbidden', {
          user_id: user.id,
          route: '/api/sync/push',
          ...named(unit[place] ?? first),
        })
    results.push(...ended)
  }
  const seen = encodeSeen(await seenNow(context.store.db))
  return { results, seen, server_time: new Date(context.now()).toISOString() }
}
