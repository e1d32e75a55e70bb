/** Entries that webhooks write into the audit. docs/rules.md#webhooks */
export const WEBHOOK_ENTRIES = {
  'webhooks/webhooks.ts': [
    {
      action: 'create',
      entity: 'webhooks',
      entity_id: crypto.randomUUID(),
      after: { name: 'CRM', host: 'crm.exemplo.com.br', events: ['lead.sold'], with_client: true },
      about: 'CRM',
    },
    {
      action: 'update',
      entity: 'webhooks',
      entity_id: crypto.randomUUID(),
      subject: 'CRM',
      before: { name: 'CRM', host: 'crm.exemplo.com.br', events: ['lead.sold'], with_client: true },
      after: {
        name: 'CRM',
        host: 'crm2.exemplo.com.br',
        events: ['lead.sold'],
        with_client: true,
        address_changed: true,
      },
      about: 'CRM',
    },
    {
      action: 'update',
      entity: 'webhooks',
      entity_id: crypto.randomUUID(),
      subject: 'CRM',
      before: {},
      after: { secret_renewed: true },
      about: 'CRM',
    },
  ],
  'webhooks/stop.ts': [
    {
      action: 'update',
      entity: 'webhooks',
      entity_id: crypto.randomUUID(),
      subject: 'CRM',
      before: { state: 'on' },
      after: { state: 'failing' },
      about: 'CRM',
    },
  ],
} as const
