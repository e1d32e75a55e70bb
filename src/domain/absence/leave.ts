/** What leaves make of a user's day: whose returns are whose. docs/rules.md#absences */
import type { DayLead } from '../day/day-lead.ts'
import type { OwnOpenLead } from '../notices/own-open-lead.ts'
import { isAdministration, isManagement } from '../permissions/roles.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import { absentOn, absentUntil, type MayBeAbsent } from './absence.ts'
import type { Absence } from './schema.ts'

/** A user as devices know it. */
export interface LeavePerson extends MayBeAbsent {
  readonly id: number
  readonly name: string
  readonly role_id: number
  readonly active: boolean
  readonly technical_team_id: number | null
}

/** Somebody's leave during which the user acts. */
export interface Cover {
  readonly userId: number
  readonly name: string
  readonly absence: Absence
}

export interface Leaves {
  /** The user's own leave of the day, if a substitute acts. */
  readonly away: Absence | null
  /** For whom the user is the substitute. */
  readonly covers: readonly Cover[]
  /** For whom the team acts, and the user is told of it as its manager. */
  readonly ofTeam: readonly Cover[]
}

export const NO_LEAVES: Leaves = { away: null, covers: [], ofTeam: [] }

/** How near a manager is to somebody of the team; null: no manager. */
function nearness(person: LeavePerson, team: number | null): number | null {
  if (!person.active || !isManagement(person.role_id)) return null
  if (isAdministration(person.role_id)) return 3
  return team !== null && person.technical_team_id === team ? 1 : 2
}

/** Managers of the team; where it has none all managers, else the administrators. The server's `actingSql` asks the same. */
export function managersOf(team: number | null, people: readonly LeavePerson[]): LeavePerson[] {
  const near = people.map((person) => nearness(person, team) ?? Number.POSITIVE_INFINITY)
  const nearest = Math.min(...near)
  return people.filter((_person, place) => near[place] === nearest && Number.isFinite(nearest))
}

/** Returns what the leaves of the day mean for the user. */
export function leavesOf(userId: number, today: string, people: readonly LeavePerson[]): Leaves {
  const own = people.find(({ id }) => id === userId)
  const away = own === undefined ? null : absentOn(own, today)
  const running = people.flatMap(({ id, name, technical_team_id, ...person }) => {
    const absence = absentOn(person, today)
    return absence === null ? [] : [{ userId: id, name, absence, team: technical_team_id }]
  })
  const cover = ({ userId: of, name, absence }: Cover): Cover => ({ userId: of, name, absence })
  return {
    away: away === null || away.substitute_id === null ? null : away,
    covers: running.filter(({ absence }) => absence.substitute_id === userId).map(cover),
    ofTeam: running
      .filter(
        ({ absence, team }) =>
          absence.substitute_id === null && managersOf(team, people).some(({ id }) => id === userId),
      )
      .map(cover),
  }
}

/** Whether the return is the substitute's: of the leave's days, or late since before. */
export const isOfLeave = (atMs: number | null, { to_day }: Pick<Absence, 'to_day'>): atMs is number =>
  atMs !== null && saoPauloDay(atMs) <= to_day

type LeadsOf<One> = (brokerId: number) => readonly One[]

/** The leads of the user's day: without the returns that the substitute has now, and with those that the user has as one. */
export const dayLeadsOf = (
  own: readonly DayLead[],
  { leaves: { away, covers }, leadsOf, today }: { leaves: Leaves; leadsOf: LeadsOf<DayLead>; today: string },
): DayLead[] => [
  ...own.filter(({ returnMs }) => away === null || !isOfLeave(returnMs, away)),
  ...covers.flatMap(({ userId, name, absence }) =>
    leadsOf(userId)
      .filter(({ returnMs }) => isOfLeave(returnMs, absence))
      .map((lead) => ({ ...lead, inPlaceOf: `${name}, ${absentUntil(absence, today)}` })),
  ),
]

/** The same for the notices, of which those of the team's leaves go to its managers. */
export const noticeLeadsOf = (
  own: readonly OwnOpenLead[],
  { leaves: { away, covers, ofTeam }, leadsOf }: { leaves: Leaves; leadsOf: LeadsOf<OwnOpenLead> },
): OwnOpenLead[] => [
  ...own.map((lead) =>
    away !== null && isOfLeave(lead.appointmentMs, away) ? { ...lead, appointmentMs: null } : lead,
  ),
  ...[...covers, ...ofTeam].flatMap(({ userId, name, absence }) =>
    leadsOf(userId)
      .filter(({ appointmentMs }) => isOfLeave(appointmentMs, absence))
      .map((lead) => ({ ...lead, assignment: null, inPlaceOf: name })),
  ),
]
