/** The filters over a list: fields, Limpar and Filtrar, and, once something is filtered, how many rows remain. */
import { Button, Group, Text } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconChevronUp,
  IconFilter,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../domain/text/formats.ts'
import { useScreenQuery } from '../useScreenQuery.ts'
import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** The fields. */
  readonly children: ReactNode
  readonly onFilter: () => void
  readonly onClear: () => void
  /** Something is filtered: Limpar has something to do. */
  readonly active: boolean
  /** On a narrow screen the fields wait behind a button, which says how many filters are set. undefined: they never do. */
  readonly folded?: number
  /** Rows that the filters leave; undefined while they are not counted. */
  readonly hits: number | undefined
  /** Beside the buttons: Cadastrar, Exportar. */
  readonly actions?: ReactNode
}

const NARROW = '(max-width: 43.75em)'

export function FilterBar({ children, onFilter, onClear, active, folded, hits, actions }: FilterBarProps) {
  const narrow = useScreenQuery(NARROW)
  const [isOpen, setOpen] = useState(false)
  const isFolding = narrow && folded !== undefined
  const isFolded = isFolding && !isOpen
  return (
    <form
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault()
        onFilter()
      }}
    >
      {isFolding ? (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {folded === 0 ? 'Filtros' : `Filtros (${folded})`}
        </Button>
      ) : null}
      <div className={classes.fields} hidden={isFolded}>
        {children}
      </div>
      <Group gap="xs" className={classes.buttons ?? ''}>
        {isFolded && !active ? null : (
          <Button variant="default" onClick={onClear} disabled={!active} leftSection={<IconX size={16} />}>
            Limpar
          </Button>
        )}
        {isFolded ? null : (
          <Button type="submit" variant="light" leftSection={<IconFilter size={16} />}>
            Filtrar
          </Button>
        )}
        {actions}
      </Group>
      {active && hits !== undefined ? (
        <Text size="sm" c="dimmed" role="status" className={classes.hits ?? ''}>
          {hits === 1 ? '1 resultado' : `${formatNumber(hits)} resultados`}
        </Text>
      ) : null}
    </form>
  )
}
