/** A broker's name with the leave that runs: docs/rules.md#absences */
import { absentOn, absentUntil, type MayBeAbsent } from '../../domain/absence/absence.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'

interface Broker extends MayBeAbsent {
  readonly name: string
}

/** 'ausente até 12/12'; null: the broker is at work. */
export function leaveWords(broker: MayBeAbsent | undefined, nowMs: number): string | null {
  const today = saoPauloDay(nowMs)
  const absence = broker === undefined ? null : absentOn(broker, today)
  return absence === null ? null : absentUntil(absence, today)
}

/** 'Ana (ausente até 12/12)'; empty where there is nobody. */
export function brokerWords(broker: Broker | undefined, nowMs: number): string {
  const words = leaveWords(broker, nowMs)
  if (broker === undefined) return ''
  return words === null ? broker.name : `${broker.name} (${words})`
}
