/** Entries of the audit about leaves, as audit-kinds.test.ts reads them. */
const of = { entity: 'absences', entity_id: '12', subject: 'Bruna', about: 'Bruna' } as const
const ABSENCE = { user_id: 4, substitute_id: 4, from_day: '2026-12-01', to_day: '2026-12-12' }

export const ABSENCE_ENTRIES = {
  'absences/absences.ts': [
    { ...of, action: 'create', after: ABSENCE },
    { ...of, action: 'update', before: ABSENCE, after: { ...ABSENCE, substitute_id: null } },
    { ...of, action: 'delete', before: ABSENCE },
  ],
} as const
