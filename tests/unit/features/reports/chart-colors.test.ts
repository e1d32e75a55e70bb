/** The colours of the pictures, as people see them who see no red, no green or no blue: docs/rules.md#charts */
import { describe, expect, test } from 'vitest'
import { CHART_COLORS } from '../../../../src/domain/reports/chart.ts'
import { CHART_SHADES, type ChartShade } from '../../../../src/features/reports/chart/chart-colors.ts'
import { theme } from '../../../../src/ui/theme.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Of linear red, green and blue: Machado, Oliveira and Fernandes 2009, the whole deficiency. */
const SIGHTS = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

const SURFACES = { light: '#ffffff', dark: '#191f23' } as const
const WORDS = { white: '#ffffff', black: '#000000' } as const
/** Of two fills in OKLab, times 100: two neighbouring shades of one colour differ by less. */
const DISTINCT = 8

function linear(hex: string): Triple {
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const times = (matrix: Matrix, [r, g, b]: Triple): Triple => {
  const of = ([x, y, z]: Triple) => Math.min(1, Math.max(0, x * r + y * g + z * b))
  return [of(matrix[0]), of(matrix[1]), of(matrix[2])]
}

function lab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(one: string, other: string, sight: Matrix): number {
  const [a, b] = [lab(times(sight, linear(one))), lab(times(sight, linear(other)))]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const luminance = (hex: string) => {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const hexOf = ({ color, shade }: ChartShade) => theme.colors?.[color]?.[shade] ?? ''

describe.each(['light', 'dark'] as const)('in the %s look', (look) => {
  const fills = CHART_COLORS.map((color) => ({ color, fill: hexOf(CHART_SHADES[color][look]) }))
  const pairs = fills.flatMap((one, place) => fills.slice(place + 1).map((other) => ({ one, other })))

  test.each(Object.entries(SIGHTS))('any two colours differ for a person with %s', (_, sight) => {
    const alike = pairs.filter(({ one, other }) => distance(one.fill, other.fill, sight) < DISTINCT)
    expect(alike).toEqual([])
  })

  test('words on a bar have the contrast of a text, and a bar stands out from the ground', () => {
    for (const color of CHART_COLORS) {
      const shade = CHART_SHADES[color][look]
      expect(contrast(hexOf(shade), WORDS[shade.text]), color).toBeGreaterThanOrEqual(4.5)
      expect(contrast(hexOf(shade), SURFACES[look]), color).toBeGreaterThanOrEqual(2.8)
    }
  })
})

test('the colours that were there before are told apart by nobody who sees no green', () => {
  const [green, red] = [theme.colors?.green?.[6] ?? '', theme.colors?.red?.[6] ?? '']
  expect(distance(green, red, SIGHTS['no green'])).toBeLessThan(DISTINCT)
})
