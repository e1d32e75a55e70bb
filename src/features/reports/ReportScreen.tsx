/** Draws any report: filters, the instant of its data, figures, picture and tables. docs/rules.md#reports */
import { Alert, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import type { ReportContent } from '../../domain/reports/report.ts'
import { Dates } from '../../ui/Dates.tsx'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportLines, ReportNotes } from './ReportLines.tsx'
import classes from './Reports.module.css'
import { ReportTables } from './ReportTables.tsx'
import { type BoundScreenProps, type ReportView, useReportView } from './useReportView.ts'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const WhatIfPanel = lazy(() => import('./what-if/WhatIfPanel.tsx'))
const NARROW = '(max-width: 43.75em)'

export function ReportScreen<Answer>(props: BoundScreenProps<Answer>) {
  const view = useReportView(props)
  const narrow = useScreenQuery(NARROW)
  const { report, shown, period, wrongPeriod } = view
  const { range, before, answer } = shown
  const content = answer.value?.content
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
        <ReportLines shown={shown} printed={view.printedWords} />
        <Stack gap="lg">
          {content === undefined ? (
            panel === null && answer.state === 'loading' ? (
              <ReportWaiting />
            ) : null
          ) : (
            <>
              <ReportNotes {...content} />
              <ReportFigures
                figures={content.figures}
                {...view.workday}
                onOpen={view.openFigure}
                before={before?.content === undefined ? null : figuresBefore(before.content)}
              />
            </>
          )}
          {/* In one place: what is typed there stays when the answer comes. */}
          {panel}
          {content === undefined ? null : (
            <>
              {content.chart === null || content.chart.points.length === 0 ? null : !mayPicture ? (
                <Skeleton className={classes.chartWaiting ?? ''} />
              ) : (
                <Suspense fallback={<Skeleton className={classes.chartWaiting ?? ''} />}>
                  <ReportChart chart={content.chart} period={period} narrow={narrow} />
                </Suspense>
              )}
              <ReportTables view={view} content={content} drawn={drawn} />
            </>
          )}
        </Stack>
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
        value={shown.answer.value?.answered}
        asOf={shown.answer.value?.content.asOf}
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

interface FoldedFiltersProps {
  readonly narrow: boolean
  readonly period: string | null
  readonly children: ReactNode
}

/** On a phone behind a button, so that the figures come first. */
function FoldedFilters({ narrow, period, children }: FoldedFiltersProps) {
  const [open, setOpen] = useState(false)
  if (!narrow) return <div className={classes.controls}>{children}</div>
  return (
    <div className={classes.controls}>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {period === null ? 'Filtros' : `Filtros · ${period}`}
      </Button>
      <div className={classes.folded} hidden={!open}>
        {children}
      </div>
    </div>
  )
}

/** The shape of a report while its first answer comes. */
function ReportWaiting() {
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
