/** The side menu by role: logo, entries and groups, and at the foot controls of the app itself. docs/rules.md#menu */
import { Badge, UnstyledButton } from '@mantine/core'
import {
  IconDownload,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconStarFilled,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useBrokerage } from '../../device/brokerage.ts'
import { useDeviceList } from '../../device/device-list.ts'
import { useFavouriteReports } from '../../device/favourite-reports.ts'
import { useLastFilters } from '../../device/useLastFilters.ts'
import {
  favouritesInSight,
  isGroup,
  menuRows,
  openedEntries,
  sectionAt,
} from '../../domain/permissions/menu.ts'
import { type MenuSection, normalizedPath, type RouteLine } from '../../domain/permissions/routes.ts'
import { newUserCount } from '../../domain/session/new-users.ts'
import { useStored } from '../../opening/useStored.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import { MenuGroupRow } from './MenuGroupRow.tsx'
import { MenuIcon } from './menu-icons.tsx'
import classes from './SideMenu.module.css'

/** How many users are new to the viewer, beside 'Usuários' in the menu: docs/rules.md#users */
function NewUsersBadge({ viewerId }: { readonly viewerId: number }) {
  const count = useStored(
    async ({ catalogue, openMirror }) => {
      const db = openMirror(viewerId)
      const [users, views] = await Promise.all([catalogue(db, 'user'), catalogue(db, 'user_view')])
      return newUserCount(viewerId, users, views)
    },
    [viewerId],
  )
  if (count === undefined || count === 0) return null
  const words = count === 1 ? '1 usuário novo' : `${count} usuários novos`
  return (
    <Badge size="sm" circle={count < 10} aria-label={words} title={words} className={classes.badge ?? ''}>
      {count}
    </Badge>
  )
}

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
  const { favourites } = useFavouriteReports(viewerId)
  const { present, isOpen, setOpen } = useMenuGroups(viewerId, pathname)
  /** The long group whose entries are all in sight. */
  const [whole, setWhole] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const { peeks, peek, leave } = usePeek(root, collapsed)
  const isNarrow = collapsed && !peeks
  // Its button makes the list shorter.
  const isInstallable = onInstall !== undefined
  const menu = useRef<HTMLElement>(null)
  const left = useRef({ pathname: '', top: 0 })
  // An open group may be longer than the screen, so the present screen's entry would be out of sight.
  useEffect(() => {
    // Before the paint the browser would lay the page out for it.
    void afterPaint().then(() => {
      const { current: list } = menu
      if (list === null) return
      // The button came late, and the user has scrolled to an entry: it stays under the finger.
      if (left.current.pathname === pathname && left.current.top !== list.scrollTop) return
      list.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
      left.current = { pathname, top: list.scrollTop }
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, isInstallable])
  const visit = () => {
    leave()
    onVisit?.()
  }
  const rows = menuRows(entries)
  const entryLink = (entry: RouteLine, icon: ReactNode) => (
    <Hint key={entry.path} label={entry.label} shown={isNarrow}>
      <Link
        to={entry.path}
        search={filters[entry.path] ?? {}}
        className={classes.entry}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        activeOptions={{ exact: entry.path === '/', includeSearch: false }}
        onClick={visit}
      >
        {icon}
        <span className={classes.label}>{entry.label}</span>
        {entry.path === '/users' ? <NewUsersBadge viewerId={viewerId} /> : null}
      </Link>
    </Hint>
  )
  return (
    <div
      ref={root}
      className={classes.root}
      data-collapsed={isNarrow || undefined}
      data-peeks={(collapsed && peeks) || undefined}
    >
      <Link
        to="/"
        className={classes.logo}
        aria-label={name === null ? 'Farol, início' : `${name} Farol, início`}
        onClick={visit}
      >
        <BrandLogo logo={logo} height={32} maxWidth={isNarrow ? 32 : 64} />
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
        {rows.map((row) => {
          if (!isGroup(row)) return entryLink(row, <MenuIcon path={row.path} />)
          const { section } = row
          const opened = isOpen(section) && !isNarrow
          const inSight =
            whole === section
              ? row.entries
              : openedEntries(rows, row, { favourites, present: normalizedPath(pathname) })
          const more = row.entries.length - inSight.length
          return (
            <MenuGroupRow
              key={section}
              section={section}
              opened={opened}
              holdsPresent={section === present}
              badge={
                row.entries.some(({ path }) => path === '/users') ? (
                  <NewUsersBadge viewerId={viewerId} />
                ) : null
              }
              hint={(button) => (
                <Hint label={section} shown={isNarrow}>
                  {button}
                </Hint>
              )}
              onToggle={() => {
                if (isNarrow) peek()
                setWhole(null)
                setOpen(section, isNarrow || !opened)
              }}
            >
              {opened
                ? inSight.map((entry) =>
                    entryLink(entry, favourites.includes(entry.path) ? <IconStarFilled size={12} /> : null),
                  )
                : null}
              {opened && more > 0 ? (
                <UnstyledButton
                  className={classes.entry}
                  aria-expanded={false}
                  onClick={() => setWhole(section)}
                >
                  <span className={classes.label}>
                    Mais {more} em {section}
                  </span>
                </UnstyledButton>
              ) : null}
              {!opened && !isNarrow && section === 'Relatórios'
                ? favouritesInSight(rows, favourites).map((entry) =>
                    entryLink(entry, <IconStarFilled size={12} />),
                  )
                : null}
            </MenuGroupRow>
          )
        })}
      </nav>
      <div
        className={classes.foot}
        data-empty={(onInstall === undefined && onToggle === undefined) || undefined}
      >
        {onInstall === undefined ? null : (
          <Hint label="Instalar aplicativo" shown={isNarrow}>
            <UnstyledButton className={classes.entry} onClick={onInstall}>
              <IconDownload size={20} stroke={1.7} />
              <span className={classes.label}>Instalar aplicativo</span>
            </UnstyledButton>
          </Hint>
        )}
        {onToggle === undefined ? null : (
          <Hint label="Expandir menu" shown={isNarrow}>
            <UnstyledButton
              className={classes.entry}
              onClick={() => {
                leave()
                onToggle()
              }}
              aria-expanded={!collapsed}
            >
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

/** The label of an icon in the collapsed menu. By touch it is under the icon. */
function Hint({ label, shown, children }: { label: string; shown: boolean; children: ReactNode }) {
  return (
    <span className={classes.hint} data-hint={shown ? label : undefined} data-hint-side="right">
      {children}
    </span>
  )
}

interface MenuGroups {
  readonly present: MenuSection | null
  readonly isOpen: (section: MenuSection) => boolean
  readonly setOpen: (section: MenuSection, opens: boolean) => void
}

/** Which groups of the menu are open: docs/rules.md#menu */
function useMenuGroups(viewerId: number, pathname: string): MenuGroups {
  const [kept, keep] = useDeviceList(`farol_menu_open_${viewerId}`)
  const present = sectionAt(pathname)
  /** The screen on which the user closed its own group. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  return {
    present,
    isOpen: (section) => (section === present ? closedAt !== pathname : kept.includes(section)),
    setOpen: (section, opens) => {
      if (section === present) setClosedAt(opens ? null : pathname)
      const others = kept.filter((one) => one !== section)
      keep(opens ? [...others, section] : others)
    },
  }
}

interface Peek {
  readonly peeks: boolean
  readonly peek: () => void
  readonly leave: () => void
}

/**
 * The collapsed menu shows its whole width over the screen while somebody looks into a group. docs/rules.md#menu A
 * press elsewhere, the focus elsewhere and Escape end it.
 */
function usePeek(root: RefObject<HTMLElement | null>, collapsed: boolean): Peek {
  const [wanted, setWanted] = useState(false)
  const peeks = wanted && collapsed
  useEffect(() => {
    if (!peeks) return
    const leaveFrom = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) setWanted(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      setWanted(false)
    }
    document.addEventListener('pointerdown', leaveFrom)
    document.addEventListener('focusin', leaveFrom)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', leaveFrom)
      document.removeEventListener('focusin', leaveFrom)
      document.removeEventListener('keydown', onKey)
    }
  }, [peeks, root])
  return { peeks, peek: () => setWanted(true), leave: () => setWanted(false) }
}
