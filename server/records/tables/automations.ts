/** Tables of automations: docs/rules.md#automations */
import { AUTOMATION_FACTS, OF_ANY_LEAD } from '../automations.ts'
import { columnsOf, KEYS, type Tables, UNDER_WAY } from './table.ts'

export const AUTOMATIONS: Tables = {
  automations: {
    sheet: 'after an import they would act by themselves: each is set up again',
    ...columnsOf(AUTOMATION_FACTS),
  },
  automation_events: { sheet: UNDER_WAY },
  automation_runs: {
    sheet: 'what keeps automations of this database from acting twice',
    noPerson: { [KEYS]: ['occasion'], 'words of Farol, and why a rule left an act out': ['results'] },
  },
  automation_notices: {
    sheet: 'notices of what this database did by itself',
    noPerson: { [OF_ANY_LEAD]: ['text'] },
  },
}
