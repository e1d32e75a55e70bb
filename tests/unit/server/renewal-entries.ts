/** What the audit has of renewals beside their imports, for the test of its words. */

export const RENEWAL_ENTRIES = {
  'renewals/assign.ts': [
    { action: 'update', entity: 'lead_temps', after: { broker_id: 4, assigned: 2, ids: [1, 2] } },
  ],
  'renewals/doubles.ts': [
    {
      action: 'delete',
      entity: 'lead_temps',
      entity_id: '7',
      before: { policy_number: 'AP-1', insurer: 'Tokyo' },
    },
  ],
} as const
