/** The bell and its panel: docs/rules.md#notices. A chunk of its own. */
import { Popover } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showAppBadge } from '../../device/app-badge.ts'
import { isOn } from '../../domain/notices/kinds.ts'
import { openPathSchema } from '../../domain/notices/notification.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { BellButton } from './BellButton.tsx'
import classes from './NoticeBell.module.css'
import { NoticePanel } from './NoticePanel.tsx'
import { useDueNotifications } from './useDueNotifications.ts'
import { useNotices } from './useNotices.ts'

/**
 * Opens the path of a clicked notification in this page. The answer lets the service worker know that a page took it.
 */
function useOpenPath(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const open = ({ data, ports }: MessageEvent<unknown>) => {
      const message = openPathSchema.safeParse(data)
      if (!message.success) return
      ports[0]?.postMessage('taken')
      router.history.push(message.data.path)
    }
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [router])
}

/** How often the user came back to this page: what another device changed meanwhile is asked then. */
function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') setReturns((last) => last + 1)
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return returns
}

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
