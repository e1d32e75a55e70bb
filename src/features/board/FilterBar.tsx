/** The filter bar: always open on wide screens; on narrow ones behind a button that counts the active filters. */
import { Button, Collapse, Input } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { BOARD_FILTERS, type BoardFilters } from '../../domain/board/board-filters.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import type { Choice } from './board-choices.ts'
import classes from './FilterBar.module.css'
import { DATE_PATTERN, TEXT_FIELDS } from './filter-entry.ts'

/** Its calendars are half as large as all the code of the cards. */
const FilterForm = lazyAfterPaint(async () => (await import('./FilterForm.tsx')).FilterForm, FilterFormPlace)

interface FilterBarProps {
  /** The active filters. Null: none. */
  readonly filters: BoardFilters | null
  /** Brokers to choose from. */
  readonly brokers: readonly Choice[]
  /** Key of the current view. Another view closes the form on a narrow screen. */
  readonly viewKey: string
  readonly onFilter: (filters: BoardFilters) => void
  readonly onClear: () => void
  /** Other controls that narrow the view: beside the button, or below the fields. */
  readonly children: ReactNode
}

export function FilterBar({ filters, brokers, viewKey, onFilter, onClear, children }: FilterBarProps) {
  const narrow = useScreenQuery('(max-width: 80.99em)')
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const opened = openedFor === viewKey
  const close = () => setOpenedFor(null)
  const inForce = filters === null ? 0 : Object.keys(filters).length
  if (!narrow)
    return (
      <>
        <FilterForm filters={filters} brokers={brokers} onFilter={onFilter} onClear={onClear} />
        <div className={classes.beside}>{children}</div>
      </>
    )
  return (
    <div className={classes.narrow}>
      <div className={classes.buttons}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={() => setOpenedFor(opened ? null : viewKey)}
          aria-expanded={opened}
        >
          {inForce === 0 ? 'Filtros' : `Filtros (${inForce})`}
        </Button>
        {filters === null || opened ? null : (
          <Button size="sm" variant="subtle" onClick={onClear}>
            Limpar
          </Button>
        )}
        {children}
      </div>
      <Collapse expanded={opened}>
        <FilterForm
          filters={filters}
          brokers={brokers}
          onFilter={(wanted) => {
            close()
            onFilter(wanted)
          }}
          onClear={() => {
            close()
            onClear()
          }}
        />
      </Collapse>
    </div>
  )
}

/** The filter form's look while its code loads, so that nothing moves when the form takes this place. */
function FilterFormPlace() {
  return (
    <div className={classes.form} inert>
      {[...TEXT_FIELDS.map(({ label }) => label), labelOf('broker_id')].map((label) => (
        <FieldPlace key={label} label={label} />
      ))}
      {[BOARD_FILTERS.startDate.label, BOARD_FILTERS.endDate.label].map((label) => (
        <FieldPlace key={label} label={label} placeholder={DATE_PATTERN} />
      ))}
      <div className={classes.submit}>
        <Button size="sm">Filtrar</Button>
        <Button size="sm" variant="default">
          Limpar Filtros
        </Button>
      </div>
    </div>
  )
}

/**
 * A `TextInput` without its wrapper, which changes its id as soon as it is drawn: React would draw a second time before the page's
 * first frame (docs/gotchas.md).
 */
function FieldPlace({ label, placeholder = '' }: { readonly label: string; readonly placeholder?: string }) {
  return (
    <div>
      <Input.Label size="sm">{label}</Input.Label>
      <Input size="sm" readOnly placeholder={placeholder} />
    </div>
  )
}
