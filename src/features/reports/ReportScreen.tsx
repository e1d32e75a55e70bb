/** Draws any report: filters, the instant of its data, figures, picture and tables. docs/rules.md#reports */
import { Alert, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense, useDeferredValue } from 'react'
import type { ReportContent } from '../../domain/reports/report.ts'
import { Dates } from '../../ui/Dates.tsx'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import { FoldedFilters } from './FoldedFilters.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportLines, ReportNotes } from './ReportLines.tsx'
import classes from './Reports.module.css'
import { ReportTables } from './ReportTables.tsx'
import { ReportWaiting } from './ReportWaiting.tsx'
import { type BoundScreenProps, type ReportView, useReportView } from './useReportView.ts'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const WhatIfPanel = lazy(() => import('./what-if/WhatIfPanel.tsx'))
const NARROW = '(max-width: 43.75em)'

export function ReportScreen<Answer>(props: BoundScreenProps<Answer>) {
  const view = useReportView(props)
  const narrow = useScreenQuery(NARROW)
  const { report, shown, period, wrongPeriod } = view
  const { range, before, answer } = shown
  const { content } = answer
  // The figures are painted first. Tables and then the picture, whose drawing takes longest, follow.
  const drawn = useDeferredValue(content, undefined)
  const mayPicture = useFrameLater(drawn !== undefined)
  const panel = whatIfPanel(view)

  return (
    <Dates>
      <section className={classes.root} aria-label={report.title}>
        <ReportHead view={view} tools={props.tools} />
        <FoldedFilters narrow={narrow} period={period}>
          <ReportFilters
            user={view.user}
            report={report}
            filter={view.filter}
            range={range}
            now={view.now}
            catalogues={view.catalogues}
            onFilter={view.filterBy}
          />
        </FoldedFilters>
        {wrongPeriod === null || period === null ? null : (
          <Alert color="yellow" role="status" p="sm">
            {wrongPeriod} O relatório mostra {period}.
          </Alert>
        )}
        <ReportLines shown={shown} dataAt={view.dataAt} printed={view.printedWords} />
        {content === undefined ? (
          (panel ?? (answer.state === 'none' ? null : <ReportWaiting />))
        ) : (
          <Stack gap="lg">
            <ReportNotes {...content} />
            <ReportFigures
              figures={content.figures}
              {...view.workday}
              onOpen={view.openFigure}
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
            <ReportTables view={view} content={content} drawn={drawn} />
          </Stack>
        )}
      </section>
    </Dates>
  )
}

/** 'E se?', where the report has it and the address asks for it; otherwise null. */
function whatIfPanel({ user, report, shown, filter, whatIf, askWhatIf, opensLeads }: ReportView) {
  if (report.whatIf === undefined || whatIf === undefined || shown.range === null) return null
  return (
    <Suspense fallback={<Skeleton height={240} role="status" aria-label="Carregando" />}>
      <WhatIfPanel
        key={report.whatIf}
        user={user}
        report={report.whatIf}
        range={shown.range}
        filter={filter}
        value={shown.answer.value}
        asOf={shown.answer.content?.asOf}
        text={whatIf}
        onText={askWhatIf}
        onClose={() => askWhatIf(undefined)}
        opensLeads={opensLeads}
      />
    </Suspense>
  )
}

const figuresBefore = (content: ReportContent): ReportContent['figures'] => [
  ...content.figures,
  ...(content.compared ?? []),
]
