/** 'Meu dia': one queue that says what is next, one lead large. docs/rules.md#my-day */
import { Skeleton, Text, Title } from '@mantine/core'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { absentOn, absentUntil } from '../../../domain/absence/absence.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { counted } from '../../../domain/text/counted.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { useFirstPull } from '../../../opening/useFirstPull.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { BoardQuestions } from '../BoardQuestions.tsx'
import type { BoardSlots } from '../board-slots.ts'
import { NO_LEADS } from '../useBoard.ts'
import { leadCommands } from '../useLeadCommands.ts'
import { useVisibleLeads } from '../useVisibleLeads.ts'
import { DayEnd } from './DayEnd.tsx'
import { DayLead } from './DayLead.tsx'
import { DayLine } from './DayLine.tsx'
import { DayNext, freeAfter, NEXT } from './DayNext.tsx'
import classes from './DayScreen.module.css'
import { LastOutcomeLine } from './LastOutcomeLine.tsx'
import { salesWords } from './sales-words.ts'
import { type Day, useDay } from './useDay.ts'
import { useDayKeys } from './useDayKeys.ts'

/** The shape of the day until its first answer. */
function DaySkeleton() {
  return (
    <div className={classes.screen} aria-busy="true" role="status" aria-label="Reunindo o seu dia">
      <Skeleton height={34} width={240} mb="lg" />
      <div className={classes.columns}>
        <Skeleton height={380} radius="md" />
        <Skeleton height={280} radius="md" />
      </div>
    </div>
  )
}

const toDo = (leads: number) => `${counted(leads, 'lead', 'leads')} para hoje`

/** '19 leads para hoje', and once one of them is done 'Hoje 7 de 19 · 2 vendas · R$ 4.310,00' */
function DayHead({ day }: { readonly day: Day }) {
  const { done, seen } = day
  const today = seen === 0 ? 'Hoje' : done === 0 ? toDo(seen) : `Hoje ${done} de ${seen}`
  return (
    <header className={classes.head}>
      <Title order={1} size="h3">
        {[today, ...salesWords(day)].join(' · ')}
      </Title>
    </header>
  )
}

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
      <OwnLeave user={user} catalogues={catalogues} nowMs={day.nowMs} />
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

/**
 * The lead that takes another's place is seen from its top: its buttons are in sight, however far the page was
 * scrolled. The focus that went with the other one goes to it, so that Tab goes on there. docs/rules.md#my-day
 * Returns the ref of the lead's place.
 */
function useLeadInSight(uid: string | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(uid)
  useLayoutEffect(() => {
    const isAnother = before.current !== undefined && before.current !== uid
    before.current = uid
    const element = place.current
    if (!isAnother || element === null) return
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    // Below the bar of the app: the page's scroll padding.
    const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (element.getBoundingClientRect().top < edge) element.scrollIntoView({ block: 'start' })
  }, [uid])
  return place
}

interface OwnLeaveProps {
  readonly user: SessionUser
  readonly catalogues: Catalogues
  /** Epoch ms. */
  readonly nowMs: number
}

/** 'Meu dia' of a user on leave: who makes the returns meanwhile. docs/rules.md#absences */
function OwnLeave({ user, catalogues, nowMs }: OwnLeaveProps) {
  const today = saoPauloDay(nowMs)
  const leave = absentOn(catalogues.users.get(user.id) ?? user, today)
  if (leave === null) return null
  const substitute = leave.substitute_id === null ? null : catalogues.users.get(leave.substitute_id)
  return (
    <Text size="sm" c="dimmed" role="status">
      {`Você está ${absentUntil(leave, today)}. `}
      {substitute === null || substitute === undefined
        ? 'A equipe é avisada dos seus retornos.'
        : `Seus retornos destes dias estão com ${substitute.name}.`}
    </Text>
  )
}
