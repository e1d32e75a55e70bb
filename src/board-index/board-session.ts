/**
 * One user's board in one tab. Answers from the head at once, and from the index when it is loaded. Follows the mirror
 * and stores head and snapshot. It does not depend on a worker: locks and listeners are dependencies.
 */
import { liveQuery, type Subscription } from 'dexie'
import type { LeadChanges } from '../db/changes/lead-changes.ts'
import { correctedNow } from '../db/mirror/clock-offset.ts'
import { catalogue, leadsByUid, settings as readSettings } from '../db/mirror/reads.ts'
import { clientsWithMail } from '../db/mirror/searches.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import {
  dayLeadsOf,
  type LeavePerson,
  type Leaves,
  leavesOf,
  NO_LEAVES,
  noticeLeadsOf,
} from '../domain/absence/leave.ts'
import type { BoardView } from '../domain/board/board-view.ts'
import { readSearch } from '../domain/board/search.ts'
import { type DayLead, dayLead } from '../domain/day/day-lead.ts'
import { queueOf } from '../domain/day/queue.ts'
import type { TeamMember } from '../domain/day/team.ts'
import { ORIGIN } from '../domain/lead/status.ts'
import type { OwnOpenLead } from '../domain/notices/own-open-lead.ts'
import { type LawLead, lawLead, toldLawLeads } from '../domain/obligations/law-lead.ts'
import { type Settings, settingsFrom } from '../domain/settings/settings.ts'
import { businessCalendar } from '../domain/sla/business-calendar.ts'
import { type CardTime, cardTime, timeInputOf } from '../domain/sla/duty.ts'
import { saoPauloDay, startOfDayMs } from '../domain/time/sao-paulo.ts'

import type {
  BoardAnswer,
  BoardQuestion,
  BoardState,
  DayAnswer,
  FoundLeads,
  LawAnswer,
  TeamAnswer,
} from './api.ts'

import type { BoardIndex } from './board-index.ts'
import { type MailedClients, NO_CLIENTS } from './filtered-rows.ts'
import { FIRST_CARDS } from './first-cards.ts'
import { type Head, headOf, readHead, sliceOfHead, tabOf, viewOfTab } from './head.ts'
import { MirrorFeed } from './mirror-feed.ts'
import { OwnOpenLeads } from './own-open-leads.ts'
import { ReadRows } from './read-rows.ts'
import { TeamLeads } from './team-leads.ts'
import { teamOf } from './team-of.ts'
import { WaitingWork } from './waiting-work.ts'

/** Delays of background work, in milliseconds, except `blocksFromLeads`. */
export interface BoardPace {
  /** After the first answer from the head: the screen reads its cards before the index uses the disk. */
  readonly loadAfter: number
  /** Combines a burst of changes into one write of the head. */
  readonly headAfter: number
  /** Quiet time before blocks and the rows of the first cards are written. */
  readonly blocksAfter: number
  /** Changed leads from which on writing blocks is better than reading the changes from the journal. */
  readonly blocksFromLeads: number
}

const PACE: BoardPace = {
  loadAfter: 250,
  headAfter: 1500,
  blocksAfter: 4000,
  blocksFromLeads: 500,
}

export interface BoardSessionDeps {
  readonly db: MirrorDb
  readonly onChange: (revision: number) => void
  /** Runs the work unless another tab is writing the snapshot. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** The device's clock, epoch ms. */
  readonly now: () => number
  readonly pace?: BoardPace
}

interface Facts {
  readonly settings: Settings
  readonly people: readonly LeavePerson[]
  readonly offset: number
}

/** Returns nobody where nobody is on leave: most of the time nothing depends on people. */
async function readPeople(db: MirrorDb): Promise<LeavePerson[]> {
  const people = await catalogue(db, 'user')
  return people.some(({ absences = [] }) => absences.length > 0)
    ? people.map(({ id, name, role_id, active, technical_team_id, absences }) => ({
        id,
        name,
        role_id,
        active,
        technical_team_id,
        absences,
      }))
    : []
}

export class BoardSession {
  readonly #deps: BoardSessionDeps
  readonly #pace: BoardPace
  readonly #feed: MirrorFeed
  readonly #ownOpenLeads: OwnOpenLeads
  readonly #freeLeads: ReadRows<DayLead>
  /** What each ended lead was sold for, in cents; null: it was not sold. */
  readonly #sales: ReadRows<number | null>
  readonly #lawLeads: ReadRows<LawLead>
  readonly #teamLeads: TeamLeads
  readonly #waiting = new WaitingWork()
  readonly #subscriptions: Subscription[] = []
  #head: Head | null = null
  #loading: Promise<void> | null = null
  #writing: Promise<unknown> = Promise.resolve()
  #ready = false
  #closed = false
  /** Increases with each change that a screen may show. */
  #revision = 0
  /** The journal's entry that the revision includes. */
  #revisionSeq = 0
  /** The status of the last view. */
  #statusTab: number = ORIGIN
  #settings: Settings = settingsFrom([])
  /** All, where somebody is on leave or will be; else nobody. */
  #people: readonly LeavePerson[] = []
  /** Measured difference between the server's clock and this device's, ms. */
  #offset = 0

