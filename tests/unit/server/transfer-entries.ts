/** Entries of the audit about transfers of leads, by the file that writes them. */
const TRANSFER = crypto.randomUUID()

export const TRANSFER_ENTRIES = {
  'transfers/departure.ts': [
    { action: 'update', entity: 'lead_transfers', entity_id: TRANSFER, after: { user_id: 4, moved: 2 } },
    {
      action: 'update',
      entity: 'lead_broker_config',
      entity_id: '3',
      before: { partner_id: 26, insurance_id: 1, broker_id: 4, status: 1 },
      after: { partner_id: 26, insurance_id: 1, broker_id: 4, status: 0 },
      about: 'Loja 26 · Auto · Bruna',
    },
  ],
  'transfers/transfer.ts': [
    { action: 'update', entity: 'lead_transfers', entity_id: TRANSFER, after: { moved: 2, broker_id: 4 } },
    {
      action: 'update',
      entity: 'lead_transfers',
      entity_id: TRANSFER,
      after: { moved: 2, destination: 'share' },
    },
    {
      action: 'update',
      entity: 'lead_transfers',
      entity_id: TRANSFER,
      after: { moved: 2, destination: 'origin' },
    },
  ],
  'transfers/undo-transfer.ts': [
    { action: 'update', entity: 'lead_transfers', entity_id: TRANSFER, after: { returned: 2 } },
  ],
} as const
