/**
 * Stopping the app just before it changes something on the disk, so that a test kills the browser there: each such call of the
 * page's thread is a point with a number, also after reloads. What workers write lies between two points.
 */
import type { Page } from '@playwright/test'

const STOPPED = 'stopped before '
const PASSED = 'passed '

/** Runs in the page before any of its code. The count lies in the window's name, which outlives a reload. */
function countPoints({ stopAt, said }: { stopAt: number; said: { stopped: string; passed: string } }): void {
  const HEAD = 'points:'
  const point = (what: string) => {
    if (!window.name.startsWith(HEAD)) return
    const number = Number(window.name.slice(HEAD.length)) + 1
    window.name = HEAD + number
    const isStop = number === stopAt
    // The test listens to the page's console.
    // oxlint-disable-next-line no-console
    console.debug(`${isStop ? said.stopped : said.passed}${number} ${what}`)
    // Nothing of this thread runs any more until the browser is killed.
    while (isStop) performance.now()
  }
  const before = <Target extends object>(
    target: Target,
    name: keyof Target & string,
    what: (args: unknown[]) => string | null,
  ) => {
    const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
    Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
      const words = what(args)
      if (words !== null) point(`${name} ${words}`)
      return Reflect.apply(call, this, args)
    })
  }
  before(IDBFactory.prototype, 'open', ([name]) => String(name))
  before(IDBFactory.prototype, 'deleteDatabase', ([name]) => String(name))
  before(IDBDatabase.prototype, 'transaction', ([stores, mode]) =>
    mode === 'readwrite' ? String(stores) : null,
  )
  before(Storage.prototype, 'setItem', ([key]) => String(key))
  before(Storage.prototype, 'removeItem', ([key]) => String(key))
  before(Worker.prototype, 'postMessage', () => 'worker')
  before(
    window,
    'fetch',
    ([input]) => new URL(input instanceof Request ? input.url : String(input), location.href).pathname,
  )
}

export interface Points {
  /** The points passed so far, in order. */
  readonly passed: readonly string[]
  /** Counts from now on. */
  readonly begin: () => Promise<void>
  /** Resolves to the words of the point when the page stops there. */
  readonly stopped: Promise<string>
}

/** Counts the points of this page from `begin` on, and stops it before that one. */
export async function watchPoints(page: Page, stopAt: number): Promise<Points> {
  const passed: string[] = []
  const stopped = Promise.withResolvers<string>()
  page.on('console', (message) => {
    const words = message.text()
    if (words.startsWith(PASSED)) passed.push(words.slice(PASSED.length))
    if (words.startsWith(STOPPED)) stopped.resolve(words.slice(STOPPED.length))
  })
  await page.addInitScript(countPoints, { stopAt, said: { stopped: STOPPED, passed: PASSED } })
  return {
    passed,
    begin: () =>
      page.evaluate(() => {
        window.name = 'points:0'
      }),
    stopped: stopped.promise,
  }
}
