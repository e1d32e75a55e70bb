/** Entries of the audit about exports of everything, as audit-kinds.test.ts reads them. */

export const EXPORT_ENTRIES = {
  'http/exports.ts': [
    { action: 'request', entity: 'whole_exports', entity_id: '1' },
    { action: 'download', entity: 'whole_exports', entity_id: '1' },
  ],
  'history/dossier.ts': [
    { action: 'export', entity: 'leads', entity_id: '17', after: { form: 'pdf', links: 12, head: 'ab12' } },
  ],
  'reports/book/make-book.ts': [
    {
      action: 'export',
      entity: 'reports',
      entity_id: '/relatorio-livro-de-propostas',
      after: { month: '2026-10', code: 'ab12' },
      about: 'Livro de propostas',
    },
  ],
} as const
