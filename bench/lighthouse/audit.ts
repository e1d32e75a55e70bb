/** One Lighthouse run on a page: mobile preset with its default throttling, in a browser process of its own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { BROWSER_FLAGS } from '../../scripts/browser-flags.ts'
import { findBrowser } from '../../scripts/find/browser.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** Lighthouse itself calls a measured figure of this score or more 'good'. Other audits pass or fail. */
const GOOD_FIGURE = 0.9

export interface Failed {
  readonly id: string
  readonly category: Category
  readonly title: string
  /** The measured figure or the number of places, '' where the audit has none. */
  readonly found: string
}

export interface Audited {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>
  /** Lighthouse's own measure of this machine. Its slowness of four is meant for one of some 1,500. */
  readonly benchmarkIndex: number
  /** The audits that lower a score. */
  readonly failed: readonly Failed[]
}

/** The browser sometimes ends a trace without the navigation's start. Such a run says nothing about the page. */
const TRACE_LOST = 'NO_NAVSTART'
const TRIES = 3

interface Visit {
  readonly url: string
  /** Folder of the browser's profile. */
  readonly profile: string
  /** true: the profile's session, caches and service worker are used. false: Lighthouse deletes them first. */
  readonly keepStorage: boolean
  /** File for Lighthouse's own report, HTML. */
  readonly report?: string
  /** Audits of what the page does on purpose. */
  readonly skip?: readonly string[]
}

/** Throws when no browser is found, or when Lighthouse cannot load the page. */
export async function auditOnce({ url, profile, keepStorage, report, skip = [] }: Visit): Promise<Audited> {
  const chromePath = await findBrowser()
  if (chromePath === null) throw new Error('no Chromium found or installable')
  const chrome = await launch({
    chromePath,
    userDataDir: profile,
    chromeFlags: ['--headless=new', ...BROWSER_FLAGS],
    logLevel: 'error',
  })
  try {
    const result = await traced(() =>
      lighthouse(url, {
        port: chrome.port,
        output: 'html',
        logLevel: 'error',
        locale: 'pt',
        onlyCategories: [...CATEGORIES],
        disableStorageReset: keepStorage,
        skipAudits: [...skip],
      }),
    )
    if (report !== undefined) {
      await mkdir(dirname(report), { recursive: true })
      await writeFile(report, [result.report].flat().join('\n'))
    }
    return read(result.lhr)
  } finally {
    await closed(chrome)
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>

async function traced(run: () => ReturnType<typeof lighthouse>): Promise<Result> {
  for (let left = TRIES - 1; ; left--) {
    const result = await run()
    if (result === undefined) throw new Error('Lighthouse returned nothing')
    if (result.lhr.runtimeError?.code !== TRACE_LOST || left === 0) return result
  }
}

/** Ends the browser and waits until it has let go of its profile. */
async function closed(chrome: Awaited<ReturnType<typeof launch>>): Promise<void> {
  const ended = new Promise((resolve) => chrome.process.once('exit', resolve))
  chrome.kill()
  await ended
}

function read({ audits, categories, environment, runtimeError }: Result['lhr']): Audited {
  if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const failed = CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }): Failed[] => {
      const audit = audits[id]
      const good = category === 'performance' ? GOOD_FIGURE : 1
      if (weight === 0 || audit === undefined || audit.score === null || audit.score >= good) return []
      return [{ id, category, title: audit.title, found: audit.displayValue ?? '' }]
    }),
  )
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    benchmarkIndex: environment.benchmarkIndex,
    failed,
  }
}
