/** Shows the kept painting: reads it while its style sheets load, and asks of the store whether it is true now. */
import { lastSeqFrom, MANIFEST } from '../../board-index/manifest.ts'
import { isPainting, PAINTINGS, type Painting } from '../../db/changes/paintings.ts'
import { answered, present } from '../../db/mirror/raw-database.ts'
import type { DeviceSession } from '../../db/schema/records.ts'
import { mirrorName } from '../../db/sealing/mirror-name.ts'
import { lookKey, viewKey } from '../painting/board-keys.ts'
import type { Hint } from '../painting/hint.ts'
import { layoutNow, sideNow } from '../painting/layout.ts'
import { mayShow } from '../painting/may-show.ts'
import { startsWithDayOf } from '../start-page.ts'

/** What the page knows of itself. */
export interface Page {
  readonly store: Storage
  readonly token: string
  readonly build: string
}

/** A store that another tab is writing to, or a style sheet, may come late: the app's code then waits for no painting. */
const PATIENCE_MS = 600

/** The tab's view of the board, where a reload restores it: src/features/board/stored-view.ts. */
const hasOtherView = (userId: number): boolean => sessionStorage.getItem(viewKey(userId)) !== null

const isPlainStart = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  return isNew && location.pathname + location.search + location.hash === '/' && !document.hidden
}

/** Whether a painting may be kept for this start: all that is known without the store. */
export function fitsHint(hint: Hint, { store, build }: Page): boolean {
  const { userId } = hint
  return (
    isPlainStart() &&
    hint.build === build &&
    hint.layout === layoutNow() &&
    hint.look === store.getItem(lookKey(userId)) &&
    !startsWithDayOf(store, userId) &&
    !hasOtherView(userId)
  )
}

/** The databases of the reading. None stays open: a page that is suspended would hold up their changes. */
class Reading {
  readonly #opened: IDBDatabase[] = []
  #isOver = false

  constructor() {
    addEventListener('pagehide', () => this.end(), { once: true })
    document.addEventListener('freeze', () => this.end(), { once: true })
  }

  /** null: there is none, or it comes too late. */
  async open(name: string): Promise<IDBDatabase | null> {
    const db = await present(name)
    if (db === null) return null
    db.onversionchange = () => db.close()
    this.#opened.push(db)
    if (!this.#isOver) return db
    db.close()
    return null
  }

  end(): void {
    this.#isOver = true
    for (const db of this.#opened) db.close()
  }
}

async function read(hint: Hint, page: Page, reading: Reading): Promise<Painting | null> {
  const [device, mirror] = await Promise.all([
    reading.open('farol-device'),
    reading.open(mirrorName(hint.userId, false)),
  ])
  if (device === null || mirror === null) return null
  const ofDevice = device.transaction(['session', 'sealed'])
  const ofMirror = mirror.transaction(['meta', 'blocks', 'journal'])
  const [session, sealed, kept, manifest, last] = await Promise.all([
    answered<DeviceSession | undefined>(ofDevice.objectStore('session').get('current')),
    answered(ofDevice.objectStore('sealed').count()),
    answered<{ value?: unknown } | undefined>(ofMirror.objectStore('meta').get(PAINTINGS[sideNow()])),
    answered<{ bytes?: unknown } | undefined>(ofMirror.objectStore('blocks').get(MANIFEST)),
    answered(ofMirror.objectStore('journal').openKeyCursor(null, 'prev')),
  ])
  const painting = kept?.value
  if (session === undefined || session.user.id !== hint.userId || !isPainting(painting)) return null
  const isTrue = mayShow(painting, {
    build: page.build,
    layout: layoutNow(),
    look: page.store.getItem(lookKey(hint.userId)),
    token: page.token,
    session,
    isBesideSealed: sealed > 0,
    seq: lastSeqFrom(typeof last?.key === 'number' ? last.key : null, manifest?.bytes),
    nowMs: Date.now(),
  })
  // The style sheets are those of the hint.
  return isTrue && painting.keptAt === hint.keptAt ? painting : null
}

/** Adds it to the head in its place, and resolves when it counts. Rejects when it does not come. */
const loaded = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(href))
    document.head.append(link)
  })

/** Those below the ground of index.html: they follow the root, and the page is parsed by then. */
function pageSheets(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('body link[rel=stylesheet]')]
  return Promise.all(
    links.map((link) =>
      link.sheet === null
        ? new Promise((resolve) => link.addEventListener('load', resolve))
        : Promise.resolve(),
    ),
  )
}

const parsed = (): Promise<unknown> =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : Promise.resolve()

/** A frame's message comes after the frame is painted. */
const framePainted = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
  })

const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))

interface Painted {
  /** Resolves to the nodes of the painting, as soon as they are there. Never, without one. */
  readonly shown: Promise<readonly ChildNode[]>
  /** Resolves when it is painted, or when it is not to be waited for any more: it comes no more then. */
  readonly done: Promise<void>
}

export function showPainting(hint: Hint, page: Page): Painted {
  const shown = Promise.withResolvers<readonly ChildNode[]>()
  const reading = new Reading()
  const ready = async () => {
    const [painting] = await Promise.all([
      read(hint, page, reading),
      Promise.all(hint.sheets.map(loaded)),
      parsed().then(pageSheets),
    ])
    return painting
  }
  const show = async () => {
    // A store that does not open, or a sheet that does not come: the app says so.
    const painting = await Promise.race([ready().catch(() => null), after(PATIENCE_MS)])
    reading.end()
    const root = document.getElementById('root')
    if (painting === null || root === null || document.hidden) return
    root.innerHTML = painting.markup
    document.documentElement.dataset.painting = ''
    shown.resolve([...root.childNodes])
    await Promise.race([framePainted(), after(PATIENCE_MS)])
  }
  return { shown: shown.promise, done: show() }
}
