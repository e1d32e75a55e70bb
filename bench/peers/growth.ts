/**
 * Compares Farol's reopening for the smallest and the largest store. The stores alternate over many openings, since
 * single openings differ more than the two stores.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { serveFeed } from './feed-server.ts'
import { type Figures, medianOf } from './report.ts'
import { visit } from './visit.ts'

const OPENINGS = 21

export async function growthOfOpening(
  feed: Awaited<ReturnType<typeof serveFeed>>,
  ...sizes: readonly number[]
): Promise<void> {
  const quiet = () => undefined
  const stores = await Promise.all(
    sizes.map(async (leads) => ({
      leads,
      address: `${feed.url}/?engine=farol&leads=${leads}`,
      profile: await mkdtemp(join(tmpdir(), 'farol-growth-')),
      openings: Array<Figures>(),
    })),
  )
  try {
    for (const { address, profile } of stores) {
      feed.startOver()
      await visit(profile, address, quiet, (page) => page.evaluate(() => window.bench?.firstSync()))
    }
    for (let time = 0; time < OPENINGS; time++)
      for (const { address, profile, openings } of stores)
        await visit(profile, address, quiet, async (page) => {
          openings.push({ open: await page.evaluate(() => window.bench?.openAgain()) })
        })
    const medians = stores.map(({ leads, openings }) => ({ leads, ms: medianOf(openings, 'open') }))
    const each = medians.map(({ leads, ms }) => `${leads.toLocaleString('en')} leads ${ms.toFixed(1)} ms`)
    const growth = (medians.at(-1)?.ms ?? Number.NaN) / (medians[0]?.ms ?? Number.NaN)
    console.log(
      `\nOpening again, by turns, median of ${OPENINGS}: ${each.join(', ')}: ${growth.toFixed(2)} times`,
    )
  } finally {
    await Promise.all(stores.map(({ profile }) => rm(profile, { recursive: true, force: true })))
  }
}
