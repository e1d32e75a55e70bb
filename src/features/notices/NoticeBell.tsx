/** The bell and its panel: docs/rules.md#notices. A chunk of its own. */
import { ActionIcon, Button, Group, Popover, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconSettings } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { showAppBadge } from '../../device/app-badge.ts'
import { isOn } from '../../domain/notices/kinds.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { BellButton } from './BellButton.tsx'
import classes from './NoticeBell.module.css'
import { NoticeList } from './NoticeList.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { useDueNotifications } from './useDueNotifications.ts'
import { useNotices } from './useNotices.ts'
import { useOpenPath } from './useOpenPath.ts'
import { useReturns } from './useReturns.ts'

interface NoticeBellProps {
  readonly user: SessionUser
  readonly beginsOpened: boolean
}

export default function NoticeBell({ user, beginsOpened }: NoticeBellProps) {
  const [opened, setOpened] = useState(beginsOpened)
  const [chooses, setChooses] = useState(false)
  const [openings, setOpenings] = useState(0)
  const notices = useNotices(user, useReturns() + openings)
  const { shown, newCount, badge, leads, switches, markRead } = notices
  useDueNotifications(user.id, leads, switches !== undefined && isOn(switches, 'schedule'))
  useOpenPath()
  useEffect(() => {
    if (badge !== undefined) showAppBadge(badge)
  }, [badge])

  const change = (open: boolean) => {
    setOpened(open)
    if (open) setOpenings((last) => last + 1)
    else setChooses(false)
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
        <BellButton newCount={newCount} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} p={0}>
        {chooses ? (
          <>
            <Group className={classes.head ?? ''} gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Voltar aos avisos"
                data-autofocus
                onClick={() => setChooses(false)}
              >
                <IconArrowLeft size={18} stroke={1.7} />
              </ActionIcon>
              <Title order={2} size="h4">
                Quais avisos receber
              </Title>
            </Group>
            <div className={classes.settings}>
              <NoticeSettings user={user} />
            </div>
          </>
        ) : (
          <>
            <Group className={classes.head ?? ''} gap={4} wrap="nowrap">
              <Title order={2} size="h4" className={classes.title ?? ''}>
                Avisos
                {newCount === 0 ? null : (
                  <Text span c="dimmed" fw={400}>
                    {' '}
                    {newCount} {newCount === 1 ? 'novo' : 'novos'}
                  </Text>
                )}
              </Title>
              <Button
                variant="subtle"
                size="compact-md"
                disabled={newCount === 0}
                onClick={() =>
                  markRead((shown ?? []).flatMap(({ notice, isNew }) => (isNew ? [notice.key] : [])))
                }
              >
                Marcar tudo como lido
              </Button>
              <Tooltip label="Escolher avisos">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label="Escolher avisos"
                  onClick={() => setChooses(true)}
                >
                  <IconSettings size={18} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            </Group>
            <NoticeList
              shown={shown}
              onVisit={({ key }) => {
                markRead([key])
                change(false)
              }}
            />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
