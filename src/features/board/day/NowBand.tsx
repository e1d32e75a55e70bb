/** 'Agora: …' on the board: who is next and why, in one line that opens 'Meu dia'. docs/rules.md#my-day */
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useStartPage } from '../../../device/useStartPage.ts'
import { dayEnding } from '../../../domain/day/progress.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import { useFirstPull } from '../../../opening/useFirstPull.ts'
import { NO_LEADS } from '../useBoard.ts'
import { useVisibleLeads } from '../useVisibleLeads.ts'
import classes from './NowBand.module.css'
import { type Day, useDay } from './useDay.ts'

function endWords({ queue, skips, nowMs, hours }: Day): string {
  const ending = dayEnding(queue, skips, nowMs, businessCalendar(hours))
  switch (ending.kind) {
    case 'resting':
      return `o resto foi adiado até as ${formatTime(ending.backMs)}`
    case 'next':
      return `nada atrasado. O próximo é às ${formatTime(ending.next.atMs)}.`
    case 'in-order':
      return 'dia em ordem'
  }
}

export function NowBand({ user }: { readonly user: SessionUser }) {
  // Keeps the choice of another device for the next start.
  useStartPage(user.id)
  const day = useDay(user)
  const pull = useFirstPull(user.id)
  const item = day?.items[0]
  const lead = useVisibleLeads(user.id, item === undefined ? [] : [item.uid], NO_LEADS).get(item?.uid ?? '')
  // Before the first page of a first sync nothing is known of the day.
  if (day === undefined || (item === undefined && pull !== null)) return null
  if (item !== undefined && lead === undefined) return null
  return (
    <Link to="/hoje" className={classes.band}>
      <span className={classes.words}>
        Agora:{' '}
        {lead === undefined || item === undefined ? (
          endWords(day)
        ) : (
          <strong className={classes.name} title={lead.client_name}>
            {lead.client_name}
          </strong>
        )}
        {item === undefined ? '' : ` · ${item.reason}`}
      </span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}
