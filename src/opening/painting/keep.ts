/**
 * Keeps the painting for the next start: a while after the screen has changed, when the browser is idle, and as the page is put away.
 * It is kept only if the store has the very rows that are drawn. docs/architecture.md#the-first-painting
 */
import type { BoardState } from '../../board-index/api.ts'
import { lastSeq } from '../../board-index/manifest.ts'
import { PAINTINGS, type Painting } from '../../db/changes/paintings.ts'
import { leadsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import { thisDevice } from '../../db/session/device-session.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { lookKey } from './board-keys.ts'
import { writeHint } from './hint.ts'
import { layoutNow, type Side, sideNow } from './layout.ts'
import { markupOf, sheetsOf } from './markup.ts'

/** The screen is at rest after so many ms without a change. */
const REST_MS = 3000
/** A screen that was behind the store, or not at rest, is looked at again after so many ms. */
const AGAIN_MS = 10_000

/** What the board has drawn last. */
export interface Drawn {
  readonly userId: number
  /** Of the board's answer that is drawn. */
  readonly revision: number
  /** The drawn leads in their order, from the first card on. */
  readonly leads: readonly Lead[]
  /** From then on a state in a card is another one, epoch ms of the device's clock. */
  readonly trueUntil: number
}

interface Board {
  /** null: the board shows what no start begins with. */
  readonly drawn: () => Drawn | null
  /** Asks the board's index. */
  readonly state: () => Promise<BoardState>
}

const ROOT = 'root'

const IN_THE_WAY =
  '[role=dialog], dialog[open], [role=menu], [role=listbox], #root [role=feed][aria-busy=true]'

/** Whether the page looks as a start does: at the top, nothing open, nothing in work. */
const isAtRest = (): boolean =>
  location.pathname + location.search + location.hash === '/' &&
  window.scrollY === 0 &&
  // The lists of closed menus are there and not to be seen.
  ![...document.querySelectorAll(IN_THE_WAY)].some((element) => element.checkVisibility())

/** The session's user as it is stored, or null on a device that shows no data or is protected. */
async function storedUser(userId: number): Promise<string | null> {
  const session = await thisDevice().session.get('current')
  return session === undefined || session.user.id !== userId || session.expired
    ? null
    : JSON.stringify(session.user)
}

/**
 * Whether the store has the very rows that are drawn, and nothing has changed since the entry of the journal that the drawing includes.
 * The journal only grows, and the index only follows it: the drawing is then of what is stored now.
 */
function isStored(db: MirrorDb, leads: readonly Lead[], seq: number): Promise<boolean> {
  return db.transaction('r', db.leads, db.blocks, db.journal, async () => {
    const stored = await leadsByUid(
      db,
      leads.map(({ uid }) => uid),
    )
    const isSame = leads.every((lead, place) => JSON.stringify(lead) === JSON.stringify(stored[place]))
    return isSame && (await lastSeq(db)) === seq
  })
}

/** Stores it unless the journal has gone on. Returns whether it did. */
function putPainting(db: MirrorDb, side: Side, painting: Painting): Promise<boolean> {
  return db.transaction('rw', db.meta, db.blocks, db.journal, async () => {
    if ((await lastSeq(db)) !== painting.seq) return false
    const name = PAINTINGS[side]
    await db.meta.put({ name, value: painting })
    return true
  })
}

/**
 * Keeps what is on the screen. Resolves to whether it is kept: it is not where the screen is behind the store, or shows what no start
 * begins with.
 */
async function keepPainting({ drawn, state }: Board): Promise<boolean> {
  const userId = drawn()?.userId
  if (userId === undefined) return false
  const db = openMirror(userId)
  const user = await storedUser(userId)
  const { revision, seq } = await state()
  const root = document.getElementById(ROOT)
  const shown = drawn()
  const build = document.querySelector<HTMLScriptElement>('script[data-build]')?.dataset.build
  if (user === null || root === null || shown?.revision !== revision || build === undefined || !isAtRest())
    return false
  const { markup, cards } = markupOf(root)
  const [side, keptAt] = [sideNow(), Date.now()]
  const of = { build, layout: layoutNow(), look: localStorage.getItem(lookKey(userId)), keptAt }
  if (!(await isStored(db, shown.leads.slice(0, cards), seq))) return false
  const { trueUntil } = shown
  if (!(await putPainting(db, side, { ...of, user, trueUntil, seq, markup }))) return false
  writeHint(localStorage, side, { ...of, userId, sheets: sheetsOf(markup) })
  return true
}

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: REST_MS }) : setTimeout(act)

export interface Keeping {
  /** Call it when the board has drawn another answer: the page may look the same. */
  readonly changed: () => void
  readonly end: () => void
}

/** Keeps the painting from now on. */
export function keepPaintings(board: Board): Keeping {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isChanged = true
  const keep = async () => {
    if (!isChanged) return
    isChanged = false
    const isKept = await keepPainting(board).catch(() => {
      // The store is being left, or a storage is full: the next start begins without one.
      return true
    })
    if (isKept || isChanged) return
    isChanged = true
    after(AGAIN_MS)
  }
  const after = (ms: number) => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => whenIdle(() => void keep()), ms)
  }
  const changed = () => {
    isChanged = true
    after(REST_MS)
  }
  const putAway = () => {
    if (document.hidden) void keep()
  }
  const observer = new MutationObserver(changed)
  const root = document.getElementById(ROOT)
  if (root !== null) observer.observe(root, { childList: true, subtree: true, characterData: true })
  document.addEventListener('visibilitychange', putAway)
  window.addEventListener('resize', changed)
  after(REST_MS)
  const end = () => {
    if (timer !== null) clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', putAway)
    window.removeEventListener('resize', changed)
  }
  return { changed, end }
}
