/** Entries of the audit about addresses of calendars, as audit-kinds.test.ts reads them. */
import { NEW_CHOICES } from '../../../src/domain/calendar/choices.ts'

const of = {
  entity: 'calendar_feeds',
  entity_id: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092',
  about: 'Celular',
} as const
const CHOICES = { ...NEW_CHOICES, name: 'Celular' }

export const CALENDAR_ENTRIES = {
  'calendar/feeds.ts': [
    { ...of, action: 'create', after: CHOICES },
    { ...of, action: 'update', before: CHOICES, after: { ...CHOICES, names: true } },
    { ...of, action: 'update', before: { name: 'Celular' }, after: { name: 'Celular', new_address: true } },
    { ...of, action: 'delete', before: CHOICES },
    { ...of, action: 'delete', before: { user_id: 4, name: 'Celular' } },
  ],
} as const
