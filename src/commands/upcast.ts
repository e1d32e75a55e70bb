/** What an earlier version of the app queued, in the words of this one. */
import { withPresentNames } from '../domain/lead/earlier-fields.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { commands, isCommandName } from './registry.ts'

export interface Queued {
  readonly command: string
  readonly schemaVersion: number
  readonly args: unknown
  readonly base: Readonly<Record<string, unknown>>
}

export const isEarlier = ({ command, schemaVersion }: Pick<Queued, 'command' | 'schemaVersion'>): boolean =>
  isCommandName(command) && schemaVersion < commands[command].version

/**
 * `lead`: which the command is about, null where it is not known. null: it stays as it is. `rename` answers the present name
 * of a field.
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
