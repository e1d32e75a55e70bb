/** Which groups of the menu are open: docs/rules.md#menu */
import { useState } from 'react'
import { useDeviceList } from '../../device/device-list.ts'
import { sectionAt } from '../../domain/permissions/menu.ts'
import type { MenuSection } from '../../domain/permissions/routes.ts'

interface MenuGroups {
  readonly present: MenuSection | null
  readonly isOpen: (section: MenuSection) => boolean
  readonly setOpen: (section: MenuSection, opens: boolean) => void
}

export function useMenuGroups(viewerId: number, pathname: string): MenuGroups {
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
