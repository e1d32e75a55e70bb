/** By what a save recognises that the row was changed since it was read: docs/rules.md#revisions */
import { createHash } from 'node:crypto'
import { Refusal } from '../context/refusal.ts'

/** Returns the same text for the same content. The caller leaves out what may change without a conflict. */
export const revisionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** Throws Refusal `conflict` if the save began with another revision. A caller that names none replaces the row. */
export function requireRevision(given: string | undefined, present: string, what: string): void {
  if (given !== undefined && given !== present)
    throw new Refusal(
      'conflict',
      `Outra pessoa alterou ${what} enquanto você editava. Confira os valores atuais e salve de novo.`,
    )
}
