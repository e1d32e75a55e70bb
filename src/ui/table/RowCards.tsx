/** The rows of a list as cards, for narrow screens: the same columns by their labels. */
import { Button, Group, Pagination, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CardOrder } from './CardOrder.tsx'
import type { Column, Expansion, Sort } from './columns.ts'
import classes from './DataTable.module.css'
import { pageName, pagerNames } from './pager-names.ts'
import { WordedActions } from './RowAction.tsx'

interface RowCardsProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** One page. */
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string | number
  readonly expanded?: Expansion<Row>
  /** Ids of the rows that are open: of cards and table alike, so that a turned tablet keeps them open. */
  readonly open: readonly unknown[]
  readonly onOpen: (ids: unknown[]) => void
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
  /** Lines of one list in place of cards. */
  readonly isDense?: boolean
  /** In place of the pages. */
  readonly more?: ReactNode
  readonly paging: {
    readonly page: number
    readonly totalRecords: number
    readonly recordsPerPage: number
    readonly onPageChange: (page: number) => void
  }
}

export function RowCards<Row>(props: RowCardsProps<Row>) {
  const {
    label,
    columns,
    rows,
    idOf,
    expanded,
    open,
    onOpen,
    paging,
    sort,
    onSort,
    more,
    isDense = false,
  } = props
  const { page, totalRecords, recordsPerPage, onPageChange } = paging
  const pages = Math.max(1, Math.ceil(totalRecords / recordsPerPage))
  return (
    <div>
      {paging.totalRecords > 1 ? <CardOrder {...{ label, columns, sort, onSort }} /> : null}
      <ul className={isDense ? classes.lines : classes.cards} aria-label={label}>
        {rows.map((row) => {
          const id = idOf(row)
          const isOpen = open.includes(id)
          return (
            <RowCard
              key={id}
              {...{ columns, row, isOpen }}
              onToggle={() => onOpen(isOpen ? open.filter((other) => other !== id) : [...open, id])}
              {...(expanded ? { expanded } : {})}
            />
          )
        })}
      </ul>
      {more ??
        (pages > 1 ? (
          <Group justify="center" mt="md">
            <Pagination
              total={pages}
              value={page}
              onChange={onPageChange}
              siblings={0}
              getControlProps={pagerNames}
              getItemProps={pageName}
            />
          </Group>
        ) : null)}
    </div>
  )
}

interface RowCardProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly expanded?: Expansion<Row>
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function RowCard<Row>({ columns, row, expanded, isOpen, onToggle }: RowCardProps<Row>) {
  const title = columns.find(({ isTitle }) => isTitle)
  const actions = columns.find(({ isActions }) => isActions)
  const beside = columns.find(({ isBeside }) => isBeside)
  const facts = columns
    .filter((column) => column !== title && column !== actions && column !== beside)
    .filter(({ notOnCards }) => notOnCards !== true)
    .map(({ key, label, cell, isOptional }) => ({ key, label, content: cell(row), isOptional }))
    .filter(({ content, isOptional }) => isOptional !== true || Boolean(content))
  return (
    <li className={classes.card}>
      {title === undefined ? null : (
        <div className={classes.head}>
          <strong className={classes.title}>{title.cell(row)}</strong>
          {beside?.cell(row)}
        </div>
      )}
      <dl className={classes.facts}>
        {facts.map(({ key, label, content }) => (
          <div key={key} className={classes.fact}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <dd>{content || '—'}</dd>
          </div>
        ))}
      </dl>
      {isOpen ? expanded?.content(row) : null}
      {expanded === undefined && actions === undefined ? null : (
        <Group justify="flex-end" gap="xs" className={classes.acts ?? ''}>
          {expanded === undefined ? null : (
            <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? 'Mostrar menos' : 'Mostrar mais'}
            </Button>
          )}
          <WordedActions value={true}>{actions?.cell(row)}</WordedActions>
        </Group>
      )}
    </li>
  )
}
