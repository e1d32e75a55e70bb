/** The tables of a report: those of the answer, and the leads behind an open figure. Each has its export. */
import { Button, Group, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ReactNode, type RefCallback, useState } from 'react'
import { useBrokerage } from '../../device/brokerage.ts'
import type { Report, ReportContent } from '../../domain/reports/report.ts'
import { onlyFigure } from '../../domain/reports/report-sheet.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import { tableState } from '../../ui/table/table-search.ts'
import { ExportButton } from './ExportButton.tsx'
import { LocalTable } from './LocalTable.tsx'
import { ReportLeads } from './ReportLeads.tsx'
import classes from './Reports.module.css'
import { tablesOf } from './report-tables.ts'
import type { ReportView } from './useReportView.ts'

/** By table whose rows are all here. */
type Orders = Readonly<Record<string, string | undefined>>

interface ReportTablesProps {
  readonly view: ReportView
  readonly content: ReportContent
  /** The content whose tables are drawn already: the figures are painted first. */
  readonly drawn: ReportContent | undefined
}

export function ReportTables({ view, content, drawn }: ReportTablesProps) {
  const { report, files, rowAction, shown, figure, filter, opensLeads, workday } = view
  const { leads } = shown
  const { name: brokerage } = useBrokerage()
  // The order of each table whose rows are all here: its file has the same.
  const [orders, setOrders] = useState<Orders>({})

  return tablesOf(drawn, report, leads).map((table) => {
    const isPaged = table.name === report.paged
    const file = files.find((one) => one.table === table.name)
    const action = rowAction?.table === table.name ? rowAction : undefined
    const actions = action && ((line: ReportLine) => action.cell(line, shown.refresh))
    const leadsHere = isPaged ? leads?.held : undefined
    const isHere = !isPaged || figure === null || leadsHere !== undefined
    return (
      <ReportSection
        key={table.name}
        title={table.title}
        takeHeading={isPaged ? view.takeHeading : null}
        rowAction={action?.head?.(shown.refresh) ?? null}
        exports={
          file === undefined || !isHere ? null : (
            <ExportButton
              file={file}
              kept={{
                report,
                filter,
                range: shown.range,
                table: leadsHere?.table ?? table,
                asOf: leadsHere?.asOf ?? content.asOf,
                brokerage,
                user: view.user,
                nameOf: view.nameOf,
                order: isPaged && leads !== null ? view.order : orders[table.name],
                chosen: leadsHere === undefined || figure === null ? undefined : { content, ...view.chosen },
                warning: content.warning,
                lacks: content.lacks,
                lacksSome: leadsHere !== undefined && leadsHere.lack !== null,
                isEmpty: content.isEmpty,
                book: file.isBook === true ? bookOf(drawn, report, orders) : undefined,
              }}
              query={shown.query}
            />
          )
        }
      >
        {isPaged && figure !== null ? (
          <FigureNote
            words={onlyFigure(figure)}
            back={report.behindFigures === undefined ? 'Ver todos' : 'Fechar'}
            onBack={view.closeFigure}
          />
        ) : null}
        {isPaged && leads !== null ? (
          <ReportLeads
            leads={leads.state}
            lack={leads.held?.lack ?? null}
            isAsked={figure !== null}
            printed={leads.printed}
            state={view.order === undefined ? tableState({ ...view.search, ordem: table.order }) : view.place}
            onState={view.turn}
            choice={filter}
            opensLeads={opensLeads}
            actions={actions}
            {...workday}
          />
        ) : (
          <LocalTable
            table={table}
            choice={filter}
            opensLeads={opensLeads}
            actions={actions}
            {...workday}
            onFigure={report.paged === null ? undefined : view.openFigure}
            onOrder={(next) => setOrders((all) => ({ ...all, [table.name]: next }))}
          />
        )}
      </ReportSection>
    )
  })
}

/** All tables of a report but the leads behind a figure, as they are sorted. */
const bookOf = (
  content: ReportContent | undefined,
  { paged }: Pick<Report<never>, 'paged'>,
  orders: Orders,
): { table: ShownTable; order: string | undefined }[] =>
  (content?.tables ?? [])
    .filter(({ name }) => name !== paged)
    .map((table) => ({ table, order: orders[table.name] }))

interface ReportSectionProps {
  readonly title: string
  /** Of a heading that takes the focus. */
  readonly takeHeading: RefCallback<HTMLHeadingElement> | null
  /** Beside the heading: of all rows. */
  readonly rowAction: ReactNode
  readonly exports: ReactNode
  readonly children: ReactNode
}

/** A table under its heading, with what can be done with it. */
function ReportSection({ title, takeHeading, rowAction, exports, children }: ReportSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <Title
          order={2}
          size="h5"
          {...(takeHeading === null
            ? {}
            : { ref: takeHeading, tabIndex: -1, className: classes.heading ?? '' })}
        >
          {title}
        </Title>
        {rowAction === null ? null : (
          <div className={`${classes.controls} ${classes.rowAction}`}>{rowAction}</div>
        )}
        {exports === null ? null : <div className={classes.controls}>{exports}</div>}
      </div>
      {children}
    </section>
  )
}

interface FigureNoteProps {
  /** 'Só Vendidos de Felipe'. */
  readonly words: string
  /** Leads back to all leads, or closes the table. */
  readonly back: string
  readonly onBack: () => void
}

/** Shows to which figure the leads below belong, with a button back to all leads. */
function FigureNote({ words, back, onBack }: FigureNoteProps) {
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {words}
      </Text>
      <Button
        className={classes.controls ?? ''}
        size="xs"
        variant="subtle"
        leftSection={<IconArrowBackUp size={14} />}
        onClick={onBack}
      >
        {back}
      </Button>
    </Group>
  )
}
