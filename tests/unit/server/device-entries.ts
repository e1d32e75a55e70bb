/** Entries of the audit about devices, as audit-kinds.test.ts reads them. */

export const DEVICE_ENTRIES = {
  'devices/erase.ts': [
    {
      action: 'erase_device',
      entity: 'devices',
      entity_id: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
      after: { user_id: 4, device_name: 'Chrome no Windows', waiting_changes: 3 },
    },
  ],
} as const
