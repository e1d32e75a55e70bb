/**
 * A list: table on wide screens, a card for each row on narrow ones. It sorts and pages rows that are all here; with
 * `total` the rows are one page of the server's, in the server's order.
 */
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { DataTable as MantineDataTable } from 'mantine-datatable'
import { type ReactNode, useEffect, useState } from 'react'
import '@mantine/core/styles/Pagination.layer.css'
import 'mantine-datatable/styles.layer.css'
import { lastBehind } from '../../domain/table/row-order.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { correctingAddress } from '../leaving/search-steps.ts'
import { useFrameLater } from '../useFrameLater.ts'
import { useScreenQuery } from '../useScreenQuery.ts'
import { type Column, type Expansion, isNarrowTable, orderOf, sortAfter, sorted } from './columns.ts'
import classes from './DataTable.module.css'
import { pageName, pagerNames } from './pager-names.ts'
import { RowAction } from './RowAction.tsx'
import { RowCards } from './RowCards.tsx'
import { SortHeading } from './SortHeading.tsx'
import { PAGE_SIZES, type TableState } from './table-search.ts'
import { PRINTED_ROWS, usePrinting } from './usePrinting.ts'

export interface DataTableProps<Row> {
  /** What the list is of, for screen readers: 'Usuários'. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** undefined: not known yet. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (row: Row) => string | number
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Rows on the server. Without it `rows` are all. */
  readonly total?: number
  /** Rows that there are, where `rows` may be only the first of them: paper says so. */
  readonly known?: number
  /** Rows that are last in any order. */
  readonly isLast?: (row: Row) => boolean
  /** A newer answer is on its way; the rows stay. */
  readonly refreshing?: boolean
  readonly expanded?: Expansion<Row>
  /** A few rows that always fit: the table has no pages. */
  readonly unpaged?: boolean
  /** Many columns: as narrow as their values, the first one always in sight. On a phone its cards are lines. */
  readonly isDense?: boolean
  /** The user has asked for these rows: a phone shows the whole page of them. */
  readonly isAsked?: boolean
  /** The media query of the cards, for a list that does not fill the window. Default: below 700 px. */
  readonly cardsIn?: string
  /** In place of the table where there is no row. */
  readonly empty: ReactNode
}

const NARROW = '(max-width: 43.75em)'
/** With the menu beside it, a list has no room for every column. */
const ROOMY = '(min-width: 75em)'
const WAITING_ROWS = 6
/** Of a dense list that a phone folds: its first rows and its totals fit half a screen. */
const FOLDED_ROWS = 4
/** Rows that a screen has room for. They are painted first: a page of rows takes twice as long. */
const FIRST_ROWS = 12
/** Of most rows, in px. It keeps the place of what is below them. */
const ROW_HEIGHT = 40

