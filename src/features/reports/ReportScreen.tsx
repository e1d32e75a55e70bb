/** Draws any report: filters, the instant of its data, figures, picture and tables. docs/rules.md#reports */
import { Alert, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconPrinter, IconZoomQuestion } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useReducer, useState } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { useBrokerage } from '../../device/brokerage.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { may } from '../../domain/permissions/actions.ts'
import { screenTitle } from '../../domain/permissions/routes.ts'
import { figureWords, type OpenFigure } from '../../domain/reports/figure-leads.ts'
import { filterWords, periodWords } from '../../domain/reports/filter-words.ts'
import { rangeText } from '../../domain/reports/period.ts'
import type { Report, ReportContent } from '../../domain/reports/report.ts'
import { filterLine, onlyFigure } from '../../domain/reports/report-sheet.ts'
import { periodProblem, type ReportFilter, WHAT_IF_OPEN } from '../../domain/reports/search.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import { roleOf } from '../../domain/session/role.ts'
import { Dates } from '../../ui/Dates.tsx'
import { type TableState, tableSearch, tableState } from '../../ui/table/table-search.ts'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import { ExportButton } from './ExportButton.tsx'
import { FigureNote } from './FigureNote.tsx'
import { FoldedFilters } from './FoldedFilters.tsx'
import { chosenNames } from './filter-choices.ts'
import { LocalTable } from './LocalTable.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportLeads } from './ReportLeads.tsx'
import { ReportLines, ReportNotes } from './ReportLines.tsx'
import { ReportSection } from './ReportSection.tsx'
import classes from './Reports.module.css'
import { ReportWaiting } from './ReportWaiting.tsx'
import { tablesOf } from './report-tables.ts'
import type { ReportScreenProps, RowAction } from './screen-props.ts'
import { useFigureHeading } from './useFigureHeading.ts'
import { usePrintOnce } from './usePrintOnce.ts'
import { useReport } from './useReport.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const WhatIfPanel = lazy(() => import('./what-if/WhatIfPanel.tsx'))
const NARROW = '(max-width: 43.75em)'
const NOTHING_HERE = { figures: [], tables: [] }

interface BoundScreenProps<Answer> extends ReportScreenProps {
  readonly binding: ReportBinding<Answer>
  readonly rowAction?: RowAction
  /** Beside 'Imprimir'. */
  readonly tools?: ReactNode
}

