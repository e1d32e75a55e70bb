/** A group of the menu: the button that opens and closes it, and its entries below. docs/rules.md#menu */
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { MenuSection } from '../../domain/permissions/routes.ts'
import { GroupIcon } from './menu-icons.tsx'
import classes from './SideMenu.module.css'

interface MenuGroupRowProps {
  readonly section: MenuSection
  readonly opened: boolean
  /** The present screen is one of its entries, or is reached from one. */
  readonly holdsPresent: boolean
  /** What an entry would show beside its label, were it in sight. */
  readonly badge: ReactNode
  /** Wraps the button in its hint. */
  readonly hint: (button: ReactNode) => ReactNode
  readonly onToggle: () => void
  readonly children: ReactNode
}

export function MenuGroupRow(props: MenuGroupRowProps) {
  const { section, opened, holdsPresent, badge, hint, onToggle, children } = props
  const id = useId()
  return (
    <div className={classes.group}>
      {hint(
        <UnstyledButton
          className={classes.entry}
          data-within={(holdsPresent && !opened) || undefined}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={onToggle}
        >
          <GroupIcon section={section} />
          <span className={classes.label}>{section}</span>
          {opened ? null : badge}
          <IconChevronDown className={classes.chevron} size={16} stroke={1.7} aria-hidden />
        </UnstyledButton>,
      )}
      {/* A list named like its button. */}
      <div id={id} role="group" aria-label={section} className={classes.entries}>
        {children}
      </div>
    </div>
  )
}
