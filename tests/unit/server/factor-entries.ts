/** What the audit says of a second factor: tests/unit/server/audit-kinds.test.ts */
import { FACTOR_CHANGES } from '../../../src/domain/session/factor-changes.ts'

export const FACTOR_ENTRIES = {
  'accounts/disown.ts': [
    { action: 'disown' as const, entity: 'users' as const, entity_id: '4', subject: 'Bruna', about: 'Bruna' },
  ],
  'indication/held.ts': (['accept_held', 'discard_held'] as const).map((action) => ({
    action,
    entity: 'held_indications' as const,
    after: { count: 3 },
  })),
  'second-factor/changes.ts': (['set_factor', 'reset_factor'] as const).flatMap((action) =>
    Object.keys(FACTOR_CHANGES).map((second_factor) => ({
      action,
      entity: 'users' as const,
      entity_id: '4',
      subject: 'Bruna',
      after: { second_factor },
      about: 'Bruna',
    })),
  ),
}