interface PageWords {
  readonly from: number
  readonly to: number
  readonly totalRecords: number
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, state, onState, total, empty, expanded, isDense = false } = props
  const narrow = useScreenQuery(props.cardsIn ?? NARROW)
  const printing = usePrinting()
  const isPainted = useFrameLater(rows !== undefined)
  const [open, setOpen] = useState<unknown[]>([])
  const [isUnfolded, setUnfolded] = useState(false)
  const count = total ?? rows?.length ?? 0
  const pages = Math.max(1, Math.ceil(count / state.perPage))
  const page = Math.min(state.page, pages)
  // The list became shorter, or an address names a page that it never had.
  useEffect(() => {
    if (rows !== undefined && count > 0 && page !== state.page)
      correctingAddress(() => onState({ ...state, page }))
  })
  if (rows === undefined) return <Waiting />
  if (count === 0) return <>{empty}</>
  // On paper there are no pages to turn.
  const isWhole = printing && total === undefined
  const [from, most] = isWhole ? [0, PRINTED_ROWS] : [(page - 1) * state.perPage, state.perPage]
  const ofPage =
    total === undefined
      ? lastBehind(sorted(rows, columns, state.sort), props.isLast).slice(from, from + most)
      : rows
  const isNarrow = narrow === true && !printing
  const isRanking = isDense && isNarrowTable(columns)
  const mayFold = isNarrow && isDense && props.isAsked !== true && !isUnfolded
  const isFolded = mayFold && state.page === 1 && ofPage.length > FOLDED_ROWS + 1
  const isPart = !isPainted && !printing && ofPage.length > FIRST_ROWS
  const shown = isFolded ? ofPage.slice(0, FOLDED_ROWS) : isPart ? ofPage.slice(0, FIRST_ROWS) : ofPage
  const paging = {
    page,
    totalRecords: count,
    recordsPerPage: state.perPage,
    onPageChange: (next: number) => onState({ ...state, page: next }),
    onRecordsPerPageChange: (perPage: number) => onState({ ...state, perPage, page: 1 }),
  }
  const arrows = expanded === undefined ? [] : [arrowColumn({ expanded, idOf, open, setOpen })]
  if (isNarrow && !isRanking)
    return (
      <RowCards
        {...{ label, columns, idOf, paging, isDense }}
        rows={shown}
        sort={state.sort}
        onSort={(sort) => onState({ ...state, page: 1, sort })}
        open={open}
        onOpen={setOpen}
        more={isFolded ? <Unfold count={count} onPress={() => setUnfolded(true)} /> : null}
        {...(expanded ? { expanded } : {})}
      />
    )
  const headingOf = ({ key, label: words, hidesLabel, sortBy }: Column<Row>) => {
    if (hidesLabel) return <span className={classes.hidden}>{words}</span>
    if (sortBy === undefined) return words
    const onPress = () => onState({ ...state, page: 1, sort: sortAfter(state.sort, key) })
    return <SortHeading label={words} order={orderOf(state.sort, key)} isDense={isDense} onPress={onPress} />
  }
  const isOnePage = props.unpaged === true || count <= PAGE_SIZES[0] || isWhole
  const hasControls =
    expanded !== undefined ||
    columns.some(({ isActions, sortBy }) => isActions === true || sortBy !== undefined)
  const table = {
    className: `${classes.root} ${isDense ? classes.dense : ''}`,
    ...(isDense
      ? {
          horizontalSpacing: 6,
          // Without the arrows, which say nothing about a row.
          pinFirstColumn: expanded === undefined,
        }
      : {}),
    pinLastColumn: columns.at(-1)?.isActions === true,
    // The browser's own bar takes its place below the totals: see the style sheet.
    scrollAreaProps: {
      type: 'never' as const,
      scrollbars: 'x' as const,
      // Keys scroll what has the focus: a table without anything to press takes it itself.
      ...(hasControls ? {} : { viewportProps: { tabIndex: 0 } }),
    },
    'aria-label': label,
    withTableBorder: true,
    borderRadius: 'md' as const,
    verticalSpacing: 6,
    fz: 'sm',
    minHeight: isPart && !isFolded ? (ofPage.length + 1) * ROW_HEIGHT : isOnePage || isFolded ? 0 : 120,
    rowClassName: props.refreshing === true ? (classes.old ?? '') : '',
    noRecordsText: 'Nenhum registro nesta página',
    records: [...shown],
    idAccessor: idOf,
    columns: [...arrows, ...columns].map((column) => ({
      accessor: column.key,
      title: headingOf(column),
      render: (row: Row) => column.cell(row),
      ...(column.align === undefined ? {} : { textAlign: column.align }),
      ...(column.width === undefined ? {} : { width: column.width }),
      ...(column.leavesFirst === true ? { visibleMediaQuery: ROOMY } : {}),
      // The heading may have two lines all the same.
      ...(column.noWrap === true && !isDense ? { noWrap: true } : {}),
      cellsClassName: (row: Row) =>
        column.noWrap === false
          ? widthOf(column, row)
          : column.noWrap === true && isDense
            ? classes.oneLine
            : undefined,
      ...(column.total === undefined ? {} : { footer: column.total }),
    })),
    ...(expanded === undefined
      ? {}
      : {
          rowExpansion: {
            allowMultiple: true,
            trigger: 'never' as const,
            expanded: { recordIds: open, onRecordIdsChange: setOpen },
            content: ({ record }: { record: Row }) => expanded.content(record),
          },
        }),
  }
  if (isFolded)
    return (
      <Stack gap={0}>
        <MantineDataTable<Row> {...table} />
        <Unfold count={count} onPress={() => setUnfolded(true)} />
      </Stack>
    )
  if (isOnePage)
    return (
      <>
        {isWhole ? <PrintedPart shown={shown.length} of={Math.max(count, props.known ?? 0)} /> : null}
        <MantineDataTable<Row> {...table} />
      </>
    )
  return (
    <MantineDataTable<Row>
      {...table}
      {...paging}
      loadingText="Carregando…"
      recordsPerPageOptions={[...PAGE_SIZES]}
      recordsPerPageLabel="Por página"
      getPaginationControlProps={pagerNames}
      getPaginationItemProps={pageName}
      paginationText={({ from: first, to, totalRecords }: PageWords) =>
        `${formatNumber(first)} a ${formatNumber(to)} de ${formatNumber(totalRecords)}`
      }
      // Each rendering has other component types here: as elements they would be mounted anew and lose the focus.
      renderPagination={({ Controls }) => (
        <>
          {Controls.Text({})}
          {Controls.PageSizeSelector({})}
          {Controls.Pagination({})}
        </>
      )}
    />
  )
}

