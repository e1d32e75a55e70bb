/** The instant whose data a report's answer shows, and why the replica was not read. docs/operations.md#replica */
import { z } from 'zod'

const unusedSchema = z.enum(['behind', 'silent', 'foreign'])
export type ReplicaUnused = z.infer<typeof unusedSchema>

/** Fields of each answer of a report. */
export const dataOrigin = {
  as_of: z.string(),
  /** Why the primary was read in place of the replica. Missing: there is no replica, or it was read. */
  replica_unused: unusedSchema.optional(),
}

const WORDS: Readonly<Record<ReplicaUnused, string>> = {
  behind: 'Lido do banco principal: a réplica está atrasada',
  silent: 'Lido do banco principal: a réplica não responde',
  foreign: 'Lido do banco principal: o outro banco não é réplica dele',
}

const markedSchema = z.object({ replica_unused: unusedSchema })

/** Returns a line for an answer that was read from the primary because the replica could not be used, else null. */
export function originWords(answer: unknown): string | null {
  for (const part of Array.isArray(answer) ? answer : [answer]) {
    const { data } = markedSchema.safeParse(part)
    if (data !== undefined) return WORDS[data.replica_unused]
  }
  return null
}

const isOrigin = (part: unknown): part is { readonly as_of: unknown } =>
  typeof part === 'object' && part !== null && 'as_of' in part

/** Returns the answer with the reason in each part that has an `as_of`. */
export function withReplicaUnused(answer: unknown, replica_unused: ReplicaUnused): unknown {
  const marked = (part: unknown) => (isOrigin(part) ? { ...part, replica_unused } : part)
  return Array.isArray(answer) ? answer.map(marked) : marked(answer)
}
