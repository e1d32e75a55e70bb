/** Entries that the connection to WhatsApp writes into the audit. docs/rules.md#whatsapp */
const CONNECTION = { waba_id: '102290129340398', keeps_text: true, numbers: '5531900001000' }

export const WHATSAPP_ENTRIES = {
  'whatsapp/settings.ts': [
    { action: 'create', entity: 'whatsapp_connection', entity_id: '1', after: CONNECTION },
    {
      action: 'update',
      entity: 'whatsapp_connection',
      entity_id: '1',
      before: CONNECTION,
      after: { ...CONNECTION, keeps_text: false, secret_renewed: true },
    },
    { action: 'delete', entity: 'whatsapp_connection', entity_id: '1', before: CONNECTION },
  ],
} as const
