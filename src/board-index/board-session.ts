/**
 * One user's board in one tab: answers from the head at once and from the index as soon as it is read, follows the
 * mirror, and keeps head and snapshot on disk. Knows no worker: locks and listeners come in.
 */
import { liveQuery, type Subscription } from 'dexie'
import type { LeadChanges } from '../db/changes/lead-changes.ts'
import { GIVEN_UP_AFTER_MS, type PendingWrites } from '../db/changes/pending-writes.ts'
import type { MirrorDb } from '../db/mirror/mirror.ts'
import { leadsByUid, settings as readSettings } from '../db/mirror/reads.ts'
import { correctedNow } from '../db/outbox/command-context.ts'
import type { BoardView } from '../domain/board/board-view.ts'
import { ORIGIN } from '../domain/lead/status.ts'
import { type Settings, settingsFrom } from '../domain/settings/settings.ts'
import { businessCalendar } from '../domain/sla/business-calendar.ts'
import { type SlaProgress, slaInputOf, slaProgress } from '../domain/sla/progress.ts'
import type { BoardAnswer, BoardQuestion } from './api.ts'
import type { BoardIndex } from './board-index.ts'
import { type BoardPreviewData, boardPreviewOf } from './board-preview.ts'
import { FIRST_CARDS } from './first-cards.ts'
import { type Head, headOf, readHead, sliceOfHead, tabOf, viewOfTab } from './head.ts'
import { MirrorFeed } from './mirror-feed.ts'

/** How long to wait before what can wait; milliseconds, and leads where it says so. */
export interface BoardPace {
  /** After the first answer from the head: the screen reads its cards before the index takes the disk. */
  readonly loadAfter: number
  /** A burst of changes is one writing of the head. */
  readonly headAfter: number
  /** Quiet time after which the blocks are written, and the rows of the first cards. */
  readonly blocksAfter: number
  /** Between two steps of getting ready for questions. */
  readonly rehearseAfter: number
  /** A writer that has not said for so long how it ended is gone. */
  readonly forgetAfter: number
  /** Fewer changed leads than this are quicker read from the journal than written in blocks. */
  readonly blocksFromLeads: number
}

const PACE: BoardPace = {
  loadAfter: 250,
  headAfter: 1500,
  blocksAfter: 4000,
  rehearseAfter: 5,
  forgetAfter: GIVEN_UP_AFTER_MS,
  blocksFromLeads: 500,
}

export interface BoardSessionDeps {
  readonly db: MirrorDb
  readonly onChange: (revision: number) => void
  /** Runs the work when no other tab is writing the snapshot; else leaves it out. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** The device's clock, epoch ms. */
  readonly now: () => number
  readonly pace?: BoardPace
}

export class BoardSession {
  readonly #deps: BoardSessionDeps
  readonly #pace: BoardPace
  readonly #feed: MirrorFeed
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #subscriptions: Subscription[] = []
  #head: Head | null = null
  #loading: Promise<void> | null = null
  #writing: Promise<unknown> = Promise.resolve()
  #ready = false
  #closed = false
  /** Grows with each change that a screen may see. */
  #revision = 0
  /** That was asked for last. */
  #statusTab: number = ORIGIN
  #settings: Settings = settingsFrom([])
  /** Measured difference between the server's clock and this device's, ms. */
  #offset = 0

  private constructor(deps: BoardSessionDeps) {
    this.#deps = deps
    this.#pace = deps.pace ?? PACE
    this.#feed = new MirrorFeed(deps.db)
  }

