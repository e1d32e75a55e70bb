/** The bell and its panel: docs/rules.md#notices. A chunk of its own. */
import { Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import { showAppBadge } from '../../device/app-badge.ts'
import { isOn } from '../../domain/notices/kinds.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { BellButton } from './BellButton.tsx'
import classes from './NoticeBell.module.css'
import { NoticePanel } from './NoticePanel.tsx'
import { useDueNotifications } from './useDueNotifications.ts'
import { useNotices } from './useNotices.ts'
import { useOpenPath } from './useOpenPath.ts'
import { useReturns } from './useReturns.ts'

interface NoticeBellProps {
  readonly user: SessionUser
  readonly beginsOpened: boolean
}

export function NoticeBell({ user, beginsOpened }: NoticeBellProps) {
  const [opened, setOpened] = useState(beginsOpened)
  const [openings, setOpenings] = useState(0)
  const { badge, leads, switches, ...notices } = useNotices(user, useReturns() + openings)
  useDueNotifications(user.id, leads, switches !== undefined && isOn(switches, 'schedule'))
  useOpenPath()
  useEffect(() => {
    if (badge !== undefined) showAppBadge(badge)
  }, [badge])

  const change = (open: boolean) => {
    setOpened(open)
    if (open) setOpenings((last) => last + 1)
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton newCount={notices.newCount} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} p={0}>
        <NoticePanel
          user={user}
          {...notices}
          onVisit={({ key }) => {
            notices.markRead([key])
            change(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
