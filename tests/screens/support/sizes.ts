/** Widths between those of the looks, by touch. */
import { page } from 'vitest/browser'

const SIZES = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 620, height: 900 },
  { width: 768, height: 1024 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1366, height: 657 },
  { width: 1440, height: 900 },
]

export async function atEverySize(look: (at: string) => Promise<void>): Promise<void> {
  for (const { width, height } of SIZES) {
    await page.viewport(width, height)
    await look(`at ${width} px`)
  }
}
