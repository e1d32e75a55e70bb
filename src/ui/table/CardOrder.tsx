/** The order of cards, which have no headings to press: a column and its direction. */
import { ActionIcon, Group, Select } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { Column, Sort } from './columns.ts'
import classes from './DataTable.module.css'

interface CardOrderProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** null: the rows keep the order in which they came. */
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
}

export function CardOrder<Row>({ label, columns, sort, onSort }: CardOrderProps<Row>) {
  const choices = columns.filter(({ sortBy }) => sortBy !== undefined)
  const isDescending = sort?.descending === true
  const by = choices.find(({ key }) => key === sort?.by)
  if (choices.length === 0) return null
  const turned = isDescending
    ? 'Ordem decrescente: mudar para crescente'
    : 'Ordem crescente: mudar para decrescente'
  return (
    <Group gap="xs" wrap="nowrap" className={classes.cardOrder ?? ''}>
      <Select
        aria-label={`Ordenar ${label} por`}
        placeholder="Ordenar por…"
        required
        data={choices.map(({ key, label: words }) => ({ value: key, label: `Por ${words}` }))}
        value={by?.key ?? null}
        onChange={(chosen) => {
          if (chosen !== null) onSort({ by: chosen, descending: isDescending })
        }}
        flex={1}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={turned}
        data-hint={turned}
        disabled={by === undefined}
        onClick={() => by !== undefined && onSort({ by: by.key, descending: !isDescending })}
      >
        {isDescending ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
      </ActionIcon>
    </Group>
  )
}
