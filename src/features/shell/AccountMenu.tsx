/** The avatar menu: the user's name, 'Profile' where it exists, 'Ajuda', 'Logout'. docs/rules.md#routes */
import { Avatar, Kbd, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconHelp, IconLogout, IconSparkles, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useSyncExternalStore } from 'react'
import { HELP_PATH } from '../../domain/assistant/help-path.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './AccountMenu.module.css'
import { takeUpdate, updateWaiting } from './app-update.ts'

interface AccountMenuProps {
  readonly user: SessionUser
  readonly showsProfile: boolean
  readonly onLogout: () => void
}

/** First letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '')
  return letters.join('').toUpperCase()
}

export function AccountMenu({ user, showsProfile, onLogout }: AccountMenuProps) {
  const navigate = useNavigate()
  const target = useRef<HTMLButtonElement>(null)
  const newer = useSyncExternalStore(updateWaiting.subscribe, updateWaiting.get)
  /** A dialog returns the focus to the last focused element. The item disappears, so the avatar is focused first. */
  const logout = () => {
    target.current?.focus()
    onLogout()
  }
  return (
    <Menu position="bottom-end" width={232} returnFocus>
      <Menu.Target>
        <UnstyledButton ref={target} className={classes.target}>
          <Avatar aria-hidden color="petrol" variant="filled" size={32}>
            {initials(user.name)}
          </Avatar>
          <VisuallyHidden>Conta de {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.roles[0].name}
          </Text>
        </div>
        <Menu.Divider />
        {showsProfile ? (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: '/profile' })}>
            Profile
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconHelp size={16} />}
          rightSection={
            <Kbd size="xs" aria-hidden>
              ?
            </Kbd>
          }
          onClick={() => void navigate({ to: HELP_PATH })}
        >
          Ajuda
        </Menu.Item>
        {newer ? (
          <Menu.Item leftSection={<IconSparkles size={16} />} onClick={takeUpdate}>
            Atualizar o Farol
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
