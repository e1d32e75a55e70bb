/** Puts together what the index knows of each member's day: docs/rules.md#team-today */

import { leadsByUid } from '../db/mirror/reads.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { dayLeadsOf, type Leaves } from '../domain/absence/leave.ts'
import { type DayLead, dayLead } from '../domain/day/day-lead.ts'
import {
  type MemberDay,
  memberQueue,
  type Sale,
  type TeamLead,
  type TeamMember,
  teamDay,
} from '../domain/day/team.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { saoPauloDay, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { TeamAnswer } from './api.ts'
import type { BoardIndex } from './board-index.ts'

interface TeamQuestion {
  readonly db: MirrorDb
  readonly index: BoardIndex
  /** By broker. */
  readonly open: ReadonlyMap<number, readonly TeamLead[]>
  readonly members: readonly TeamMember[]
  readonly openedId: number | null
  /** Of a member today. */
  readonly leavesOf: (userId: number) => Leaves
  readonly nowMs: number
  readonly settings: Settings
}

const NO_SALES: readonly Sale[] = []

export async function teamOf(question: TeamQuestion): Promise<TeamAnswer> {
  const { db, index, open, members, openedId, nowMs, settings } = question
  const listed = members.filter(({ id, isListed }) => isListed || open.has(id))
  const candidates = (mayAny: boolean) =>
    listed.some((member) => member.mayAny === mayAny) ? index.captureCandidates(nowMs, settings, mayAny) : []
  const [bound, any, ended] = await Promise.all([
    freeLeads(db, candidates(false)),
    freeLeads(db, candidates(true)),
    endedToday(question),
  ])
  const days: TeamAnswer['days'][number][] = []
  let opened: TeamAnswer['opened'] = null
  for (const member of listed) {
    const known: MemberDay = {
      member,
      own: open.get(member.id) ?? [],
      asked: ownOf(member.id, question),
      free: member.mayAny ? any : bound.filter(({ channelId }) => member.channels.includes(channelId)),
      ended: ended.get(member.id) ?? NO_SALES,
      nowMs,
      settings,
    }
    const queue = memberQueue(known)
    days.push(teamDay(known, queue))
    if (member.id === openedId) opened = queue
  }
  return { days, opened }
}

/** What a member's day has by leaves: its own leads without what a substitute has, and the returns it has as one. */
function ownOf(memberId: number, { open, leavesOf, nowMs }: TeamQuestion): readonly DayLead[] {
  const leadsOf = (id: number) => (open.get(id) ?? []).map(({ day }) => day)
  return dayLeadsOf(leadsOf(memberId), { leaves: leavesOf(memberId), leadsOf, today: saoPauloDay(nowMs) })
}

async function freeLeads(db: MirrorDb, uids: readonly string[]): Promise<DayLead[]> {
  const rows = await leadsByUid(db, uids)
  return rows.flatMap((lead) => (lead === undefined ? [] : [dayLead(lead, [])]))
}

async function endedToday({ db, index, nowMs }: TeamQuestion): Promise<ReadonlyMap<number, Sale[]>> {
  const leads = await leadsByUid(db, index.endedSince(startOfDayMs(saoPauloDay(nowMs))))
  const ended = new Map<number, Sale[]>()
  for (const lead of leads) {
    if (lead === undefined || lead.broker_id === null) continue
    const sale = { isSold: lead.sold === 1 && !lead.cancelled, cents: lead.sale_value_cents ?? 0 }
    ended.set(lead.broker_id, [...(ended.get(lead.broker_id) ?? []), sale])
  }
  return ended
}