export function ReportScreen<Answer>(props: BoundScreenProps<Answer>) {
  const { binding, user, search, onSearch, rowAction, tools } = props
  const { report, files } = binding
  const catalogues = useCatalogues(user.id)
  const { name: brokerage } = useBrokerage()
  const narrow = useScreenQuery(NARROW)
  /** The frame says it already. */
  const isSaid = screenTitle(report.path, roleOf(user)) === report.title
  const state = tableState(search)
  const { pagina: _page, por_pagina, ordem, figura, linha, 'e-se': whatIf, ...filter } = search
  /** What a new filter leaves as it is. */
  const beside = { por_pagina, 'e-se': whatIf }
  const order = ordem ?? null
  const [prints, setPrints] = useState(false)
  const once = useOnce()
  // The days of a preset are those of the last question, so they do not move while the user reads.
  const [now, renewNow] = useReducer(Date.now, 0, Date.now)
  const { page, perPage } = state
  const shown = useReport(user, binding, search, { page, perPage, order, prints, now })
  const { content, range, leads, before, answer } = shown
  usePrintOnce(prints && leads?.isGathering !== true, () => setPrints(false))
  // The figures are painted first. Tables and then the picture, whose drawing takes longest, follow.
  const drawn = useDeferredValue(content, undefined)
  const mayPicture = useFrameLater(drawn !== undefined)
  // The server's answer says from when the data is: a replica, or another system, may be behind.
  const dataAt = content === undefined ? answer.dataAt : Date.parse(content.asOf)
  const workday = content?.workday === undefined ? {} : { workday: content.workday }
  const period = range === null ? null : rangeText(range)
  const wrongPeriod = periodProblem(filter, now)
  const opensLeads = may('lead.readHistory', roleOf(user))

  // The order of each table whose rows are all here: its file has the same.
  const [orders, setOrders] = useState<Readonly<Record<string, string | undefined>>>({})
  const nameOf = chosenNames(user, catalogues, filter)
  const figure =
    figura === undefined && linha === undefined
      ? null
      : figureWords(content ?? NOTHING_HERE, { figure: figura, row: linha })

  const printedWords = [
    ...(range === null ? [] : [periodWords(report, range)]),
    filterLine({
      filters: filterWords(report.filters, filter, { nameOf, asOf: new Date(dataAt ?? 0).toISOString() }),
      figure,
    }),
    `Impresso por ${user.name}`,
  ].join(' · ')

  const { takeHeading, showLeads } = useFigureHeading(search)
  const openFigure = (opened: OpenFigure) => {
    showLeads(opened)
    onSearch({ ...filter, ...beside, figura: opened.figure, linha: opened.row })
  }
  const filterBy = (next: ReportFilter) => {
    const isSame = JSON.stringify(next) === JSON.stringify(filter)
    renewNow()
    onSearch({ ...next, ...beside })
    if (isSame) answer.refresh()
  }
  const turn = (next: TableState) => {
    const { por_pagina: size, ...rest } = tableSearch(next)
    onSearch({ ...search, ...rest, por_pagina: size === 10 ? undefined : size })
  }
  const actionsOf = ({ name }: ShownTable) =>
    rowAction?.table === name ? (line: ReportLine) => rowAction.cell(line, shown.refresh) : undefined
  const exportsOf = (table: ShownTable) => files.find((file) => file.table === table.name)

  const panel =
    report.whatIf === undefined || whatIf === undefined || range === null ? null : (
      <Suspense fallback={<Skeleton height={240} role="status" aria-label="Carregando" />}>
        <WhatIfPanel
          key={report.whatIf}
          user={user}
          report={report.whatIf}
          range={range}
          filter={filter}
          value={shown.value}
          asOf={content?.asOf}
          text={whatIf}
          onText={(text) => onSearch({ ...search, 'e-se': text })}
          onClose={() => onSearch({ ...search, 'e-se': undefined })}
          opensLeads={opensLeads}
        />
      </Suspense>
    )

  return (
    <Dates>
      <section className={classes.root} aria-label={report.title}>
        <div className={classes.head}>
          <Title order={1} size="h3" className={isSaid ? (classes.paperTitle ?? '') : ''}>
            {report.title}
          </Title>
          <Group gap="xs" className={classes.controls ?? ''}>
            <ViewsMenu
              user={user}
              path={report.path}
              route={binding.route}
              filter={filter}
              order={order}
              tables={tablesOf(content, report, leads)}
              onSearch={onSearch}
              onFilter={(next) => onSearch({ ...search, ...next })}
            />
            {report.whatIf === undefined ? null : (
              <Button
                variant="default"
                leftSection={<IconZoomQuestion size={16} />}
                aria-expanded={whatIf !== undefined}
                onClick={() =>
                  onSearch({ ...search, 'e-se': whatIf === undefined ? WHAT_IF_OPEN : undefined })
                }
              >
                E se?
              </Button>
            )}
            {tools}
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} />}
              loading={prints}
              onClick={() => void once(async () => setPrints(true), 'imprimir')}
            >
              {report.paged === null ? 'Imprimir' : 'Imprimir tudo'}
            </Button>
          </Group>
        </div>
        <FoldedFilters narrow={narrow} period={period}>
          <ReportFilters
            user={user}
            report={report}
            filter={filter}
            range={range}
            now={now}
            catalogues={catalogues}
            onFilter={filterBy}
          />
        </FoldedFilters>
        {wrongPeriod === null || period === null ? null : (
          <Alert color="yellow" role="status" p="sm">
            {wrongPeriod} O relatório mostra {period}.
          </Alert>
        )}
        <ReportLines shown={shown} dataAt={dataAt} printed={printedWords} />
        {content === undefined ? (
          (panel ?? (answer.state === 'none' ? null : <ReportWaiting />))
        ) : (
          <Stack gap="lg">
            <ReportNotes {...content} />
            <ReportFigures
              figures={content.figures}
              {...workday}
              onOpen={openFigure}
              before={before?.content === undefined ? null : figuresBefore(before.content)}
            />
            {panel}
            {content.chart === null || content.chart.points.length === 0 ? null : !mayPicture ? (
              <Skeleton className={classes.chartWaiting ?? ''} />
            ) : (
              <Suspense fallback={<Skeleton className={classes.chartWaiting ?? ''} />}>
                <ReportChart chart={content.chart} period={period} narrow={narrow} />
              </Suspense>
            )}
            {tablesOf(drawn, report, leads).map((table) => {
              const isPaged = table.name === report.paged
              const file = exportsOf(table)
              const actions = actionsOf(table)
              const leadsHere = isPaged ? leads?.held : undefined
              const isHere = !isPaged || figure === null || leadsHere !== undefined
              return (
                <ReportSection
                  key={table.name}
                  title={table.title}
                  takeHeading={isPaged ? takeHeading : null}
                  rowAction={rowAction?.table === table.name ? rowAction.head?.(shown.refresh) : null}
                  exports={
                    file === undefined || !isHere ? null : (
                      <ExportButton
                        file={file}
                        kept={{
                          report,
                          filter,
                          range,
                          table: leadsHere?.table ?? table,
                          asOf: leadsHere?.asOf ?? content.asOf,
                          brokerage,
                          user,
                          nameOf,
                          order: isPaged && leads !== null ? ordem : orders[table.name],
                          chosen:
                            leadsHere === undefined || figure === null
                              ? undefined
                              : { content, figure: figura, row: linha },
                          warning: content.warning,
                          lacks: content.lacks,
                          lacksSome: leadsHere?.lacksSome === true,
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
                      onBack={() => onSearch({ ...filter, ...beside })}
                    />
                  ) : null}
                  {isPaged && leads !== null ? (
                    <ReportLeads
                      leads={leads.state}
                      isAsked={figure !== null}
                      printed={leads.printed}
                      state={order === null ? tableState({ ...search, ordem: table.order }) : state}
                      onState={turn}
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
                      onFigure={report.paged === null ? undefined : openFigure}
                      onOrder={(next) => setOrders((all) => ({ ...all, [table.name]: next }))}
                    />
                  )}
                </ReportSection>
              )
            })}
          </Stack>
        )}
      </section>
    </Dates>
  )
}

/** All tables of a report but the leads behind a figure, as they are sorted. */
const bookOf = (
  content: ReportContent | undefined,
  { paged }: Pick<Report<never>, 'paged'>,
  orders: Readonly<Record<string, string | undefined>>,
) =>
  (content?.tables ?? [])
    .filter(({ name }) => name !== paged)
    .map((table) => ({ table, order: orders[table.name] }))

const figuresBefore = (content: ReportContent | undefined) =>
  content === undefined ? [] : [...content.figures, ...(content.compared ?? [])]
