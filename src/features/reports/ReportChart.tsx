/** A report's picture: bars with whole names and their numbers, below a title. docs/rules.md#charts */
import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { type Chart, chartText, endText } from '../../domain/reports/chart.ts'
import { End, GoalTick, Name, PartLabel, PartShape } from './chart/ChartMarks.tsx'
import { chartVariables, fillOf, textOn } from './chart/chart-colors.ts'
import { axisTicks, layoutOf } from './chart/chart-layout.ts'
import classes from './Reports.module.css'

interface ReportChartProps {
  readonly chart: Chart
  /** 'dd/MM/yyyy a dd/MM/yyyy'. */
  readonly period: string | null
  readonly narrow: boolean
}

/** Of a bar, in pixels. */
const MOST_WIDE = 72
const THICK = 22
/** Above the columns, in pixels: the number of the highest one is there, and no legend separates it from the title. */
const ABOVE = 20
/** A first and a last name of the axis below are wider than their columns. */
const ASIDE = 24

export default function ReportChart({ chart, period, narrow }: ReportChartProps) {
  const id = useId()
  const { kind, along, title, series, points, format = 'integer', goal, beside } = chart
  const isColumns = along === 'times'
  const isStack = kind === 'stacked'
  const { height, names, lines, ends } = layoutOf(chart, narrow)
  const ticks = axisTicks(chart)
  const colorOf = new Map(series.map(({ key, color }) => [key, color]))
  const last = series.at(-1)?.key
  const orderOfSeries = ({ dataKey }: { readonly dataKey?: unknown }) =>
    series.findIndex(({ key }) => key === dataKey)
  const values = {
    domain: [0, ticks.at(-1) ?? 1],
    ticks,
    tickFormatter: (value: number) => chartText(value, format),
  }
  const labelOf = (key: string) => (bar: { readonly index?: number | undefined }) => {
    const point = bar.index === undefined ? undefined : points[bar.index]
    if (point === undefined) return null
    const value = point.values[key] ?? 0
    const own = chartText(value, format)
    const tick = point.goal === undefined || value === 0 ? undefined : point.goal / value
    if (!isStack) return <End {...bar} isAbove={isColumns} text={point.end ?? own} goal={tick} />
    return (
      <>
        {point.values[key] ? (
          <PartLabel {...bar} text={own} fill={textOn(colorOf.get(key) ?? 'gray')} />
        ) : null}
        {key === last ? <End {...bar} isAbove={isColumns} text={endText(chart, point)} /> : null}
      </>
    )
  }
  return (
    <figure className={classes.chart} style={chartVariables} aria-labelledby={id}>
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
      <BarChart
        h={height}
        data={points.map(({ name, values: of }) => ({ name, ...of }))}
        dataKey="name"
        orientation={isColumns ? 'horizontal' : 'vertical'}
        type={isStack ? 'stacked' : 'default'}
        withLegend={series.length > 1}
        // In the order of the bars, and not of the alphabet.
        legendProps={{ itemSorter: null }}
        tooltipProps={{ itemSorter: orderOfSeries }}
        valueFormatter={(value) => chartText(value, format)}
        gridAxis={isColumns ? 'x' : 'y'}
        maxBarWidth={isColumns ? MOST_WIDE : THICK}
        series={series.map(({ key, label, color }) => ({ name: key, label, color: fillOf(color) }))}
        barChartProps={{
          margin: isColumns ? { top: ABOVE, right: ASIDE } : { top: 4, right: ends, bottom: 0, left: 0 },
        }}
        xAxisProps={isColumns ? { interval: 'equidistantPreserveStart' } : values}
        yAxisProps={
          isColumns
            ? values
            : {
                interval: 0,
                width: names,
                tickLine: false,
                tick: ({ x, y, payload }) => <Name x={x} y={y} lines={lines[payload.index]} />,
              }
        }
        withBarValueLabel
        valueLabelProps={({ name }) => ({ content: labelOf(name) })}
        {...(isStack ? { barProps: { shape: (part) => <PartShape {...part} isColumn={isColumns} /> } } : {})}
        referenceLines={
          goal === undefined
            ? []
            : [
                {
                  [isColumns ? 'x' : 'y']: goal.at,
                  // A bar ends where the next one begins.
                  position: 'end',
                  label: goal.label,
                  labelPosition: isColumns ? 'top' : 'right',
                  stroke: 'var(--mantine-color-text)',
                  strokeWidth: 2,
                },
              ]
        }
        referenceDots={points.flatMap(({ name, goal: at }) =>
          at === undefined
            ? []
            : [{ x: at, y: name, shape: (dot) => <GoalTick {...dot} height={THICK + 6} /> }],
        )}
      />
    </figure>
  )
}
