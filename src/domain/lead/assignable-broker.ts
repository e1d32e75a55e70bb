/** Who may be given a lead: docs/rules.md#assignable-brokers */
import { isBroker, isStaff } from '../permissions/roles.ts'
import { isActive } from '../session/active.ts'

interface Person {
  readonly active: boolean
  /** The role that counts. */
  readonly role_id: number
}

/** What gives leads away: a rule, an import and a transfer name brokers alone; by hand a lead is management's, too. */
export type AssignedBy = 'farol' | 'hand'

/** Whether the person may be given a lead. The server's `assignableBroker` asks the same in SQL. */
export const isAssignableBroker = ({ active, role_id }: Person, by: AssignedBy = 'farol'): boolean =>
  active && (by === 'hand' ? isStaff(role_id) : isBroker(role_id))

interface Rule {
  readonly id: number
  readonly channel_id: number
  readonly partner_id: number
  readonly insurance_id: number
  readonly broker_id: number
  readonly status: number
}

interface RuleParts {
  /** undefined: none is known by that number. */
  readonly broker: Person | undefined
  readonly partner: { readonly code_wf: string | null } | undefined
  readonly rules: readonly Rule[]
}

/** Returns why an active rule of lead and broker assigns nothing, in the list's words; null where it works or is off. */
export function ruleProblem(rule: Rule, { broker, partner, rules }: RuleParts): string | null {
  if (!isActive(rule)) return null
  if (broker === undefined || !broker.active) return 'O corretor está inativo'
  if (!isAssignableBroker(broker)) return 'O usuário não é mais corretor'
  if (!partner?.code_wf) return 'A empresa não tem código de workflow'
  // Saved before this rule was asked.
  const rival = rules.find(
    (other) =>
      other.id !== rule.id &&
      isActive(other) &&
      other.broker_id !== rule.broker_id &&
      other.channel_id === rule.channel_id &&
      other.partner_id === rule.partner_id &&
      other.insurance_id === rule.insurance_id,
  )
  return rival === undefined ? null : `A regra ${rival.id} vale para os mesmos leads`
}
