/** Entries of the audit about exports of everything, as audit-kinds.test.ts reads them. */

export const EXPORT_ENTRIES = {
  'http/exports.ts': [
    { action: 'request', entity: 'whole_exports', entity_id: '1' },
    { action: 'download', entity: 'whole_exports', entity_id: '1' },
  ],
} as const
