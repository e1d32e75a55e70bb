/** Widths, touch and colour schemes of mounted screens. */
import { cdp, page } from 'vitest/browser'

export interface Look {
  /** 390 px by touch, 820 px by touch, 1440 px by mouse. Default: desk. */
  readonly width?: 'phone' | 'tablet' | 'desk'
  readonly scheme?: 'light' | 'dark'
}

const SIZES = {
  phone: { width: 390, height: 844, isTouch: true },
  tablet: { width: 820, height: 1180, isTouch: true },
  desk: { width: 1440, height: 900, isTouch: false },
} as const

/** Every width, and both schemes. */
export const LOOKS: readonly Required<Look>[] = [
  { width: 'phone', scheme: 'dark' },
  { width: 'tablet', scheme: 'light' },
  { width: 'desk', scheme: 'dark' },
  { width: 'desk', scheme: 'light' },
]

let isTouchNow = false

export async function lookAt({ width = 'desk', scheme = 'light' }: Look): Promise<void> {
  const size = SIZES[width]
  const protocol = cdp()
  if (size.isTouch !== isTouchNow) {
    await protocol.send('Emulation.setTouchEmulationEnabled', { enabled: size.isTouch, maxTouchPoints: 5 })
    isTouchNow = size.isTouch
  }
  await protocol.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
  await page.viewport(size.width, size.height)
}
