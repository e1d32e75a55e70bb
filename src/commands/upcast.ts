/** Upcasts commands that an earlier version of the app queued. */
import type { QueuedCommand } from '../contract/push-command.ts'
import { withPresentNames } from '../domain/lead/earlier-fields.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { commands, isCommandName } from './registry.ts'

export type Queued = Pick<QueuedCommand, 'command' | 'schemaVersion' | 'args' | 'base'>

/** Whether the queued command has an older schema version than this app's. */
export const isEarlier = ({ command, schemaVersion }: Pick<Queued, 'command' | 'schemaVersion'>): boolean =>
  isCommandName(command) && schemaVersion < commands[command].version

/**
 * `lead` is the command's lead, or null when it is unknown. Returns null when the command stays as it is.
 * `rename` of the result maps an earlier field name to the present one.
 */
export function upcast(queued: Queued, lead: Lead | null) {
  if (!isEarlier(queued) || !isCommandName(queued.command)) return null
  const { version, upcast: asPresent } = commands[queued.command]
  const found = asPresent?.(queued.args, lead) ?? null
  if (found === null) return null
  const { args, renamed } = found
  return {
    schemaVersion: version,
    args,
    base: withPresentNames(queued.base, renamed),
    rename: (field: string) => renamed[field] ?? field,
  }
}
