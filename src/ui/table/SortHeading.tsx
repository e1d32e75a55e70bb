/** The heading of a column that sorts the rows: a button that says the order in words. */
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Order } from './columns.ts'
import classes from './DataTable.module.css'
import { widthOnTwoLines } from './two-lines.ts'

interface SortHeadingProps {
  readonly label: string
  readonly order: Order | null
  /** As narrow as two lines of it. */
  readonly isDense: boolean
  readonly onPress: () => void
}

const WORDS: Readonly<Record<Order, string>> = {
  ascending: 'em ordem crescente',
  descending: 'em ordem decrescente',
}

export function SortHeading({ label, order, isDense, onPress }: SortHeadingProps) {
  const Icon = order === null ? IconArrowsSort : order === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes.heading}
      {...(order === null ? {} : { 'aria-label': `${label}, ${WORDS[order]}` })}
      onClick={onPress}
    >
      <span style={isDense ? { minWidth: `${widthOnTwoLines(label)}ch` } : {}}>{label}</span>
      <Icon className={classes.order} size={14} aria-hidden data-ordered={order !== null || undefined} />
    </UnstyledButton>
  )
}
