/** Deliberate faults in the merging of clients. */
import { type Mutant, one } from './mutant.ts'

export const MERGE_MUTANTS: readonly Mutant[] = [
  one(
    'a command that names a merged client does not find the one that stays',
    12,
    'server/commands/client/write-client.ts',
    'return alias?.client_uid ?? uid',
    'return alias === undefined ? uid : uid',
  ),
  one(
    'an undo leaves the leads with the other client',
    12,
    'server/merges/undo.ts',
    'and m.moved\n      and m.lead_uid = l.uid',
    'and not m.moved\n      and m.lead_uid = l.uid',
  ),
  one(
    'a merge does not say what the alias was called',
    12,
    'server/merges/merge.ts',
    "to_jsonb(c) - 'version'",
    "jsonb_build_object('name', c.name)",
  ),
]
