/** The day of the team from the board's thread, the most late broker first. docs/rules.md#team-today */
import { useMemo } from 'react'
import { useBoardAnswer } from '../../../device/useBoardAnswer.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import type { DayQueue } from '../../../domain/day/queue.ts'
import { byLateness, type TeamDay, type TeamMember } from '../../../domain/day/team.ts'
import { isBroker, isManagement } from '../../../domain/permissions/roles.ts'

export interface Team {
  readonly nowMs: number
  readonly days: readonly TeamDay[]
  /** The queue of the opened broker; null until it is known. */
  readonly opened: DayQueue | null
}

/** Everybody who may have leads: also a user who left, or whose role changed. */
const membersOf = ({ users, teams }: Catalogues): TeamMember[] =>
  [...users.values()].map(({ id, role_id, active, technical_team_id }) => ({
    id,
    channels:
      teams.find((team) => team.id === technical_team_id)?.channels.map((channel) => channel.id) ?? [],
    mayAny: isManagement(role_id),
    isListed: active && isBroker(role_id),
  }))

/** Returns undefined until the first answer. */
export function useTeam(
  userId: number,
  catalogues: Catalogues | undefined,
  openedId: number | null,
): Team | undefined {
  const nowMs = useCorrectedNow(userId)
  const members = useMemo(() => (catalogues === undefined ? [] : membersOf(catalogues)), [catalogues])
  const key = JSON.stringify([members, openedId, nowMs])
  const answer = useBoardAnswer(userId, key, async (board) =>
    members.length === 0 ? null : { openedId, ...(await board.team(members, openedId)) },
  )
  return useMemo(() => {
    if (answer === undefined || answer === null) return undefined
    const name = (id: number) => catalogues?.users.get(id)?.name ?? ''
    return {
      nowMs,
      days: answer.days.toSorted(byLateness(name)),
      // Until the next answer it is the queue of the one before.
      opened: answer.openedId === openedId ? answer.opened : null,
    }
  }, [answer, catalogues, nowMs, openedId])
}
