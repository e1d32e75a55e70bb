/** What the audit has of merged clients: docs/rules.md#merging-clients */

export const MERGE_ENTRIES = {
  'merges/merge.ts': [
    {
      action: 'merge',
      entity: 'clients',
      entity_id: '3',
      subject: 'Ana',
      after: { alias_id: 9, from_alias: ['mail'], leads: 2 },
      about: 'Ana',
    },
  ],
  'merges/undo.ts': [
    {
      action: 'undo_merge',
      entity: 'clients',
      entity_id: '3',
      subject: 'Ana',
      after: { alias_id: 9, leads: 2, kept: ['mail'] },
      about: 'Ana',
    },
  ],
  'merges/distinctions.ts': [
    {
      action: 'distinguish',
      entity: 'clients',
      entity_id: '3',
      subject: 'Ana',
      after: { alias_id: 9 },
      about: 'Ana',
    },
    {
      action: 'undo_distinguish',
      entity: 'clients',
      entity_id: '3',
      subject: 'Ana',
      after: { alias_id: 9 },
      about: 'Ana',
    },
  ],
} as const
