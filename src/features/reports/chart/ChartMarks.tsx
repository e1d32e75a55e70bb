/** What a picture writes beside and on its bars: whole names, numbers, and the tick of a goal. docs/rules.md#charts */
import type { ReactElement } from 'react'
import { BESIDE, endX, LINE, type NameLines, textWidth } from './chart-layout.ts'

const SIZE = 12
/** From the base line to the middle of small letters. */
const MIDDLE = 4
const WITHIN = 4
/** Between two parts of a stack. */
const GAP = 2

type Length = number | string | undefined
const px = (length: Length): number => Number(length ?? 0)

interface NameProps {
  readonly x: Length
  readonly y: Length
  readonly lines: NameLines | undefined
}

/** A name at the left of its bar, on as many lines as it needs. */
export function Name({ x, y, lines }: NameProps): ReactElement {
  const { name, note } = lines ?? { name: [], note: [] }
  const all = [
    ...name.map((text) => ({ text, isNote: false })),
    ...note.map((text) => ({ text, isNote: true })),
  ]
  const first = px(y) - ((all.length - 1) * LINE) / 2 + MIDDLE
  return (
    <text textAnchor="end" fontSize={SIZE}>
      {all.map(({ text, isNote }, place) => (
        <tspan
          // The lines of one name have no other name.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          x={px(x) - WITHIN}
          y={first + place * LINE}
          fill={isNote ? 'var(--mantine-color-dimmed)' : 'var(--mantine-color-text)'}
        >
          {text}
        </tspan>
      ))}
    </text>
  )
}

export interface BarBox {
  readonly x?: Length
  readonly y?: Length
  readonly width?: Length
  readonly height?: Length
}

interface EndProps extends BarBox {
  readonly text: string
  /** Where the tick of its goal is, as a part of the bar's length. */
  readonly goal?: number | undefined
  /** Of a column: above it. */
  readonly isAbove: boolean
}

/** The number at the end of a bar. */
export function End({ x, y, width, height, text, isAbove, goal }: EndProps): ReactElement {
  const at = isAbove
    ? { x: px(x) + px(width) / 2, y: px(y) - BESIDE, textAnchor: 'middle' as const }
    : {
        x: endX({ end: px(x) + px(width), tick: goal === undefined ? null : px(x) + px(width) * goal, text }),
        y: px(y) + px(height) / 2 + MIDDLE,
        textAnchor: 'start' as const,
      }
  return (
    <text {...at} fontSize={SIZE} fill="var(--mantine-color-text)" data-end>
      {text}
    </text>
  )
}

interface PartProps extends BarBox {
  readonly text: string
  readonly fill: string
}

/** The number on a part of a stack, where it fits. */
export function PartLabel({ x, y, width, height, text, fill }: PartProps): ReactElement | null {
  if (textWidth(text) + 2 * WITHIN > px(width) || px(height) < LINE) return null
  return (
    <text
      x={px(x) + px(width) / 2}
      y={px(y) + px(height) / 2 + MIDDLE}
      textAnchor="middle"
      fontSize={SIZE}
      fill={fill}
      data-part
    >
      {text}
    </text>
  )
}

interface PartShapeProps extends BarBox {
  readonly fill?: string | undefined
  readonly fillOpacity?: string | number | undefined
  readonly isColumn: boolean
}

/** A part of a stack, with a gap behind it. A part of one lead stays visible. */
export function PartShape({
  x,
  y,
  width,
  height,
  fill,
  fillOpacity,
  isColumn,
}: PartShapeProps): ReactElement {
  const short = (length: Length) => (px(length) === 0 ? 0 : Math.max(1, px(length) - GAP))
  return (
    <rect
      x={px(x)}
      y={isColumn ? px(y) + (px(height) - short(height)) : px(y)}
      width={isColumn ? px(width) : short(width)}
      height={isColumn ? short(height) : px(height)}
      fill={fill}
      fillOpacity={fillOpacity}
    />
  )
}

interface GoalTickProps {
  readonly cx?: number | undefined
  readonly cy?: number | undefined
  /** Of the bar that it crosses. */
  readonly height: number
}

export function GoalTick({ cx = 0, cy = 0, height }: GoalTickProps): ReactElement {
  return (
    <rect
      x={cx - 1.5}
      y={cy - height / 2}
      width={3}
      height={height}
      fill="var(--mantine-color-text)"
      stroke="var(--farol-surface)"
      strokeWidth={1}
      data-goal
    />
  )
}
