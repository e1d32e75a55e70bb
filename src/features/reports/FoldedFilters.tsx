/** The filters of a report; on a phone behind a button, so that the figures come first. */
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './Reports.module.css'

interface FoldedFiltersProps {
  readonly narrow: boolean
  readonly period: string | null
  readonly children: ReactNode
}

export function FoldedFilters({ narrow, period, children }: FoldedFiltersProps) {
  const [open, setOpen] = useState(false)
  if (!narrow) return <div className={classes.controls}>{children}</div>
  return (
    <div className={classes.controls}>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {period === null ? 'Filtros' : `Filtros · ${period}`}
      </Button>
      <div className={classes.folded} hidden={!open}>
        {children}
      </div>
    </div>
  )
}
