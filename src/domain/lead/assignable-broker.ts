/** Who may be given a lead: docs/rules.md#assignable-brokers */
import { absentOn, absentUntil, type MayBeAbsent } from '../absence/absence.ts'
import { isBroker, isStaff } from '../permissions/roles.ts'
import { isActive } from '../session/active.ts'
import { formatDay } from '../time/sao-paulo.ts'

interface Person {
  readonly active: boolean
  /** The role that counts. */
  readonly role_id: number
  /** False: invited at most, and never entered. */
  readonly signs_in: boolean
}

/** What gives leads away: a rule, an import and a transfer name brokers alone; by hand a lead is management's, too. */
export type AssignedBy = 'farol' | 'hand'

/** A leave that runs. docs/rules.md#absences */
export interface Away {
  /** The last day, YYYY-MM-DD. */
  readonly to_day: string
  /** Who acts meanwhile. null: the team. */
  readonly substitute: string | null
}

/** A person, and the leave of the day on which the lead is given. */
interface PersonOfDay extends Person {
  readonly away?: Away | null
}

const attends = ({ active, role_id }: Person, by: AssignedBy) =>
  active && (by === 'hand' ? isStaff(role_id) : isBroker(role_id))

/** Whether the person may be given a lead. The server's `assignableBrokersSql` asks the same. */
export const isAssignableBroker = (person: PersonOfDay, by: AssignedBy = 'farol'): boolean =>
  attends(person, by) && person.signs_in && !isAway(person)

const isAway = ({ away }: PersonOfDay) => away !== undefined && away !== null

const NOT_ACTIVE = {
  hand: 'Este corretor não está ativo. Escolha outro.',
  farol: 'Escolha um corretor ativo',
}
const NEVER_ENTERED = 'Este corretor nunca entrou no Farol. Convide-o em Usuários, ou escolha outro.'

/** 'Este corretor está ausente até 12/12/2026. Escolha Bruno, que o substitui, ou outro.' */
const awayRefusal = ({ to_day, substitute }: Away) =>
  `Este corretor está ausente até ${formatDay(to_day)}. Escolha ${substitute === null ? 'outro' : `${substitute}, que o substitui, ou outro`}.`

/** Returns why the person is given no lead, or null. undefined: there is nobody. */
export function assignmentRefusal(person: PersonOfDay | undefined, by: AssignedBy = 'farol'): string | null {
  if (person === undefined || !attends(person, by)) return NOT_ACTIVE[by]
  if (!person.signs_in) return NEVER_ENTERED
  return person.away === undefined || person.away === null ? null : awayRefusal(person.away)
}

/** A broker in a list of choices. */
export interface BrokerChoice {
  readonly id: number
  readonly name: string
  /** Shown and not chosen: the name says why. */
  readonly disabled: boolean
}

interface ChoosingBroker {
  /** Of the choice, YYYY-MM-DD. null: it lasts longer than a leave, as a rule does. */
  readonly today: string | null
  readonly by?: AssignedBy
  readonly current?: number | null
}

/** Why a person is no choice, in a word beside the name; null: it is one. */
function whyNot(person: Person & MayBeAbsent, today: string | null): string | null {
  if (!person.signs_in) return 'nunca entrou'
  const absence = today === null ? null : absentOn(person, today)
  return absence === null || today === null ? null : absentUntil(absence, today)
}

/** Returns the brokers to choose from. Who never entered or is on leave is among them, marked. `current` stays choosable. */
export const brokerChoices = (
  users: Iterable<Person & MayBeAbsent & { readonly id: number; readonly name: string }>,
  { today, by = 'farol', current = null }: ChoosingBroker,
): BrokerChoice[] =>
  [...users].flatMap((user) => {
    const { id, name } = user
    if (id !== current && !attends(user, by)) return []
    const why = whyNot(user, today)
    return [{ id, name: why === null ? name : `${name} · ${why}`, disabled: why !== null && id !== current }]
  })

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
  if (!isBroker(broker.role_id)) return 'O usuário não é mais corretor'
  if (!broker.signs_in) return 'O corretor nunca entrou'
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
