/** 'Meu dia': one queue that says what is next, one lead large. docs/rules.md#my-day */
import { useState } from 'react'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { useFirstPull } from '../../../opening/useFirstPull.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { BoardQuestions } from '../BoardQuestions.tsx'
import type { BoardSlots } from '../board-slots.ts'
import { NO_LEADS } from '../useBoard.ts'
import { leadCommands } from '../useLeadCommands.ts'
import { useVisibleLeads } from '../useVisibleLeads.ts'
import { DayEnd } from './DayEnd.tsx'
import { DayHead } from './DayHead.tsx'
import { DayLead } from './DayLead.tsx'
import { DayLine } from './DayLine.tsx'
import { DayNext, freeAfter, NEXT } from './DayNext.tsx'
import classes from './DayScreen.module.css'
import { DaySkeleton } from './DaySkeleton.tsx'
import { LastOutcomeLine } from './LastOutcomeLine.tsx'
import { useDay } from './useDay.ts'
import { useDayKeys } from './useDayKeys.ts'
import { useLeadInSight } from './useLeadInSight.ts'

interface DayScreenProps {
  readonly user: SessionUser
  readonly slots: Omit<BoardSlots, 'onLeave'>
  /** The form of a lead lies over the screen. */
  readonly isCovered: boolean
}

/** Leads of the line of time that are named. */
const NAMED = 40

export function DayScreen({ user, slots, isCovered }: DayScreenProps) {
  const day = useDay(user)
  const catalogues = useCatalogues(user.id)
  const pull = useFirstPull(user.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const schedule = useDialog<Lead>()
  const note = useDialog<Lead>()
  const capture = useDialog<Lead>()
  const recover = useDialog<Lead>()
  const commands = leadCommands(user.id)

  const items = day?.items ?? []
  // A lead that has left the queue makes way for the one that took its place.
  const found = items.findIndex(({ uid }) => uid === chosen)
  const index = found === -1 ? 0 : found
  const item = items[index]
  const after = items.slice(index + 1)
  const later = day?.queue.later ?? []
  const due = [...later, ...(day?.queue.limits ?? []), ...(day?.queue.ahead ?? [])].slice(0, NAMED)
  // Also the one before: K shows it at once, as J shows the next.
  const around = items.slice(Math.max(index - 1, 0), index + NEXT + 1)
  const uids = [...new Set([...around, ...freeAfter(after), ...due].map(({ uid }) => uid))]
  const leads = useVisibleLeads(user.id, uids, NO_LEADS)
  const go = (step: number) => {
    const next = items[Math.min(Math.max(index + step, 0), items.length - 1)]
    if (next !== undefined) setChosen(next.uid)
  }
  const lead = item === undefined ? undefined : leads.get(item.uid)
  useDayKeys({ isCovered, go })
  const place = useLeadInSight(item?.uid)

  // Before the first page of a first sync nothing is known of the day.
  const isUnknown = pull !== null && items.length === 0
  if (day === undefined || catalogues === undefined || isUnknown) return <DaySkeleton />
  return (
    <div className={classes.screen} data-toasts="top">
      <DayHead day={day} />
      <div className={classes.columns}>
        <DayLine day={day} leads={leads} />
        {item === undefined ? (
          <DayEnd day={day} leads={leads} />
        ) : (
          <DayLead
            key={item.uid}
            place={place}
            item={item}
            lead={lead}
            day={day}
            user={user}
            catalogues={catalogues}
            slots={slots}
            onCapture={capture.open}
            onSchedule={schedule.open}
            onNote={note.open}
            onPass={() => go(1)}
            onUndone={setChosen}
          />
        )}
        <DayNext items={after} later={later} leads={leads} onChoose={setChosen} />
      </div>
      {/* Below the acts: it must not move them away from a finger. */}
      <LastOutcomeLine userId={user.id} nowMs={day.nowMs} onUndone={setChosen} />
      {slots.noting({
        lead: note.subject,
        opened: note.opened,
        onClose: note.close,
        onClosed: () => undefined,
      })}
      {slots.scheduling({
        lead: schedule.subject,
        opened: schedule.opened,
        onClose: schedule.close,
        onClosed: () => undefined,
        onUndone: setChosen,
      })}
      <BoardQuestions
        capture={capture}
        recover={recover}
        overView={false}
        commands={commands}
        onWork={slots.onWork}
      />
    </div>
  )
}
