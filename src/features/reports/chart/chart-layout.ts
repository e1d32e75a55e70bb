/** How high a picture is, and how much of its width names and numbers take, so that no word is cut off. docs/rules.md#charts */
import { type Chart, type ChartPoint, chartText, endText, sumOfPoint } from '../../../domain/reports/chart.ts'

/** Of a letter of 12 px, in pixels. Rather too wide than too narrow. */
const CAPITAL = 8.6
const LETTER = 6.6
export const LINE = 15
/** Of the legend on a phone, in pixels and letters. */
const LEGEND_LINE = 27
const LEGEND_LETTERS = 36
const DOT_LETTERS = 5
/** Of a bar, in pixels. */
const BAR = { single: 20, grouped: 14 } as const
const BETWEEN = 10
const AXIS = 34
const COLUMNS = 280
const GAP = 8
const MOST_NAME = { narrow: 116, wide: 250 } as const

export const textWidth = (text: string): number =>
  Array.from(text, (letter) => (/\p{Lu}/u.test(letter) ? CAPITAL : LETTER)).reduce((a, b) => a + b, 0)

/** Breaks a text into lines between words, and a longer word where the line ends. */
export function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (textWidth(line + letter) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

export interface NameLines {
  readonly name: readonly string[]
  readonly note: readonly string[]
}

export interface ChartLayout {
  readonly height: number
  /** Of the column of names. */
  readonly names: number
  readonly lines: readonly NameLines[]
  /** Behind the longest bar, for its number and for the words of a goal. */
  readonly ends: number
}

/** The place of a picture whose bars lie below one another. */
function rowsLayout(chart: Chart, narrow: boolean): ChartLayout {
  const most = narrow ? MOST_NAME.narrow : MOST_NAME.wide
  const lines = chart.points.map(({ name, note }) => ({
    name: linesOf(name, most),
    note: note === undefined ? [] : linesOf(note, most),
  }))
  const all = lines.flatMap(({ name, note }) => [...name, ...note])
  const bars =
    chart.kind === 'stacked' || chart.series.length < 2 ? BAR.single : BAR.grouped * chart.series.length
  const row = Math.max(bars, ...lines.map(({ name, note }) => (name.length + note.length) * LINE)) + BETWEEN
  return {
    height: row * chart.points.length + AXIS,
    names: Math.ceil(Math.max(...all.map(textWidth))) + GAP,
    lines,
    ends:
      Math.ceil(
        Math.max(
          ...chart.points.flatMap((point) => endsOf(chart, point)).map(textWidth),
          textWidth(chart.goal?.label ?? ''),
        ),
      ) + GAP,
  }
}

const endsOf = (chart: Chart, point: ChartPoint): string[] =>
  chart.kind === 'stacked'
    ? [endText(chart, point)]
    : [
        endText(chart, point),
        ...Object.values(point.values).map((value) => chartText(value, chart.format ?? 'integer')),
      ]

export function layoutOf(chart: Chart, narrow: boolean): ChartLayout {
  const rows =
    chart.along === 'names' ? rowsLayout(chart, narrow) : { height: COLUMNS, names: 0, lines: [], ends: 0 }
  return { ...rows, height: rows.height + legendHeight(chart.series, narrow) }
}

/** The picture grows by the lines of its legend, so that the bars keep their size. */
function legendHeight(series: Chart['series'], narrow: boolean): number {
  if (series.length < 2) return 0
  const letters = series.reduce((sum, { label }) => sum + label.length + DOT_LETTERS, 0)
  return LEGEND_LINE * (narrow ? Math.ceil(letters / LEGEND_LETTERS) : 1)
}

const ROUND = [1, 2, 2.5, 5, 10]
const STEPS = 4

/** The next round number, so that the ticks of an axis are equally far apart. */
function roundStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ROUND.map((factor) => factor * power).find(
    (each) => each >= least && (!isWhole || Number.isInteger(each)),
  )
  return step ?? 10 * power
}

/** The ticks of the axis of values, from 0: of shares at least to 100, and never below a goal. */
export function axisTicks({ kind, series, points, format }: Chart): number[] {
  const ends = points.flatMap((point) => [
    kind === 'stacked' ? sumOfPoint(series, point) : Math.max(0, ...Object.values(point.values)),
    point.goal ?? 0,
  ])
  const isShare = format === 'percent'
  const end = Math.max(isShare ? 100 : 1, ...ends)
  const step = roundStep(Math.max(end / STEPS, isShare ? 0 : 1), !isShare)
  return Array.from({ length: Math.ceil(end / step) + 1 }, (_, place) => place * step)
}

/** Between a bar or a tick and the number at its end. */
export const BESIDE = 6

interface EndOfBar {
  /** Of the bar, px. */
  readonly end: number
  /** Of its goal, px; null: none. */
  readonly tick: number | null
  readonly text: string
}

/** Where the number of a bar begins, px: behind the tick of its goal, where it would lie on it. */
export function endX({ end, tick, text }: EndOfBar): number {
  const beside = end + BESIDE
  if (tick === null || tick < end - BESIDE || tick > beside + textWidth(text) + BESIDE) return beside
  return Math.max(beside, tick + BESIDE)
}
