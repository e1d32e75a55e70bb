/**
 * An administrator merges clients and undoes merges while tablets are offline, in every twelfth scenario. It has chances
 * of its own, so that the other scenarios stay as they are. docs/rules.md#merging-clients
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { MERGE_FIELDS } from '../../../src/domain/client/merge-fields.ts'
import { ADMIN } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import type { Stage } from './stage.ts'

const EVERY = 12
/** Of the steps of such a scenario. */
const OFTEN = 0.2
const UNDO = 0.35

interface Standing {
  readonly leads: readonly string[]
  /** What is typed in a client now. */
  readonly typed: readonly string[]
}

export class Merges {
  readonly #stage: Stage
  readonly #chance: Chance | null
  #token: string | null = null

  constructor(stage: Stage, seed: number) {
    this.#stage = stage
    this.#chance = seed % EVERY === 0 ? chanceOf(seed * 1_000 + EVERY) : null
  }

  /** Merges or undoes a merge, or does nothing. */
  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null || !chance.happens(OFTEN)) return
    if (chance.happens(UNDO)) await this.#undo(chance)
    else await this.#merge(chance)
  }

  async #merge(chance: Chance): Promise<void> {
    const { db } = this.#stage.server
    const { rows } = await sql<{ uid: string; version: number }>`
      select uid, version::text::bigint as version from clients order by uid`.execute(db)
    if (rows.length < 2) return
    const survivor = chance.pick(rows)
    const alias = chance.pick(rows.filter(({ uid }) => uid !== survivor.uid))
    const from_alias = MERGE_FIELDS.filter(() => chance.happens(0.4))
    await this.#differs(alias.uid, chance)
    await this.#call('clients merged', '/api/client-merges', {
      survivor_uid: survivor.uid,
      alias_uid: alias.uid,
      from_alias,
      survivor_version: survivor.version,
      alias_version: await this.#versionOf(alias.uid),
    })
  }

  /** Clients of the house are much alike: the alias gets values that a loss would show. */
  async #differs(uid: string, chance: Chance): Promise<void> {
    const { db } = this.#stage.server
    const number = chance.below(1_000_000)
    await db
      .updateTable('clients')
      .set({ mail: `outro-${number}@exemplo.com.br`, rg: String(number) })
      .where('uid', '=', uid)
      .execute()
  }

  async #versionOf(uid: string): Promise<number> {
    const { db } = this.#stage.server
    const { rows } = await sql<{ version: number }>`
      select version::text::bigint as version from clients where uid = ${uid}`.execute(db)
    return rows[0]?.version ?? expect.fail(`no client ${uid}`)
  }

  async #undo(chance: Chance): Promise<void> {
    const { db } = this.#stage.server
    const { rows } = await sql<{ id: string }>`
      select id from client_merges where undone_at is null order by merged_at, alias_uid`.execute(db)
    if (rows.length > 0)
      await this.#call('merge undone', `/api/client-merges/${chance.pick(rows).id}/undo`, null)
  }

  async #call(what: string, path: string, body: object | null): Promise<void> {
    const { server, count, say } = this.#stage
    this.#token ??= await server.signIn(ADMIN, 'merges')
    const token = this.#token
    const before = await this.#standing()
    const answer = await server.handle({
      method: 'POST',
      path,
      token,
      body: body === null ? null : JSON.stringify(body),
    })
    say(`${what}: ${answer?.status ?? 'no answer'}`)
    // 409: a later merge of the client is undone first, or seven days are over. 401: the session grew old.
    if (answer !== null) expect([200, 401, 409], answer.body).toContain(answer.status)
    if (answer?.status === 401) this.#token = null
    if (answer?.status === 200) count(what)
    await this.#nothingLost(what, before)
  }

  async #standing(): Promise<Standing> {
    const { db } = this.#stage.server
    const leads = await db.selectFrom('leads').select('uid').orderBy('uid').execute()
    const { rows } = await sql<{ value: string }>`
      select distinct f.value
      from clients c
      cross join lateral jsonb_each_text(to_jsonb(c)) f
      where f.key in ('name', 'mail', 'rg', 'cellphone', 'phone', 'cpf') and f.value <> ''`.execute(db)
    return { leads: leads.map(({ uid }) => uid), typed: rows.map(({ value }) => value) }
  }

  /** Each lead is there with a client, and each value is a client's, in a history or in the merge. */
  async #nothingLost(what: string, { leads, typed }: Standing): Promise<void> {
    const { db } = this.#stage.server
    const now = await this.#standing()
    expect(now.leads, `leads after '${what}'`).toEqual(leads)
    const { rows } = await sql<{ value: string }>`
      select v.value
      from unnest(${[...typed]}::text[]) as v (value)
      where not v.value = any(${[...now.typed]}::text[])
        and not exists (select 1 from timeline t where strpos(t.changes::text, v.value) > 0)
        and not exists (
          select 1
          from client_merges m
          where strpos(concat(m.alias_row, m.survivor_before, m.survivor_after), v.value) > 0)`.execute(db)
    expect(rows, `values lost by '${what}'`).toEqual([])
    const { rows: aliases } = await sql`
      select a.uid
      from client_aliases a
      where exists (select 1 from clients c where c.uid = a.uid)
         or not exists (select 1 from clients c where c.uid = a.client_uid)`.execute(db)
    expect(aliases, `aliases that lead to no client after '${what}'`).toEqual([])
  }
}
