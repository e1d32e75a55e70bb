/** The panel of the bell: the list, or the choice of kinds. */
import { ActionIcon, Button, Divider, Group, Stack, Switch, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import {
  askForNotifications,
  type NotificationPermissionState,
  notificationPermission,
} from '../../device/notifications.ts'
import { useScreenSetting } from '../../device/useScreenSetting.ts'
import { ALL_ON, isOn, kindsFor, switched } from '../../domain/notices/kinds.ts'
import type { Notice } from '../../domain/notices/notice.ts'
import { receivesPush } from '../../domain/notices/push.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { NoticeList } from './NoticeList.tsx'
import classes from './NoticePanel.module.css'
import { PushSwitch } from './push/PushSwitch.tsx'
import { usePush } from './push/usePush.ts'
import type { Notices } from './useNotices.ts'
import '@mantine/core/styles/Switch.layer.css'

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

/** The switches of the notices, one for each kind that the role can get: docs/rules.md#notices */
function NoticeSettings({ user }: { readonly user: SessionUser }) {
  const { value, save } = useScreenSetting(user.id, 'notices')
  const push = usePush(user.id)
  const switches = value ?? ALL_ON
  const kinds = kindsFor(roleOf(user))
  // The switch of this device says the same about its permission.
  const asksHere = push.state !== undefined && push.state !== 'on' && push.state !== 'blocked'
  return (
    <Stack gap="md" role="group" aria-label="Quais avisos receber">
      {kinds.map(({ kind, label, help }) => (
        <Switch
          key={kind}
          label={label}
          description={help}
          checked={isOn(switches, kind)}
          // Not read yet: a change would be made from the wrong state.
          disabled={value === undefined}
          onChange={({ currentTarget }) => save(switched(switches, kind, currentTarget.checked))}
        />
      ))}
      <Divider />
      {receivesPush(roleOf(user)) ? <PushSwitch push={push} /> : null}
      {asksHere && kinds.some(({ kind }) => kind === 'schedule') ? (
        <NotificationPermission key={push.state} />
      ) : null}
    </Stack>
  )
}

const PERMISSION_WORDS: Readonly<Record<NotificationPermissionState, string>> = {
  granted:
    'Este aparelho notifica na hora de cada agendamento, com o número do lead, enquanto o Farol está aberto.',
  default: 'Este aparelho pode notificar na hora de cada agendamento, enquanto o Farol está aberto.',
  denied:
    'O navegador bloqueia notificações do Farol. Libere nas configurações do site para receber na hora.',
  unsupported: 'Este navegador não mostra notificações.',
}

/** Whether this device may show notifications at the time of an appointment, and the question to the user. */
function NotificationPermission() {
  const [state, setState] = useState(notificationPermission)
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <Text size="sm" c="dimmed" flex={1} role="status">
        {PERMISSION_WORDS[state]}
      </Text>
      {state === 'default' ? (
        <Button variant="default" size="xs" onClick={() => void askForNotifications().then(setState)}>
          Permitir
        </Button>
      ) : null}
    </Group>
  )
}
