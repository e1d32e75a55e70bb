/**
 * Measures what a pull of no row, of one row and of 500 rows costs a tablet. The code runs in a page of its own with the
 * processor of this machine, and the fastest of many counts six times: a busy machine slows all others.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import type { PullCosts } from '../pulls/page.ts'
import { type Line, spread } from '../table.ts'

/** How much slower a dealership's tablet computes. */
const TABLET = 6
const TIMES = 40
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** ms on a tablet. */
const GOALS = { '0': 5, '1': 15, '500': 900 } as const
const SHOWN_MS = 20

/** Builds the page into the folder and serves it. Returns its address and the function that ends it. */
async function serve(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '../pulls'),
    logLevel: 'error',
    define: { __APP_VERSION__: '"bench"' },
    worker: { format: 'es' },
    build: { target: 'es2024', modulePreload: false, outDir: folder, emptyOutDir: true },
  })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    readFile(join(folder, path)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(path)] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => new Promise((ended) => server.close(() => ended())),
  }
}

function line(what: string, times: readonly number[], goal: number): Line {
  const tablet = Math.min(...times) * TABLET
  return {
    what,
    measured: `${tablet.toFixed(1)} ms on a tablet (the fastest × ${TABLET}); here ${spread(times, 'ms', 1)}`,
    against: `${goal} ms`,
    ratio: tablet / goal,
    wanted: 'at most 1',
    kept: tablet <= goal,
    record: { name: what, ms: Math.min(...times) },
  }
}

/** `page`: of an empty profile. */
export async function pulls(page: Page): Promise<readonly Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'farol-bench-pulls-'))
  const { url, stop } = await serve(folder)
  try {
    await page.goto(url)
    await page.waitForFunction(() => window.measurePulls !== undefined)
    const costs: PullCosts | undefined = await page.evaluate((times) => window.measurePulls?.(times), TIMES)
    if (costs === undefined) throw new Error('the page measured nothing')
    return [
      line('a pull of no row', costs.pulls['0'] ?? [], GOALS['0']),
      line('a pull of one row', costs.pulls['1'] ?? [], GOALS['1']),
      line('a pull of one row until it shows', costs.shown, SHOWN_MS),
      line('a pull of 500 rows', costs.pulls['500'] ?? [], GOALS['500']),
    ]
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
