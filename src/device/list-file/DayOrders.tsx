/** Whether the day or the month comes first, for each column of which the file does not say it for certain. docs/rules.md#order-of-days */
import { List, SimpleGrid, Stack, Text } from '@mantine/core'
import type { DayDoubt, DayOrder } from '../../domain/spreadsheet/day-order.ts'
import type { ShownCell, ShownDays } from '../../domain/spreadsheet/shown-days.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { Step } from './Step.tsx'
import type { OpenFile } from './useListFile.ts'

const ORDERS = ['day-first', 'month-first'] as const satisfies readonly DayOrder[]
const CHOICES = [
  { id: 0, name: 'dia/mês' },
  { id: 1, name: 'mês/dia' },
]

const WORDS: Readonly<Record<DayDoubt, string>> = {
  contradiction:
    'O arquivo se contradiz: há datas que só existem com o dia primeiro, e datas que só existem com o mês primeiro.',
  excel: 'O Excel já leu uma parte desta coluna como data, talvez com o dia e o mês trocados.',
  unproven: 'As datas desta coluna não dizem com certeza o que vem primeiro.',
  'month-first': 'Esta coluna tem o mês antes do dia.',
}
const NOT_CHOSEN = 'Escolha o que vem primeiro'
const NO_DAY = 'não é uma data'

const groupOf = (field: string) => `ordem-de-${field}`

/** Focuses the first column whose order must be chosen. Returns whether there is one. */
export function askForOrder({ days }: Pick<OpenFile, 'days'>): boolean {
  const undecided = days.find(({ order }) => order === null)
  if (undecided === undefined) return false
  document.getElementById(groupOf(undecided.field))?.focus()
  return true
}

interface DayOrdersProps {
  readonly chosen: OpenFile
  readonly onOrder: (field: string, order: DayOrder) => void
}

export function DayOrders({ chosen: { days }, onOrder }: DayOrdersProps) {
  if (days.length === 0) return null
  return (
    <Step title="Datas">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {days.map((column) => (
          <Column key={column.field} column={column} onOrder={onOrder} />
        ))}
      </SimpleGrid>
    </Step>
  )
}

interface ColumnProps {
  readonly column: ShownDays
  readonly onOrder: DayOrdersProps['onOrder']
}

function Column({ column: { field, header, doubt, order, cells }, onOrder }: ColumnProps) {
  return (
    <Stack gap="xs">
      <ChoiceChips
        id={groupOf(field)}
        label={`Datas de ‘${header}’`}
        required
        choices={CHOICES}
        value={order === null ? null : ORDERS.indexOf(order)}
        error={order === null ? NOT_CHOSEN : undefined}
        onChange={(id) => {
          const chosen = ORDERS[id ?? -1]
          if (chosen !== undefined) onOrder(field, chosen)
        }}
      />
      <Text size="sm" c="dimmed">
        {WORDS[doubt]}
      </Text>
      <List size="sm" aria-label={`Datas de ‘${header}’ por extenso`}>
        {cells.map((cell, place) => (
          <List.Item key={`${place} ${cell.written}`}>{`${cell.written}: ${wordsOf(cell, order)}`}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

function wordsOf({ words }: ShownCell, order: DayOrder | null): string {
  if (order !== null) return words[order] ?? NO_DAY
  return `${words['day-first'] ?? NO_DAY} (dia/mês) ou ${words['month-first'] ?? NO_DAY} (mês/dia)`
}
