/** A report's picture: a chart with a title and its values in words for keyboard and screen reader. */
import { BarChart, CompositeChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { cellText } from '../../domain/reports/cell-text.ts'
import type { Chart } from '../../domain/reports/report.ts'
import type { Format } from '../../domain/reports/table.ts'
import classes from './Reports.module.css'

interface ReportChartProps {
  readonly chart: Chart
  /** 'dd/MM/yyyy a dd/MM/yyyy'. */
  readonly period: string | null
  readonly narrow: boolean
}

const HEIGHT = 280
const FRACTIONS: readonly Format[] = ['decimal', 'percent']
/** Of a bar, in pixels. */
const MOST_WIDE = 72
/** Above the bars, in pixels: the value of the highest bar is there, and no legend separates it from the title. */
const LABEL_ROOM = 20
/** Values beside bars are readable up to so many bars. */
const LABELLED = 24

export default function ReportChart({ chart, period, narrow }: ReportChartProps) {
  const id = useId()
  const { kind, title, series, points, format = 'integer', goal, beside } = chart
  const data = points.map(({ name, values }) => ({ name, ...values }))
  const text = (value: number) => cellText(value, format)
  const colour = (color: string) => `var(--mantine-color-${color}-6)`
  const isRoomy = !narrow && data.length <= ROOMY
  const withBarValueLabel = data.length * series.length <= (narrow ? LABELLED / 4 : LABELLED)
  const lines =
    goal === undefined
      ? {}
      : {
          referenceLines: [
            { x: goal.at, label: goal.label, color: 'red.6', labelPosition: 'insideTopRight' as const },
          ],
        }
  const common = {
    h: HEIGHT + (narrow ? legendLines(series) * LEGEND_LINE : 0),
    data,
    dataKey: 'name',
    withLegend: series.length > 1,
    valueFormatter: text,
    // Ticks between whole numbers would show the same number again.
    yAxisProps: { allowDecimals: FRACTIONS.includes(format) },
    xAxisProps: {
      interval: 0,
      ...(isRoomy
        ? { tickFormatter: shortName(LONGEST_ROOMY) }
        : {
            tickFormatter: shortName(LONGEST),
            angle: narrow ? -40 : -20,
            textAnchor: 'end' as const,
            height: 64,
          }),
    },
    ...lines,
  } as const
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
        {period === null ? null : (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {period}
          </Text>
        )}
      </Title>
      {beside === undefined ? null : (
        <Text size="sm" c="dimmed">
          {beside}
        </Text>
      )}
      {kind === 'pareto' ? (
        <CompositeChart
          {...common}
          withRightYAxis
          rightYAxisProps={{ domain: [0, 100], tickFormatter: (value: number) => `${value}%` }}
          series={series.map(({ key, label, color, isShare = false }) => ({
            name: key,
            label,
            color: colour(color),
            type: isShare ? ('line' as const) : ('bar' as const),
            ...(isShare ? { yAxisId: 'right' } : {}),
          }))}
        />
      ) : (
        <BarChart
          {...common}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={MOST_WIDE}
          barChartProps={{ margin: { top: LABEL_ROOM } }}
          // Labels of stacked parts would overlap. The table has the values.
          withBarValueLabel={withBarValueLabel && kind !== 'stacked'}
          series={series.map(({ key, label, color }) => ({ name: key, label, color: colour(color) }))}
        />
      )}
    </figure>
  )
}

const LONGEST = 16
/** Up to so many names are horizontal under the bars of a wide chart. */
const ROOMY = 6
const LONGEST_ROOMY = 22

const shortName = (longest: number) => (name: string) =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name

/** Of the legend on a phone, in pixels and letters. */
const LEGEND_LINE = 27
const LEGEND_LETTERS = 36
const DOT_LETTERS = 5

/**
 * How many lines a phone's legend has beyond the first one. The chart grows by them, so that the bars keep their
 * height.
 */
const legendLines = (series: Chart['series']) =>
  series.length < 2
    ? 0
    : Math.floor(series.reduce((sum, { label }) => sum + label.length + DOT_LETTERS, 0) / LEGEND_LETTERS)
