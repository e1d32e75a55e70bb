/** The side menu by role: logo, entries by section, and at the foot controls of the app itself. */
import { UnstyledButton } from '@mantine/core'
import { IconDownload, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBrokerage } from '../../device/brokerage.ts'
import { useLastFilters } from '../../device/useLastFilters.ts'
import type { RouteLine } from '../../domain/permissions/routes.ts'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import { MenuIcon } from './menu-icons.tsx'
import { NewUsersBadge } from './NewUsersBadge.tsx'
import classes from './SideMenu.module.css'

interface SideMenuProps {
  readonly entries: readonly RouteLine[]
  readonly viewerId: number
  readonly collapsed: boolean
  /** Absent in the drawer, which does not collapse. */
  readonly onToggle?: () => void
  /** Absent where the app can't be installed or already is. */
  readonly onInstall?: () => void
  /** Called after a choice: the drawer closes. */
  readonly onVisit?: () => void
}

export function SideMenu({ entries, viewerId, collapsed, onToggle, onInstall, onVisit }: SideMenuProps) {
  const filters = useLastFilters(viewerId)
  const { name, logo } = useBrokerage()
  const pathname = useLocation({ select: (location) => location.pathname })
  // Its button makes the list shorter.
  const isInstallable = onInstall !== undefined
  const menu = useRef<HTMLElement>(null)
  const left = useRef({ pathname: '', top: 0 })
  // The menu is longer than most screens, so the present screen's entry would be out of sight.
  useEffect(() => {
    const { current: list } = menu
    if (list === null) return
    // The button came late, and the user has scrolled to an entry: it stays under the finger.
    if (left.current.pathname === pathname && left.current.top !== list.scrollTop) return
    list.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
    left.current = { pathname, top: list.scrollTop }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, isInstallable])
  const sections = [...new Set(entries.map((entry) => entry.section))]
  return (
    <div className={classes.root} data-collapsed={collapsed || undefined}>
      <Link
        to="/"
        className={classes.logo}
        aria-label={name === null ? 'Farol, início' : `${name} Farol, início`}
        onClick={onVisit}
      >
        <BrandLogo logo={logo} height={32} maxWidth={collapsed ? 32 : 64} />
        {name === null ? (
          <span className={classes.name}>Farol</span>
        ) : (
          <span className={classes.brand}>
            <span className={classes.brokerage} title={name}>
              {name}
            </span>{' '}
            <span className={classes.product}>Farol</span>
          </span>
        )}
      </Link>
      <nav ref={menu} className={classes.nav} aria-label="Menu principal">
        {sections.map((section) => (
          <div key={section} className={classes.section}>
            <p className={classes.heading}>{section}</p>
            {entries
              .filter((entry) => entry.section === section)
              .map((entry) => (
                <Hint key={entry.path} label={entry.label} shown={collapsed}>
                  <Link
                    to={entry.path}
                    search={filters[entry.path] ?? {}}
                    className={classes.entry}
                    activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                    activeOptions={{ exact: entry.path === '/', includeSearch: false }}
                    onClick={onVisit}
                  >
                    <MenuIcon path={entry.path} />
                    <span className={classes.label}>{entry.label}</span>
                    {entry.path === '/users' ? <NewUsersBadge viewerId={viewerId} /> : null}
                  </Link>
                </Hint>
              ))}
          </div>
        ))}
      </nav>
      <div
        className={classes.foot}
        data-empty={(onInstall === undefined && onToggle === undefined) || undefined}
      >
        {onInstall === undefined ? null : (
          <Hint label="Instalar aplicativo" shown={collapsed}>
            <UnstyledButton className={classes.entry} onClick={onInstall}>
              <IconDownload size={20} stroke={1.7} />
              <span className={classes.label}>Instalar aplicativo</span>
            </UnstyledButton>
          </Hint>
        )}
        {onToggle === undefined ? null : (
          <Hint label="Expandir menu" shown={collapsed}>
            <UnstyledButton className={classes.entry} onClick={onToggle} aria-expanded={!collapsed}>
              {collapsed ? (
                <IconLayoutSidebarLeftExpand size={20} stroke={1.7} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={20} stroke={1.7} />
              )}
              <span className={classes.label}>{collapsed ? 'Expandir menu' : 'Recolher menu'}</span>
            </UnstyledButton>
          </Hint>
        )}
      </div>
    </div>
  )
}

/** The label of an icon in the collapsed menu. */
function Hint({ label, shown, children }: { label: string; shown: boolean; children: ReactNode }) {
  return (
    <span className={classes.hint} data-hint={shown ? label : undefined} data-hint-side="right">
      {children}
    </span>
  )
}
