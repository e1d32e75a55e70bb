/** A table of a report on screen: numbers at the right, a total below, figures that open their leads. */
import { Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { cellText, isNumeric } from '../../domain/reports/cell-text.ts'
import { sortValue } from '../../domain/reports/exported-table.ts'
import type { OpenFigure } from '../../domain/reports/figure-leads.ts'
import { type ColumnChoice, visibleColumns } from '../../domain/reports/shown-columns.ts'
import {
  figureAt,
  formatAt,
  type ReportHead,
  type ReportLine,
  type ShownTable,
  type Tone,
} from '../../domain/reports/table.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import classes from './Reports.module.css'

interface ReportTableViewProps {
  readonly table: ShownTable
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Which columns are shown, and in what order. */
  readonly choice: ColumnChoice
  /** Opens the leads of a figure; without it figures are text. */
  readonly onFigure?: ((figure: OpenFigure) => void) | undefined
  /** Whether a row opens its lead. */
  readonly opensLeads: boolean
  /** Buttons at the end of a row. */
  readonly actions?: ((line: ReportLine) => ReactNode) | undefined
  /** The lines are one page of the server's, in its order. */
  readonly isServed?: boolean
  /** The lines are those of a figure that the user has chosen. */
  readonly isAsked?: boolean
  readonly workday?: number
  /** Draws the table of a row. */
  readonly below: (child: ShownTable) => ReactNode
}

const TONES: Readonly<Record<Exclude<Tone, null>, string>> = { good: 'green', bad: 'red' }

export function ReportTableView(props: ReportTableViewProps) {
  const {
    table,
    state,
    onState,
    choice,
    onFigure,
    opensLeads,
    actions,
    isServed = false,
    isAsked = false,
    workday,
    below,
  } = props
  const [opened, setOpened] = useState<ReportLine | null>(null)
  const text = (line: ReportLine, head: ReportHead, index: number, isTotal = false) =>
    cellText(line.cells[index] ?? null, isTotal ? head.totalFormat : formatAt(head, line, index), workday)
  const figure = (line: ReportLine, head: ReportHead, index: number, isTotal = false) => {
    const words = text(line, head, index, isTotal)
    if (head.opensChild === true && line.child !== undefined && line.child.count > 0)
      return (
        <UnstyledButton
          className={classes.figure ?? ''}
          aria-label={`${head.label} de ${titleOf(table, line)}: ${words}, ver a lista`}
          onClick={() => setOpened(line)}
        >
          {words}
        </UnstyledButton>
      )
    const name = figureAt(head, line, index)
    if (name === null || onFigure === undefined || line.cells[index] === 0) return words
    const of = isTotal ? 'de todos' : `de ${titleOf(table, line)}`
    // A figure of the row's own needs no row to be named.
    const isOfAll = isTotal || (line.figures?.[index] ?? null) !== null
    return (
      <UnstyledButton
        className={classes.figure ?? ''}
        aria-label={`${head.label} ${of}: ${words}, ver os leads`}
        onClick={() => onFigure(isOfAll ? { figure: name } : { figure: name, row: line.id })}
      >
        {words}
      </UnstyledButton>
    )
  }
  const shown = visibleColumns(table, choice)
  const leadColumn = leadColumnOf(table, shown)
  const columns = shown.flatMap((key): Column<ReportLine>[] => {
    const index = table.heads.findIndex((each) => each.key === key)
    const head = table.heads[index]
    if (head === undefined) return []
    const { total } = table
    const isLead = key === leadColumn && opensLeads
    return [
      {
        key: head.key,
        label: head.label,
        ...(head.isTitle ? { isTitle: true } : {}),
        ...(isNumeric(head.format) ? { align: 'right' as const } : {}),
        noWrap: head.format !== 'text',
        ...(head.sortable
          ? { sortBy: (line: ReportLine) => sortValue(head, line.cells[index] ?? null) }
          : {}),
        ...(total === null
          ? {}
          : {
              total:
                total.cells[index] === null
                  ? head.isTitle
                    ? 'Total'
                    : ''
                  : figure(total, head, index, true),
            }),
        cell: (line) => {
          const tone = line.tones[index] ?? null
          if (isLead && line.lead !== null)
            return (
              <Link
                to="/"
                search={{ lead: line.lead }}
                className={classes.link}
                aria-label={`${text(line, head, index)}: abrir lead ${line.lead}`}
              >
                {text(line, head, index)}
              </Link>
            )
          const value = figure(line, head, index)
          return tone === null ? (
            value
          ) : (
            <Text span inherit fw={640} c={`var(--farol-chip-${TONES[tone]}-text)`}>
              {value}
            </Text>
          )
        },
      },
    ]
  })
  const isInDialog = table.heads.some(({ opensChild }) => opensChild === true)
  const isExpanded = !isInDialog && table.lines.some(({ child }) => child !== undefined)
  const list = (
    <DataTable<ReportLine>
      label={table.title}
      isDense
      columns={actions === undefined ? columns : [...columns, actionColumn(actions)]}
      rows={table.lines}
      idOf={({ id }) => id}
      state={state}
      onState={onState}
      isAsked={isAsked}
      {...(isServed
        ? { total: table.count }
        : { known: table.count, isLast: ({ isLast }) => isLast === true })}
      {...(isExpanded
        ? {
            expanded: {
              label: (line: ReportLine) => `${line.child?.title ?? ''} de ${titleOf(table, line)}`,
              content: ({ child }: ReportLine) => (child === undefined ? null : below(child)),
            },
          }
        : {})}
      empty={<EmptyState drawing="search" order={3} title="Nada neste período com estes filtros" />}
    />
  )
  if (!isInDialog) return list
  return (
    <>
      {list}
      <Dialog
        opened={opened !== null}
        onClose={() => setOpened(null)}
        size="lg"
        title={opened === null ? '' : `${opened.child?.title ?? ''} de ${titleOf(table, opened)}`}
      >
        {opened?.child === undefined ? null : below(opened.child)}
      </Dialog>
    </>
  )
}

/** The key of the column that links to the lead: its own where there is one, else the first one, else the title. */
const leadColumnOf = ({ heads }: ShownTable, shown: readonly string[]) =>
  [
    heads.find(({ key }) => key === 'lead_id')?.key ?? heads[0]?.key,
    heads.find(({ isTitle }) => isTitle)?.key,
  ].find((key) => key !== undefined && shown.includes(key))

const actionColumn = (cell: (line: ReportLine) => ReactNode): Column<ReportLine> => ({
  key: 'acoes',
  label: 'Ações',
  isActions: true,
  cell,
})

const titleOf = ({ heads }: ShownTable, line: ReportLine) =>
  String(line.cells[heads.findIndex(({ isTitle }) => isTitle)] ?? line.id)
