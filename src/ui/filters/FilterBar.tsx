/** The filters over a list: fields, Limpar and Filtrar, and, once something is filtered, how many rows remain. */
import { Button, Group, Text } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** The fields. */
  readonly children: ReactNode
  readonly onFilter: () => void
  readonly onClear: () => void
  /** Something is filtered: Limpar has something to do. */
  readonly active: boolean
  /** Rows that the filters leave; undefined while they are not counted. */
  readonly hits: number | undefined
  /** Beside the buttons: Cadastrar, Exportar. */
  readonly actions?: ReactNode
}

const count = new Intl.NumberFormat('pt-BR')

export function FilterBar({ children, onFilter, onClear, active, hits, actions }: FilterBarProps) {
  return (
    <form
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault()
        onFilter()
      }}
    >
      <div className={classes.fields}>{children}</div>
      <Group gap="xs" className={classes.buttons ?? ''}>
        <Button variant="default" onClick={onClear} disabled={!active} leftSection={<IconX size={16} />}>
          Limpar
        </Button>
        <Button type="submit" variant="light" leftSection={<IconFilter size={16} />}>
          Filtrar
        </Button>
        {actions}
      </Group>
      {active && hits !== undefined ? (
        <Text size="sm" c="dimmed" role="status" className={classes.hits ?? ''}>
          {hits === 1 ? '1 resultado' : `${count.format(hits)} resultados`}
        </Text>
      ) : null}
    </form>
  )
}
