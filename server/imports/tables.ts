/** The imports, with the tables of their lines, the column by which a refused line is known, and those of a waiting line. */
export const IMPORT_TABLES = {
  imports: {
    rows: 'import_rows',
    refusals: 'import_refusals',
    decisions: 'import_decisions',
    reference: 'old_number',
    waiting: ['line', 'data', 'reason', 'client_uids'],
  },
  renewal_imports: {
    rows: 'renewal_import_rows',
    refusals: 'renewal_import_refusals',
    decisions: 'renewal_import_decisions',
    reference: 'policy_number',
    waiting: ['line', 'data', 'reason', 'temp_ids', 'client_uids'],
  },
} as const
export type Imports = keyof typeof IMPORT_TABLES
