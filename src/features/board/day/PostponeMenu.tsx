/** 'Adiar': half an hour without a schedule, a quick time, or another date. */
import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconClock, IconClockPause } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { quickTimes } from '../../../domain/day/quick-times.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isOpenScheduling } from '../../../domain/lead/lead-state.ts'
import { SCHEDULED_MESSAGE } from '../../../domain/lead/scheduling.ts'
import { momentInWords } from '../../../domain/notices/notice.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'

interface PostponeMenuProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly nowMs: number
  /** The user may schedule the lead. */
  readonly schedules: boolean
  readonly onSkip: () => void
  readonly onOther: () => void
}

export function PostponeMenu({ lead, user, nowMs, schedules, onSkip, onOther }: PostponeMenuProps) {
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const times =
    !schedules || settings === undefined ? [] : quickTimes(nowMs, businessCalendar(settings.business_hours))
  const { lead_scheduling: last } = lead
  const schedule = (atMs: number) =>
    runCommandWithToast(
      user.id,
      'lead.schedule',
      {
        lead_uid: lead.uid,
        scheduling_date: new Date(atMs).toISOString(),
        // What was agreed stays.
        description: isOpenScheduling(last) ? (last?.description ?? '') : '',
      },
      { done: SCHEDULED_MESSAGE, failed: FAILED },
    )
  return (
    <Menu position="bottom-end" loop>
      <Menu.Target>
        <Button
          size="lg"
          variant="default"
          leftSection={<IconClock size={20} aria-hidden />}
          data-day-act="postpone"
        >
          Adiar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconClockPause size={16} aria-hidden />} onClick={onSkip}>
          30 minutos, sem agendar
        </Menu.Item>
        {times.map(({ label, atMs }) => (
          <Menu.Item
            key={label}
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() => void schedule(atMs)}
          >
            {label === 'Em 1 h' ? `${label} (${momentInWords(atMs, nowMs)})` : label}
          </Menu.Item>
        ))}
        {schedules ? (
          <Menu.Item leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={onOther}>
            Outra data…
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
