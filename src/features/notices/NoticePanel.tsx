/** The panel of the bell: the list, or the choice of kinds. */
import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import type { Notice } from '../../domain/notices/notice.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { NoticeList } from './NoticeList.tsx'
import classes from './NoticePanel.module.css'
import { NoticeSettings } from './NoticeSettings.tsx'
import type { Notices } from './useNotices.ts'

interface NoticePanelProps extends Pick<Notices, 'shown' | 'newCount' | 'markRead'> {
  readonly user: SessionUser
  /** The user has opened a notice. */
  readonly onVisit: (notice: Notice) => void
}

/** The part that the user has left is gone, so the focus begins in the other. */
const takeFocus = (node: HTMLButtonElement | null) => node?.focus()

export function NoticePanel({ user, shown, newCount, markRead, onVisit }: NoticePanelProps) {
  const [part, setPart] = useState<'list' | 'choice' | 'list again'>('list')
  if (part === 'choice')
    return (
      <>
        <Group className={classes.head ?? ''} data-back gap={4} wrap="nowrap">
          <ActionIcon
            ref={takeFocus}
            variant="subtle"
            color="gray"
            aria-label="Voltar aos avisos"
            onClick={() => setPart('list again')}
          >
            <IconArrowLeft size={18} stroke={1.7} />
          </ActionIcon>
          <Title order={2} size="h4">
            Quais avisos receber
          </Title>
        </Group>
        <div className={classes.choice}>
          <NoticeSettings user={user} />
        </div>
      </>
    )
  const markAll = () => markRead((shown ?? []).flatMap(({ notice, isNew }) => (isNew ? notice.key : [])))
  return (
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
        {/* Not `disabled`: the button would lose the focus with its own click. */}
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.all ?? ''}
          data-disabled={newCount === 0}
          aria-disabled={newCount === 0}
          onClick={markAll}
        >
          Marcar tudo como lido
        </Button>
        <Tooltip label="Escolher avisos">
          <ActionIcon
            {...(part === 'list again' ? { ref: takeFocus } : {})}
            variant="subtle"
            color="gray"
            aria-label="Escolher avisos"
            onClick={() => setPart('choice')}
          >
            <IconSettings size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <NoticeList userId={user.id} shown={shown} onVisit={onVisit} />
    </>
  )
}
