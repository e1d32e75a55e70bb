/**
 * The colours of the pictures in both looks. Any two of them differ for people who see no red, no green or no blue, and in
 * lightness or by the gap between bars; a text on a bar has the contrast of a text. docs/rules.md#charts
 */
import type { CSSProperties } from 'react'
import { CHART_COLORS, type ChartColor } from '../../../domain/reports/chart.ts'

/** A colour of the theme and its shade. */
export interface ChartShade {
  readonly color: 'blue' | 'amber' | 'petrol' | 'orange' | 'gray'
  readonly shade: number
  /** Of words on it. */
  readonly text: 'white' | 'black'
}

interface Looks {
  readonly light: ChartShade
  readonly dark: ChartShade
}

export const CHART_SHADES: Readonly<Record<ChartColor, Looks>> = {
  blue: {
    light: { color: 'blue', shade: 7, text: 'white' },
    dark: { color: 'blue', shade: 4, text: 'black' },
  },
  amber: {
    light: { color: 'amber', shade: 5, text: 'black' },
    dark: { color: 'amber', shade: 4, text: 'black' },
  },
  petrol: {
    light: { color: 'petrol', shade: 9, text: 'white' },
    dark: { color: 'petrol', shade: 7, text: 'white' },
  },
  brown: {
    light: { color: 'orange', shade: 7, text: 'white' },
    dark: { color: 'orange', shade: 6, text: 'black' },
  },
  gray: {
    light: { color: 'gray', shade: 5, text: 'black' },
    dark: { color: 'gray', shade: 5, text: 'black' },
  },
}

export const fillOf = (color: ChartColor) => `var(--farol-chart-${color})`
export const textOn = (color: ChartColor) => `var(--farol-chart-${color}-text)`

const variable = ({ color, shade }: ChartShade) => `var(--mantine-color-${color}-${shade})`
const textVariable = ({ text }: ChartShade) => `var(--mantine-color-${text})`

/** The variables that `fillOf` and `textOn` read, for the frame of a picture. */
export const chartVariables = Object.fromEntries(
  CHART_COLORS.flatMap((color) => {
    const { light, dark } = CHART_SHADES[color]
    return [
      [`--farol-chart-${color}`, `light-dark(${variable(light)}, ${variable(dark)})`],
      [`--farol-chart-${color}-text`, `light-dark(${textVariable(light)}, ${textVariable(dark)})`],
    ]
  }),
) satisfies CSSProperties
