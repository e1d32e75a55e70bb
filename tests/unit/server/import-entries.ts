/** What the audit has of imports of lists and of renewals, for the test of its words. */

export const IMPORT_ENTRIES = {
  'imports/import-row.ts': [
    {
      action: 'create',
      entity: 'imports',
      entity_id: '1',
      subject: 'leads.csv',
      after: { list: 'leads', source: 'Pipedrive', file_name: 'leads.csv', total: 2, refused: 1, blank: 0 },
      about: 'leads.csv',
    },
    {
      action: 'create',
      entity: 'renewal_imports',
      entity_id: '1',
      subject: 'nov.xlsx',
      after: {
        file_name: 'nov.xlsx',
        channel_id: 8,
        inviter_id: 4,
        partner_id: 26,
        total: 2,
        refused: 1,
        blank: 2,
        reference_month: '2026-11',
        mapping: {},
      },
      about: 'nov.xlsx',
    },
  ],
  'imports/imports.ts': [
    {
      action: 'update',
      entity: 'imports',
      entity_id: '1',
      subject: 'leads.csv',
      before: { state: 'done', done: 2, total: 2 },
      after: { state: 'undoing', done: 2, total: 2 },
      about: 'leads.csv',
    },
  ],
  'imports/lifecycle.ts': [
    {
      action: 'update',
      entity: 'imports',
      entity_id: '1',
      subject: 'leads.csv',
      before: { state: 'running', done: 1, total: 2 },
      after: { state: 'cancelled', done: 1, total: 2 },
      about: 'leads.csv',
    },
    {
      action: 'update',
      entity: 'renewal_imports',
      entity_id: '1',
      subject: 'nov.xlsx',
      before: { state: 'running', done: 1, total: 2 },
      after: { state: 'cancelled', done: 1, total: 2 },
      about: 'nov.xlsx',
    },
  ],
  'imports/waiting-lines.ts': [
    {
      action: 'update',
      entity: 'imports',
      entity_id: '1',
      subject: 'clientes.xlsx',
      after: { decided: 3, discarded: 1 },
      about: 'clientes.xlsx',
    },
    {
      action: 'update',
      entity: 'renewal_imports',
      entity_id: '1',
      subject: 'nov.xlsx',
      after: { decided: 3, discarded: 1 },
      about: 'nov.xlsx',
    },
  ],
  'imports/users.ts': [
    {
      action: 'create',
      entity: 'users',
      entity_id: '9',
      subject: 'Ana',
      after: {
        name: 'Ana',
        email: 'ana@exemplo.com.br',
        phone: '31987654321',
        login: 'ana',
        channel_id: 8,
        technical_team_id: null,
        role: 3,
        partners: [26],
      },
      about: 'Ana',
    },
  ],
  'imports/partners.ts': [
    {
      action: 'create',
      entity: 'partners',
      entity_id: '9',
      subject: 'Centro',
      after: { name: 'Centro', code_wf: 'C001' },
      about: 'Centro',
    },
  ],
  'imports/undo-work.ts': [
    { action: 'delete', entity: 'users', entity_id: '9', before: { name: 'Ana' }, about: 'Ana' },
    { action: 'delete', entity: 'partners', entity_id: '9', before: { name: 'Centro' }, about: 'Centro' },
  ],
} as const
