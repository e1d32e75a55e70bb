/** A slow processor, as in a dealership's tablet. */
import type { Page } from 'playwright'

/** Slows the processor of the page's main thread `rate` times for as long as the page exists. 1 changes nothing. */
export async function slowed(page: Page, rate: number): Promise<void> {
  if (rate === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
