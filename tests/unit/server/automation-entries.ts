/** Entries that automations write into the audit. docs/rules.md#automations */
const RULE = {
  name: 'Lead parado',
  rule: 'Quando um lead fica 2 dias úteis sem atividade, avise o corretor.',
  texts: ['Retome o contato'],
}

export const AUTOMATION_ENTRIES = {
  'automations/automations.ts': [
    {
      action: 'create',
      entity: 'automations',
      entity_id: crypto.randomUUID(),
      after: RULE,
      about: 'Lead parado',
    },
    {
      action: 'update',
      entity: 'automations',
      entity_id: crypto.randomUUID(),
      subject: 'Lead parado',
      before: RULE,
      after: { ...RULE, rule: 'Quando um lead fica 3 dias úteis sem atividade, avise o corretor.' },
      about: 'Lead parado',
    },
    {
      action: 'update',
      entity: 'automations',
      entity_id: crypto.randomUUID(),
      subject: 'Lead parado',
      before: { state: 'off' },
      after: { state: 'on' },
      about: 'Lead parado',
    },
  ],
  'automations/stop.ts': [
    {
      action: 'update',
      entity: 'automations',
      entity_id: crypto.randomUUID(),
      subject: 'Lead parado',
      before: { state: 'on' },
      after: { state: 'paused' },
      about: 'Lead parado',
    },
  ],
} as const
