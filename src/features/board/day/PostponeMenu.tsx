/** 'Adiar': half an hour without a schedule, a quick time, or another date. */
import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconClock, IconClockPause } from '@tabler/icons-react'
import { scheduleLead } from '../../../device/next-step/schedule-lead.ts'
import { useQuickTimes } from '../../../device/next-step/useQuickTimes.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { momentInWords } from '../../../domain/notices/notice.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'

interface PostponeMenuProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly nowMs: number
  /** The user may schedule the lead. */
  readonly schedules: boolean
  readonly onSkip: () => void
  readonly onOther: () => void
  readonly onUndone: (uid: string) => void
}

export function PostponeMenu(props: PostponeMenuProps) {
  const { lead, user, nowMs, schedules, onSkip, onOther, onUndone } = props
  const offered = useQuickTimes(user.id, nowMs)
  const times = schedules ? offered : []
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
            onClick={() => void scheduleLead(user.id, { lead, atMs, nowMs, onUndone })}
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