/** A text of more letters gets a wider column, as a title does. */
const LONG = 32

function widthOf<Row>({ isTitle, sortBy }: Column<Row>, row: Row): string | undefined {
  const value = sortBy?.(row)
  // The number of a record needs no room for words.
  if (typeof value === 'number') return undefined
  return isTitle || (typeof value === 'string' && value.length > LONG) ? classes.named : classes.words
}

interface Arrows<Row> {
  readonly expanded: Expansion<Row>
  readonly idOf: (row: Row) => string | number
  readonly open: readonly unknown[]
  readonly setOpen: (ids: unknown[]) => void
}

/** The first column: an arrow that opens the details below the row. */
function arrowColumn<Row>({ expanded, idOf, open, setOpen }: Arrows<Row>): Column<Row> {
  return {
    key: 'expandir',
    label: 'Mais',
    isActions: true,
    hidesLabel: true,
    width: 52,
    cell: (row) => {
      const id = idOf(row)
      const isOpen = open.includes(id)
      return (
        <RowAction
          label={expanded.label(row)}
          tip={isOpen ? 'Mostrar menos' : 'Mostrar mais'}
          icon={isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
          isOpen={isOpen}
          onClick={() => setOpen(isOpen ? open.filter((other) => other !== id) : [...open, id])}
        />
      )
    },
  }
}

/** Below a list that a phone folds. */
function Unfold({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  return (
    <Button variant="subtle" fullWidth onClick={onPress}>
      Mostrar mais · {formatNumber(FOLDED_ROWS)} de {formatNumber(count)}
    </Button>
  )
}

/** Above a table on paper that lacks rows. */
function PrintedPart({ shown, of }: { readonly shown: number; readonly of: number }) {
  if (shown >= of) return null
  return (
    <Text size="xs">
      No papel, as primeiras {formatNumber(shown)} de {formatNumber(of)} linhas.
    </Text>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" aria-busy="true" role="status" aria-label="Carregando">
      {Array.from({ length: WAITING_ROWS }, (_, row) => (
        <Skeleton key={row} height={40} radius="sm" />
      ))}
    </Stack>
  )
}