  private constructor(deps: BoardSessionDeps) {
    this.#deps = deps
    this.#pace = deps.pace ?? PACE
    this.#feed = new MirrorFeed(deps.db)
    this.#ownOpenLeads = new OwnOpenLeads(deps.db)
    this.#freeLeads = new ReadRows(deps.db, (lead) => dayLead(lead, []))
    this.#sales = new ReadRows(deps.db, ({ sold, cancelled, sale_value_cents }) =>
      sold === 1 && !cancelled ? (sale_value_cents ?? 0) : null,
    )
    this.#lawLeads = new ReadRows(deps.db, lawLead)
    this.#teamLeads = new TeamLeads(deps.db)
  }

  /** Resolves when the head is read. Without a head, questions wait for the index. */
  static async open(deps: BoardSessionDeps): Promise<BoardSession> {
    const session = new BoardSession(deps)
    session.#head = await readHead(deps.db)
    session.#settings = await readSettings(deps.db)
    session.#people = await readPeople(deps.db)
    session.#offset = await correctedNow(deps.db, 0)
    // A question that waits for the load gets its error.
    if (session.#head === null) session.#whenLoaded().catch(() => undefined)
    return session
  }

  /** Whether the database was closed: another tab deleted or upgraded it. */
  get lost(): boolean {
    return this.#closed || !this.#deps.db.isOpen()
  }

  /** Applies the change events of a writer, if the index is loaded. */
  async hear(changes: LeadChanges): Promise<void> {
    if (this.#ready) await this.#taken(this.#feed.hear(changes))
  }

  async ask(question: BoardQuestion): Promise<BoardAnswer> {
    this.#noteStatusTab(question.view)
    if (!this.#ready) {
      const slice = this.#head === null ? null : sliceOfHead(this.#head, question)
      if (slice !== null && this.#head !== null) {
        this.#waiting.later('load', this.#pace.loadAfter, () => this.#whenLoaded())
        return { slice, counters: this.#head.counters, revision: this.#revision, complete: false }
      }
      await this.#whenLoaded()
    }
    const { view, offset, limit } = question
    const now = this.#now()
    const { index } = this.#feed
    const search = view.kind === 'results' ? view.filters.search : undefined
    const clients = await this.#clientsOf(search ?? '')
    return {
      slice: index.slice(view, offset, limit, now, clients),
      counters: index.counters(now, this.#settings),
      revision: this.#revision,
      complete: true,
    }
  }

  /** Waits until the index is loaded. The own leads come first. */
  async find(text: string, limit: number): Promise<FoundLeads> {
    await this.#whenLoaded()
    const clients = await this.#clientsOf(text)
    return this.#feed.index.find(text, { brokerId: this.#deps.db.userId, limit, clients })
  }

  async state(): Promise<BoardState> {
    await this.#whenLoaded()
    return { revision: this.#revision, seq: this.#revisionSeq }
  }

  async oldestPending(): Promise<Readonly<Record<number, string>>> {
    if (!this.#ready && this.#head !== null) return this.#head.oldestPending
    await this.#whenLoaded()
    return this.#feed.index.oldestPending()
  }

  /** Until the index is loaded it reads the few leads from the store, which is faster. */
  async times(uids: readonly string[]): Promise<(CardTime | null)[]> {
    if (!this.#ready && this.#head !== null) {
      const leads = await leadsByUid(this.#deps.db, uids)
      const calendar = businessCalendar(this.#settings.business_hours)
      return leads.map((lead) =>
        lead === undefined ? null : cardTime(timeInputOf(lead), this.#now(), this.#settings, calendar),
      )
    }
    await this.#whenLoaded()
    const now = this.#now()
    return uids.map((uid) => this.#feed.index.time(uid, now, this.#settings))
  }

  /** Waits until the index is loaded. */
  async ownOpenLeads(): Promise<OwnOpenLead[]> {
    await this.#whenLoaded()
    const leaves = this.#leavesOf(this.#deps.db.userId)
    const others = [...leaves.covers, ...leaves.ofTeam].map(({ userId }) => userId)
    const leadsOf = await this.#ownOpenLeads.read(this.#feed.index, others)
    return noticeLeadsOf(leadsOf(this.#deps.db.userId), { leaves, leadsOf })
  }

  /** Waits until the index is loaded. */
  async lawLeads(): Promise<LawAnswer> {
    await this.#whenLoaded()
    const { index } = this.#feed
    const leads = await this.#lawLeads.read(index, index.limited())
    const { userId } = this.#deps.db
    return { leads, told: toldLawLeads(leads, userId, this.#leavesOf(userId)) }
  }

  /** Waits until the index is loaded. `mayAny`: the user may capture any lead. */
  async day(mayAny: boolean): Promise<DayAnswer> {
    await this.#whenLoaded()
    const { index } = this.#feed
    const { db } = this.#deps
    const nowMs = this.#now()
    const leaves = this.#leavesOf(db.userId)
    const leadsOf = await this.#ownOpenLeads.readDay(
      index,
      leaves.covers.map(({ userId }) => userId),
    )
    const own = dayLeadsOf(leadsOf(db.userId), { leaves, leadsOf, today: saoPauloDay(nowMs) })
    const settings = this.#settings
    const [free, ended] = await Promise.all([
      this.#freeLeads.read(index, index.captureCandidates(nowMs, settings, mayAny)),
      this.#sales.read(index, index.endedOf(db.userId, startOfDayMs(saoPauloDay(nowMs)))),
    ])
    const sold = ended.filter((cents) => cents !== null)
    return {
      queue: queueOf({ own, free, nowMs, settings }),
      hours: settings.business_hours,
      sales: sold.length,
      salesCents: sold.reduce((sum, cents) => sum + cents, 0),
    }
  }

  /** Waits until the index is loaded. */
  async team(members: readonly TeamMember[], openedId: number | null): Promise<TeamAnswer> {
    await this.#whenLoaded()
    const { index } = this.#feed
    const open = await this.#teamLeads.read(index)
    const moment = { nowMs: this.#now(), settings: this.#settings }
    const leavesOfMember = (id: number) => this.#leavesOf(id)
    return teamOf({ db: this.#deps.db, index, open, members, openedId, leavesOf: leavesOfMember, ...moment })
  }

  /** Stops following the mirror and writing. */
  close(): void {
    this.#closed = true
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    this.#waiting.close()
  }

  /** The index has no mails: they are in the clients' own rows. */
  async #clientsOf(text: string): Promise<MailedClients> {
    const { mail } = readSearch(text)
    return mail === '' ? NO_CLIENTS : clientsWithMail(this.#deps.db, mail)
  }

  #leavesOf(userId: number): Leaves {
    return this.#people.length === 0 ? NO_LEAVES : leavesOf(userId, saoPauloDay(this.#now()), this.#people)
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
    this.#revisionSeq = this.#feed.seq
    this.#deps.onChange(this.#revision)
  }

  /** Loads the index once. After a failure the next question tries again. */
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
  }

  #watch(): void {
    const { db } = this.#deps
    const facts = async () => ({
      settings: await readSettings(db),
      people: await readPeople(db),
      offset: await correctedNow(db, 0),
    })
    // An error ends a live query. The database is closed then, and `lost` is true at the next question.
    const error = () => this.#changed()
    this.#subscriptions.push(
      liveQuery(() => db.journal.orderBy('seq').last()).subscribe({
        next: () => void this.#taken(this.#feed.follow()),
        error,
      }),
      liveQuery(facts).subscribe({ next: (now) => this.#learn(now), error }),
    )
  }

  #learn({ settings, people, offset }: Facts): void {
    this.#offset = offset
    const known = { settings: this.#settings, people: this.#people }
    if (JSON.stringify({ settings, people }) === JSON.stringify(known)) return
    this.#settings = settings
    this.#people = people
    this.#changed()
  }

  /** Announces and stores a change of the index. */
  async #taken(taking: Promise<boolean>): Promise<void> {
    try {
      if (!(await taking)) return
      this.#changed()
      this.#keep()
    } catch (error) {
      // If the database was not closed, the next change of the journal continues from the same entry.
      if (!this.lost) throw error
    }
  }

  /** Schedules the writes. Each change restarts the quiet time of blocks and rows. */
  #keep(): void {
    const head = (index: BoardIndex) => headOf(index, this.#now(), this.#settings)
    this.#waiting.later('head', this.#pace.headAfter, () => this.#alone(() => this.#feed.saveHead(head)))
    this.#keepFirstRows()
    if (this.#feed.sinceSnapshot < this.#pace.blocksFromLeads) return
    // Without a snapshot the next opening would read every row, so the first one waits for a shorter quiet time.
    const { blocksAfter, headAfter } = this.#pace
    const after = this.#feed.hasSnapshot ? blocksAfter : Math.min(headAfter, blocksAfter)
    this.#waiting.whenQuiet('blocks', after, () => this.#alone(() => this.#feed.save(head)))
  }

  /** A new window begins with Origem, a reload with the tab that was open. */
  #keepFirstRows(): void {
    const cards = (index: BoardIndex) =>
      [...new Set([ORIGIN, this.#statusTab])].flatMap(
        (status) => index.slice(viewOfTab(status), 0, FIRST_CARDS, this.#now()).uids,
      )
    this.#waiting.whenQuiet('rows', this.#pace.blocksAfter, () =>
      this.#alone(() => this.#feed.saveFirstRows(cards)),
    )
  }

  /** Serialises this tab's writes: the lock against other tabs would skip a second write of this one. */
  #alone(work: () => Promise<void>): Promise<void> {
    const mine = this.#writing.then(() => this.#deps.alone(work))
    this.#writing = mine.catch(() => undefined)
    return mine
  }
}
