/**
 * An administrator erases clients while tablets are offline, in the middle of a pull, or with work queued for the client,
 * in every seventh scenario. It has chances of its own, so that the other scenarios stay as they are.
 * docs/rules.md#personal-data
 */
import { sql } from 'kysely'
import { saveDraft } from '../../../src/db/session/drafts.ts'
import { ADMIN } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { ACTIONS, BEGINNINGS } from './actions.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { isTenth } from './tenth.ts'
import type { UpToDate } from './up-to-date.ts'
import type { Users } from './users.ts'

const EVERY = 7
const PLACE = 6
/** Of the steps of such a scenario. */
const OFTEN = 0.07
/** Merges have scenarios of their own: they check what becomes of each value. */
const MERGES = 12

interface Named {
  readonly uid: string
  readonly id: number
}

/** Texts that only this client and its leads have. */
const marksOf = ({ id }: Named) => [`Pessoa Sigilosa ${id}.`, `segredo ${id}.`]

export class Erasures {
  readonly #stage: Stage
  readonly #users: Users
  readonly #upToDate: UpToDate
  readonly #chance: Chance | null
  #named = 0

  constructor(stage: Stage, { users, upToDate }: { users: Users; upToDate: UpToDate }, seed: number) {
    this.#stage = stage
    this.#users = users
    this.#upToDate = upToDate
    const isOne = (seed % EVERY === PLACE && seed % MERGES !== 0) || isTenth(seed)
    this.#chance = isOne ? chanceOf(seed * 1_000 + EVERY) : null
  }

  /** Erases a client, or does nothing. */
  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null) return
    await this.#name()
    await this.#findUndone()
    if (!chance.happens(OFTEN)) return
    const client = await this.#someClient(chance)
    if (client === null) return
    if (this.#upToDate.isPossible && (await this.#beforePull(client, chance))) return
    const { count } = this.#stage
    const middle = this.#stage.network.letters.some(({ request }) => request.path.includes('cursor='))
    if (middle) count('erased during a pull')
    const marks = marksOf(client)
    if (chance.happens(0.7)) await this.#workFor(client, marks, chance)
    await this.#erase(client)
  }

  async #erase(client: Named): Promise<void> {
    const { server, oracle, count, say } = this.#stage
    const uids = await server.erase(client, ADMIN)
    count('client erased')
    say(`client ${client.uid.slice(-4)} is erased`)
    oracle.erasures.erased({ clientUid: client.uid, uids, marks: marksOf(client) })
  }

  /** A device that is up to date, with a form open, hears of the erasure from its next pull. */
  async #beforePull(client: Named, chance: Chance): Promise<boolean> {
    const tablet = chance.pick(this.#stage.tablets)
    const isDone = await this.#upToDate.pullsAfter(tablet, async () => {
      const lead = await tablet.look(() =>
        tablet.db.leads.filter((one) => one.client_uid === client.uid).first(),
      )
      if (lead !== undefined) await this.#draft(tablet, lead.uid, marksOf(client))
      await this.#erase(client)
    })
    if (isDone) this.#stage.count('client erased before a pull')
    return isDone
  }

  /** Clients of the house are much alike: each gets a name, and its lead a text, that an erasure has to take. */
  async #name(): Promise<void> {
    const { db } = this.#stage.server
    const { clients } = await db
      .selectFrom('clients')
      .select((row) => row.fn.countAll<number>().as('clients'))
      .executeTakeFirstOrThrow()
    if (clients === this.#named) return
    this.#named = clients
    await sql`
      update clients set name = 'Pessoa Sigilosa ' || id || '.', name_folded = 'pessoa sigilosa ' || id || '.'
      where name like 'Cliente %'`.execute(db)
    await sql`
      update leads l set product_details = l.product_details || jsonb_build_object('chassis', 'segredo ' || c.id || '.')
      from clients c
      where c.uid = l.client_uid and c.name like 'Pessoa %' and coalesce(l.product_details ->> 'chassis', '') = ''`.execute(
      db,
    )
  }

  /** A restore undoes the erasures since its copy. */
  async #findUndone(): Promise<void> {
    const { oracle, server } = this.#stage
    if (!oracle.erasures.any) return
    const rows = await server.db.selectFrom('client_erasures').select('client_uid').execute()
    oracle.erasures.onlyThese(rows.map(({ client_uid }) => client_uid))
  }

  /** A client that was never erased. */
  async #someClient(chance: Chance): Promise<Named | null> {
    const rows = await this.#stage.server.db
      .selectFrom('clients')
      .select(['uid', 'id'])
      .where('name', 'like', 'Pessoa %')
      .orderBy('uid')
      .execute()
    const left = rows.filter(({ uid }) => !this.#stage.oracle.erasures.uids.has(uid))
    return left.length === 0 ? null : chance.pick(left)
  }

  /** A user works for the client, and has a form open, on a tablet that has not heard of the erasure. */
  async #workFor({ uid }: Named, marks: readonly string[], chance: Chance): Promise<void> {
    const open = this.#stage.tablets.filter((tablet) => tablet.isOpen && !tablet.faults.dead)
    for (const tablet of open) {
      const session = await tablet.look(() => tablet.db.device.session.get('current'))
      const lead = await tablet.look(() => tablet.db.leads.filter((one) => one.client_uid === uid).first())
      if (session === undefined || lead === undefined || tablet.disk.full) continue
      this.#stage.count('work queued for a client that is erased')
      for (let times = chance.below(3); times >= 0; times--) {
        const action = chance.pick([...ACTIONS, ...BEGINNINGS])
        await this.#users.doIt(tablet, action, lead.uid, session.user)
      }
      await this.#draft(tablet, lead.uid, marks)
      await tablet.quiet()
      if (chance.happens(0.5)) return
    }
  }

  async #draft(tablet: Tablet, leadUid: string, marks: readonly string[]): Promise<void> {
    if (tablet.faults.dead) return
    const values = { lead_uid: leadUid, name: marks.join(' ') }
    await saveDraft(tablet.db, `lead:${leadUid}`, values, tablet.now).catch(() => undefined)
  }
}