  /** Resolves when the head is read; where there is none, questions wait for the index. */
  static async open(deps: BoardSessionDeps): Promise<BoardSession> {
    const session = new BoardSession(deps)
    session.#head = await readHead(deps.db)
    session.#settings = await readSettings(deps.db)
    session.#offset = await correctedNow(deps.db, 0)
    // Its failure is told to the question that waits for it.
    if (session.#head === null) session.#whenLoaded().catch(() => undefined)
    return session
  }

  /** Whether the database was closed under it: another tab deleted or upgraded it. */
  get lost(): boolean {
    return this.#closed || !this.#deps.db.isOpen()
  }

  /** A writer told what it wrote: taken at once, where the index is read already. */
  async hear(changes: LeadChanges): Promise<void> {
    if (this.#ready) await this.#taken(this.#feed.hear(changes))
  }

  /** A writer tells what it is about to write, and then how that ended. */
  async predict(writes: PendingWrites): Promise<void> {
    if (!this.#ready) return
    const { id } = writes
    if (writes.kind === 'settled') return this.#settlePredicted(id, writes.stored)
    this.#giveUpLater(id)
    await this.#taken(this.#feed.predict(id, writes.leads))
  }

  async ask(question: BoardQuestion): Promise<BoardAnswer> {
    this.#noteStatusTab(question.view)
    if (!this.#ready) {
      const slice = this.#head === null ? null : sliceOfHead(this.#head, question)
      if (slice !== null && this.#head !== null) {
        this.#later('load', this.#pace.loadAfter, () => this.#whenLoaded())
        return { slice, counters: this.#head.counters, revision: this.#revision, complete: false }
      }
      await this.#whenLoaded()
    }
    const { view, offset, limit } = question
    const now = this.#now()
    const { index } = this.#feed
    return {
      slice: index.slice(view, offset, limit, now),
      counters: index.counters(now, this.#settings),
      revision: this.#revision,
      complete: true,
    }
  }

  /** Nothing is waited for: what is not read yet is not known sooner. */
  first(view: BoardView, limit: number): readonly string[] | null {
    return this.#ready ? this.#feed.index.first(view, limit) : null
  }

  /** Null until the index is read, which the session tells of. */
  boardPreview(): BoardPreviewData | null {
    return this.#ready ? boardPreviewOf(this.#feed.index) : null
  }

  async oldestPending(): Promise<Readonly<Record<number, string>>> {
    if (!this.#ready && this.#head !== null) return this.#head.oldestPending
    await this.#whenLoaded()
    return this.#feed.index.oldestPending()
  }

  /** While the index is not read yet the few rows on screen are quicker read than it is. */
  async progress(uids: readonly string[]): Promise<(SlaProgress | null)[]> {
    if (!this.#ready && this.#head !== null) {
      const leads = await leadsByUid(this.#deps.db, uids)
      const calendar = businessCalendar(this.#settings.business_hours)
      return leads.map((lead) =>
        lead === undefined ? null : slaProgress(slaInputOf(lead), this.#now(), this.#settings, calendar),
      )
    }
    await this.#whenLoaded()
    const now = this.#now()
    return uids.map((uid) => this.#feed.index.progress(uid, now, this.#settings))
  }

  /** Stops following and writing. */
  close(): void {
    this.#closed = true
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #now(): number {
    return this.#deps.now() + this.#offset
  }

  #noteStatusTab(view: BoardView): void {
    const status = tabOf(view)
    if (status === null || status === this.#statusTab) return
    this.#statusTab = status
    if (this.#ready) this.#keepFirstRows()
  }

  #changed(): void {
    this.#revision += 1
    this.#deps.onChange(this.#revision)
  }

  /** Reads the index, once; tries again at the next question when it failed. */
  #whenLoaded(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    await this.#feed.open()
    this.#ready = true
    this.#watch()
    this.#changed()
    this.#keep()
    this.#rehearse(this.#feed.index.rehearse(this.#now()))
  }

  /** In small steps: a question that comes meanwhile is answered between two of them. */
  #rehearse(steps: Iterator<void>): void {
    this.#later('rehearse', this.#pace.rehearseAfter, async () => {
      if (!steps.next().done) this.#rehearse(steps)
    })
  }

  #watch(): void {
    const { db } = this.#deps
    const facts = async () => ({ settings: await readSettings(db), offset: await correctedNow(db, 0) })
    // A live query ends with its error: the database is gone then, and `lost` says so to the next question.
    const error = () => this.#changed()
    this.#subscriptions.push(
      liveQuery(() => db.journal.orderBy('seq').last()).subscribe({
        next: () => void this.#taken(this.#feed.follow()),
        error,
      }),
      liveQuery(facts).subscribe({ next: (now) => this.#learn(now), error }),
    )
  }

  #learn({ settings, offset }: { settings: Settings; offset: number }): void {
    this.#offset = offset
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return
    this.#settings = settings
    this.#changed()
  }

  /** Tells of it when something was taken. */
  async #taken(taking: Promise<boolean>): Promise<void> {
    try {
      if (!(await taking)) return
      this.#changed()
      this.#keep()
    } catch (error) {
      // Closed while it was reading; otherwise the next change of the journal reads on from the same place.
      if (!this.lost) throw error
    }
  }

  #giveUpLater(id: string): void {
    this.#later(`pending ${id}`, this.#pace.forgetAfter, () => this.#settlePredicted(id, false))
  }

  async #settlePredicted(id: string, stored: boolean): Promise<void> {
    clearTimeout(this.#timers.get(`pending ${id}`))
    this.#timers.delete(`pending ${id}`)
    try {
      await this.#taken(this.#feed.settle(id, stored))
      // What was to be written meanwhile was left out.
      this.#keep()
    } catch {
      // What can't be read now is read then; until then nothing is written.
      this.#giveUpLater(id)
    }
  }

  /** All writings wait for a quiet moment; each change makes those of blocks and rows wait anew. */
  #keep(): void {
    const head = (index: BoardIndex) => headOf(index, this.#now(), this.#settings)
    this.#later('head', this.#pace.headAfter, () => this.#alone(() => this.#feed.saveHead(head)))
    this.#keepFirstRows()
    if (this.#feed.sinceSnapshot < this.#pace.blocksFromLeads) return
    // With none on disk the next opening would read every row: that waits for no long quiet.
    const { blocksAfter, headAfter } = this.#pace
    const after = this.#feed.hasSnapshot ? blocksAfter : Math.min(headAfter, blocksAfter)
    this.#whenQuiet('blocks', after, () => this.#alone(() => this.#feed.save(head)))
  }

  /** A new window begins with Origem, a reload with what was shown before it. */
  #keepFirstRows(): void {
    const cards = (index: BoardIndex) =>
      [...new Set([ORIGIN, this.#statusTab])].flatMap(
        (status) => index.slice(viewOfTab(status), 0, FIRST_CARDS, this.#now()).uids,
      )
    this.#whenQuiet('rows', this.#pace.blocksAfter, () => this.#alone(() => this.#feed.saveFirstRows(cards)))
  }

  /** One writing after the other: what keeps other tabs out would leave out this tab's second one too. */
  #alone(work: () => Promise<void>): Promise<void> {
    const mine = this.#writing.then(() => this.#deps.alone(work))
    this.#writing = mine.catch(() => undefined)
    return mine
  }

  /** Runs the work once, so much later; what waits already waits anew. */
  #whenQuiet(name: string, afterMs: number, work: () => Promise<void>): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
    this.#later(name, afterMs, work)
  }

  /** Runs the work once, so much later, unless it is waiting already. */
  #later(name: string, afterMs: number, work: () => Promise<void>): void {
    if (this.#closed || this.#timers.has(name)) return
    const timer = setTimeout(() => {
      this.#timers.delete(name)
      // A full disk or a closed database: journal and rows are there, and the next change or question tries again.
      work().catch(() => undefined)
    }, afterMs)
    this.#timers.set(name, timer)
  }
}
