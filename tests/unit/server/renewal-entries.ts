/** What the audit has of imports of renewals, for the test of its words. */

export const RENEWAL_ENTRIES = {
  'renewals/assign.ts': [
    { action: 'update', entity: 'lead_temps', after: { broker_id: 4, assigned: 2, ids: [1, 2] } },
  ],
  'renewals/decisions.ts': [
    {
      action: 'update',
      entity: 'renewal_imports',
      entity_id: '1',
      subject: 'nov.xlsx',
      after: { decided: 3, discarded: 1 },
      about: 'nov.xlsx',
    },
  ],
  'renewals/doubles.ts': [
    {
      action: 'delete',
      entity: 'lead_temps',
      entity_id: '7',
      before: { policy_number: 'AP-1', insurer: 'Tokyo' },
    },
  ],
  'renewals/imports.ts': [
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
} as const
