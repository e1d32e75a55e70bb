/** Draws any report: filters, the instant of its data, figures, picture and tables. docs/rules.md#reports */
import { Alert, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { useBrokerage } from '../../device/brokerage.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { may } from '../../domain/permissions/actions.ts'
import { figureWords, type OpenFigure } from '../../domain/reports/figure-leads.ts'
import { filterWords, periodWords } from '../../domain/reports/filter-words.ts'
import { rangeText } from '../../domain/reports/period.ts'
import type { ReportContent } from '../../domain/reports/report.ts'
import { filterLine, onlyFigure } from '../../domain/reports/report-sheet.ts'
import { periodProblem, type ReportFilter } from '../../domain/reports/search.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import { roleOf } from '../../domain/session/role.ts'
import { Dates } from '../../ui/Dates.tsx'
import { type TableState, tableSearch, tableState } from '../../ui/table/table-search.ts'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import { ExportButton } from './ExportButton.tsx'
import { FigureNote } from './FigureNote.tsx'
import { FoldedFilters } from './FoldedFilters.tsx'
import { chosenNames } from './filter-choices.ts'
import { LocalTable } from './LocalTable.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import classes from './Reports.module.css'
import { ReportTableView } from './ReportTableView.tsx'
import { tablesOf } from './report-tables.ts'
import type { ReportScreenProps, RowAction } from './screen-props.ts'
import { useReport } from './useReport.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const NARROW = '(max-width: 43.75em)'
const NOTHING_HERE = { figures: [], tables: [] }

interface BoundScreenProps<Answer> extends ReportScreenProps {
  readonly binding: ReportBinding<Answer>
  readonly rowAction?: RowAction
}

export function ReportScreen<Answer>(props: BoundScreenProps<Answer>) {
  const { binding, user, search, onSearch, rowAction } = props
  const { report, files } = binding
  const catalogues = useCatalogues(user.id)
  const { name: brokerage } = useBrokerage()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false
  const state = tableState(search)
  const { pagina: _page, por_pagina, ordem, figura, linha, ...filter } = search
  const order = ordem ?? null
  const shown = useReport(user, binding, search, { page: state.page, perPage: state.perPage, order })
  const { content, range, leads, before, answer } = shown
  // The figures are painted first. Tables and then the picture, whose drawing takes longest, follow.
  const drawn = useDeferredValue(content, undefined)
  const mayPicture = useFrameLater(drawn !== undefined)
  // The server's answer says from when the data is: a replica, or another system, may be behind.
  const dataAt = content === undefined ? answer.dataAt : Date.parse(content.asOf)
  const workday = content?.workday === undefined ? {} : { workday: content.workday }
  const period = range === null ? null : rangeText(range)
  const [now] = useState(() => Date.now())
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

  const leadsHeading = useRef<HTMLHeadingElement>(null)
  /** A figure was pressed whose table is not drawn yet. */
  const isOpening = useRef(false)

  const showLeads = (heading: HTMLElement | null) => {
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
  }
  const openFigure = ({ figure, row }: OpenFigure) => {
    onSearch({ ...filter, por_pagina, figura: figure, linha: row })
    // The leads are in the table below, mostly out of sight, or not there yet.
    isOpening.current = leadsHeading.current === null
    showLeads(leadsHeading.current)
  }
  const takeHeading = (heading: HTMLHeadingElement | null) => {
    leadsHeading.current = heading
    if (heading === null || !isOpening.current) return
    isOpening.current = false
    showLeads(heading)
  }
  const filterBy = (next: ReportFilter) => {
    const isSame = JSON.stringify(next) === JSON.stringify(filter)
    onSearch({ ...next, por_pagina })
    if (isSame) answer.refresh()
  }
  const turn = (next: TableState) => {
    const { por_pagina: size, ...rest } = tableSearch(next)
    onSearch({ ...search, ...rest, por_pagina: size === 10 ? undefined : size })
  }
  const actionsOf = ({ name }: ShownTable) =>
    rowAction?.table === name ? (line: ReportLine) => rowAction.cell(line, shown.refresh) : undefined
  const exportsOf = (table: ShownTable) => files.find((file) => file.table === table.name)

  return (
    <Dates>
      <section className={classes.root} aria-label={report.title}>
        <div className={classes.head}>
          <Title order={1} size="h3">
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
            <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
              Imprimir
            </Button>
          </Group>
        </div>
        <FoldedFilters narrow={narrow} period={period}>
          <ReportFilters
            user={user}
            report={report}
            filter={filter}
            range={range}
            catalogues={catalogues}
            onFilter={filterBy}
          />
        </FoldedFilters>
        {wrongPeriod === null || period === null ? null : (
          <Alert color="yellow" role="status" p="sm">
            {wrongPeriod} O relatório mostra {period}.
          </Alert>
        )}
        <Group gap="md">
          <Text size="sm" className={classes.printed ?? ''}>
            {printedWords}
          </Text>
          <AnswerAge {...answer} dataAt={dataAt} />
          {shown.origin === null ? null : (
            <Text size="sm" c="dimmed">
              {shown.origin}
            </Text>
          )}
          {before === null ? null : (
            <Text size="sm" c="dimmed">
              Comparado com {rangeText(before.range)}
            </Text>
          )}
        </Group>
        {content === undefined ? (
          answer.state === 'none' ? null : (
            <Waiting />
          )
        ) : (
          <Stack gap="lg">
            {content.warning === undefined ? null : (
              <Alert color="yellow" role="status" p="sm">
                {content.warning}
              </Alert>
            )}
            {content.note === undefined ? null : (
              <Text size="sm" c="dimmed">
                {content.note}
              </Text>
            )}
            <ReportFigures
              figures={content.figures}
              {...workday}
              onOpen={openFigure}
              before={before?.content === undefined ? null : figuresBefore(before.content)}
            />
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
                <section key={table.name} className={classes.section} aria-label={table.title}>
                  <div className={classes.head}>
                    <Title
                      order={2}
                      size="h5"
                      {...(isPaged
                        ? { ref: takeHeading, tabIndex: -1, className: classes.heading ?? '' }
                        : {})}
                    >
                      {table.title}
                    </Title>
                    {rowAction?.table === table.name ? (
                      <div className={`${classes.controls} ${classes.rowAction}`}>
                        {rowAction.head?.(shown.refresh)}
                      </div>
                    ) : null}
                    {file === undefined || !isHere ? null : (
                      <div className={classes.controls}>
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
                            lacksSome: leadsHere !== undefined && leads?.lacksSome === true,
                          }}
                          query={shown.query}
                        />
                      </div>
                    )}
                  </div>
                  {isPaged && figure !== null ? (
                    <FigureNote
                      words={onlyFigure(figure)}
                      back={report.behindFigures === undefined ? 'Ver todos' : 'Fechar'}
                      onBack={() => onSearch({ ...filter, por_pagina })}
                    />
                  ) : null}
                  {isPaged && leads !== null ? (
                    leads.table === undefined ? (
                      leads.problem === null ? (
                        <Skeleton height={240} role="status" aria-label="Carregando" />
                      ) : (
                        <Alert color="gray" role="status">
                          {leads.problem} Estas linhas não foram guardadas neste aparelho.
                        </Alert>
                      )
                    ) : (
                      <>
                        {leads.lacksSome ? (
                          <Alert color="gray" role="status" p="sm">
                            {leads.problem} Só os leads guardados neste aparelho.
                          </Alert>
                        ) : null}
                        <ReportTableView
                          table={leads.table}
                          state={order === null ? tableState({ ...search, ordem: table.order }) : state}
                          onState={turn}
                          choice={filter}
                          opensLeads={opensLeads}
                          actions={actions}
                          {...workday}
                          isServed={leads.isServed}
                          refreshing={leads.refreshing}
                          below={(child) => (
                            <LocalTable table={child} choice={filter} opensLeads={opensLeads} />
                          )}
                        />
                      </>
                    )
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
                </section>
              )
            })}
          </Stack>
        )}
      </section>
    </Dates>
  )
}

const figuresBefore = (content: ReportContent | undefined) =>
  content === undefined ? [] : [...content.figures, ...(content.compared ?? [])]

function Waiting() {
  return (
    <Stack gap="lg" aria-busy="true" role="status" aria-label="Carregando">
      <VisuallyHidden>Carregando</VisuallyHidden>
      <div className={classes.figures}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <Skeleton key={tile} height={76} radius="md" />
        ))}
      </div>
      <Skeleton className={classes.chartWaiting ?? ''} radius="md" />
      <Skeleton height={280} radius="md" />
    </Stack>
  )
}
