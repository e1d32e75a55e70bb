/** The frame around every screen of a session: side menu (drawer on phones), top bar, content. */
import { ActionIcon } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RouteLine } from '../../domain/permissions/routes.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { lazyAfterPaint, lazyOpened } from '../../opening/lazy-after-paint.tsx'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import { AccountButton } from './AccountButton.tsx'
import type { AccountMenuProps } from './AccountMenu.tsx'
import { SchemeButton } from './SchemeButton.tsx'
import { SearchButton } from './SearchButton.tsx'
import classes from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { useInstall } from './useInstall.ts'
import { useSectionKeys } from './useSectionKeys.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)

interface Keys {
  /** The path of the screen whose keys are shown; null: none. */
  readonly path: string | null
  readonly close: () => void
}

/** '?' shows the keys over the screen, unless the user is typing or a dialog is open. */
function useKeysKey(): Keys {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      setPath(window.location.pathname)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { path, close: () => setPath(null) }
}

/** The menus of the top bar. */
const AccountMenu = lazyOpened<AccountMenuProps>(
  async () => (await import('./AccountMenu.tsx')).AccountMenu,
  ({ user, onEarlyClick }) => <AccountButton name={user.name} onClick={onEarlyClick} />,
)

const SchemeMenu = lazyOpened<object>(
  async () => (await import('./SchemeMenu.tsx')).SchemeMenu,
  ({ onEarlyClick }) => <SchemeButton onClick={onEarlyClick} />,
)

const InstallHint = lazyAfterPaint(async () => (await import('./InstallHint.tsx')).InstallHint)
const Hints = lazyAfterPaint(async () => (await import('../../ui/Hints.tsx')).Hints)
const KeysDialog = lazyAfterPaint(async () => (await import('./KeysDialog.tsx')).KeysDialog)
const PrintHead = lazyAfterPaint(async () => (await import('./PrintHead.tsx')).PrintHead)
const MenuDrawer = lazyAfterPaint(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)

/** The notices lie in the screen's own column. */
const NO_BOX = { display: 'contents' } as const

interface ShellProps {
  readonly user: SessionUser
  readonly entries: readonly RouteLine[]
  /** Name of the current screen, for the top bar. */
  readonly title: string
  /** Connection and queue. */
  readonly status: ReactNode
  /** The first download, while it runs. */
  readonly download: ReactNode
  /** The notices. */
  readonly bell: ReactNode
  /** Lines between top bar and screen: an expired session, a queue older than a day. */
  readonly notices?: ReactNode
  readonly onLogout: () => void
  readonly children: ReactNode
}

export function Shell(props: ShellProps) {
  const { user, entries, title, children } = props
  const phone = useScreenQuery('(max-width: 47.99em)')
  const wide = useScreenQuery('(min-width: 75em)')
  const [choice, setChoice] = useLocalStorage<'open' | 'collapsed' | null>({
    key: 'farol_menu',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const [drawer, { open, close }] = useDisclosure(false)
  const install = useInstall()
  const keys = useKeysKey()
  useSectionKeys()
  const collapsed = choice === null ? !wide : choice === 'collapsed'
  const offersInstall = install.way === 'none' ? {} : { onInstall: install.begin }

  return (
    <div className={classes.root} data-phone={phone || undefined} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      {phone ? (
        <MenuDrawer opened={drawer} onClose={close}>
          <SideMenu
            entries={entries}
            viewerId={user.id}
            collapsed={false}
            onVisit={close}
            {...offersInstall}
          />
        </MenuDrawer>
      ) : (
        <aside className={classes.side} aria-label="Barra lateral">
          <SideMenu
            entries={entries}
            viewerId={user.id}
            collapsed={collapsed}
            onToggle={() => setChoice(collapsed ? 'open' : 'collapsed')}
            {...offersInstall}
          />
        </aside>
      )}
      <header className={classes.bar}>
        {phone ? (
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} aria-label="Abrir menu">
            <IconMenu2 size={20} />
          </ActionIcon>
        ) : null}
        <div className={classes.where}>
          <p className={classes.title} title={title}>
            {title}
          </p>
          {props.download}
        </div>
        <SearchButton user={user} entries={entries} compact={phone} onLogout={props.onLogout} />
        <div className={classes.tools}>
          {props.status}
          {props.bell}
          <SchemeMenu />
          <AccountMenu user={user} onLogout={props.onLogout} />
        </div>
      </header>
      <main id="conteudo" className={classes.main} tabIndex={-1}>
        <PrintHead />
        <div style={NO_BOX} data-fleeting="whole">
          {props.notices}
        </div>
        {children}
      </main>
      <Hints />
      {keys.path === null ? null : <KeysDialog path={keys.path} onClose={keys.close} />}
      <InstallHint opened={install.hint} onClose={install.closeHint} />
    </div>
  )
}
