/** The imports, with the tables of their lines and the column by which a refused line is known. */
export const IMPORT_TABLES = {
  imports: {
    rows: 'import_rows',
    refusals: 'import_refusals',
    decisions: 'import_decisions',
    reference: 'old_number',
  },
  renewal_imports: {
    rows: 'renewal_import_rows',
    refusals: 'renewal_import_refusals',
    decisions: 'renewal_import_decisions',
    reference: 'policy_number',
  },
} as const
export type Imports = keyof typeof IMPORT_TABLES
