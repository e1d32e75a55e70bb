/** Which columns of a report are shown, and in what order. A table keeps its title column. */
import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef } from 'react'
import {
  type ChosenColumn,
  type ColumnChoice,
  columnsInOrder,
  moved,
  withColumns,
} from '../../../domain/reports/shown-columns.ts'
import type { ShownTable } from '../../../domain/reports/table.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import classes from './ColumnsDialog.module.css'

type Table = Pick<ShownTable, 'name' | 'title' | 'heads'>

interface ColumnsDialogProps {
  readonly tables: readonly Table[]
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
  readonly onClose: () => void
}

const NONE: ColumnChoice = { colunas: undefined, ocultas: undefined }

export function ColumnsDialog({ tables, choice, onChange, onClose }: ColumnsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Colunas" size="lg">
      <Stack gap="lg">
        {tables.map((table) => (
          <TableColumns
            key={table.name}
            table={table}
            columns={columnsInOrder(table, choice)}
            onChange={(columns) => onChange(withColumns(table, choice, columns))}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={choice.colunas === undefined && choice.ocultas === undefined}
            onClick={() => onChange(NONE)}
          >
            Voltar ao padrão
          </Button>
          <Button onClick={onClose}>Fechar</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface TableColumnsProps {
  readonly table: Table
  readonly columns: readonly ChosenColumn[]
  readonly onChange: (columns: readonly ChosenColumn[]) => void
}

function TableColumns({ table, columns, onChange }: TableColumnsProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (key: string, by: -1 | 1) => {
    onChange(moved(columns, key, by))
    // At the edge the pressed button is disabled: the other one of the same column takes the focus.
    const place = columns.findIndex((column) => column.key === key) + by
    const isAtEdge = place === 0 || place === columns.length - 1
    if (isAtEdge)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLButtonElement>(`[data-key="${key}"] button:enabled`)?.focus(),
      )
  }
  return (
    <section aria-label={table.title}>
      <Text fw={600} size="sm" mb={4}>
        {table.title}
      </Text>
      <ul className={classes.list} ref={list}>
        {columns.map(({ key, isShown }, place) => {
          const head = table.heads.find((each) => each.key === key)
          if (head === undefined) return null
          return (
            <li key={key} className={classes.line} data-key={key}>
              <Checkbox
                className={classes.name ?? ''}
                label={head.label}
                checked={isShown}
                disabled={head.isTitle}
                onChange={({ currentTarget }) =>
                  onChange(columns.with(place, { key, isShown: currentTarget.checked }))
                }
              />
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={`${head.label}: mover para a esquerda`}
                data-hint={`${head.label}: mover para a esquerda`}
                disabled={place === 0}
                onClick={() => move(key, -1)}
              >
                <IconChevronUp size={18} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={`${head.label}: mover para a direita`}
                data-hint={`${head.label}: mover para a direita`}
                disabled={place === columns.length - 1}
                onClick={() => move(key, 1)}
              >
                <IconChevronDown size={18} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
