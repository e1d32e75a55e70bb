/** The avatar menu: the user's name, 'Profile', 'Ajuda', 'Sobre o Farol', 'Logout'. docs/rules.md#routes */
import { Kbd, Menu, Text } from '@mantine/core'
import {
  IconHelp,
  IconInfoCircle,
  IconLock,
  IconLogout,
  IconSparkles,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import { heldKeys } from '../../db/sealing/held-keys.ts'
import { askedFrom, HELP_PATH } from '../../domain/assistant/help-path.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { importWithRetry } from '../../opening/import-with-retry.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { AccountButton } from './AccountButton.tsx'
import classes from './AccountMenu.module.css'
import { takeUpdate, updateWaiting } from './app-update.ts'

/** `choose`: the lock screen asks who works next. */
function lockNow(choose: boolean): void {
  void importWithRetry(() => import('../../device/keyring/lock-device.ts')).then(({ lockDevice }) =>
    lockDevice(choose),
  )
}

const AboutDialog = lazyAfterPaint(async () => (await import('./AboutDialog.tsx')).AboutDialog)

export interface AccountMenuProps {
  readonly user: SessionUser
  readonly onLogout: () => void
}

export function AccountMenu({
  user,
  onLogout,
  beginsOpened,
}: AccountMenuProps & { readonly beginsOpened: boolean }) {
  const navigate = useNavigate()
  const target = useRef<HTMLButtonElement>(null)
  const newer = useSyncExternalStore(updateWaiting.subscribe, updateWaiting.get)
  const [about, setAbout] = useState(false)
  /** A dialog returns the focus to the last focused element. The item disappears, so the avatar is focused first. */
  const fromAvatar = (open: () => void) => () => {
    target.current?.focus({ preventScroll: true })
    open()
  }
  return (
    <>
      <Menu defaultOpened={beginsOpened} position="bottom-end" width={232} returnFocus>
        <Menu.Target>
          <AccountButton ref={target} name={user.name} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <Text fw={640} truncate>
              {user.name}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {user.roles[0].name}
            </Text>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: '/profile' })}>
            Profile
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHelp size={16} />}
            rightSection={
              <Kbd size="xs" aria-hidden>
                ?
              </Kbd>
            }
            onClick={() => void navigate({ to: HELP_PATH, search: askedFrom(window.location.pathname) })}
          >
            Ajuda
          </Menu.Item>
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={fromAvatar(() => setAbout(true))}>
            Sobre o Farol
          </Menu.Item>
          {newer ? (
            <Menu.Item leftSection={<IconSparkles size={16} />} onClick={takeUpdate}>
              Atualizar o Farol
            </Menu.Item>
          ) : null}
          {heldKeys(user.id) === null ? null : (
            <>
              <Menu.Item leftSection={<IconLock size={16} />} onClick={() => lockNow(false)}>
                Bloquear
              </Menu.Item>
              <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => lockNow(true)}>
                Trocar usuário
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={fromAvatar(onLogout)}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AboutDialog opened={about} onClose={() => setAbout(false)} />
    </>
  )
}
