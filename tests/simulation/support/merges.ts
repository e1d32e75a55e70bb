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
  #keys = 0

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
    const isMerged = await this.#call('clients merged', '/api/client-merges', {
      survivor_uid: survivor.uid,
      alias_uid: alias.uid,
      from_alias,
      survivor_version: survivor.version,
      alias_version: await this.#versionOf(alias.uid),
    })
    if (!isMerged) return
    expect(await this.#leadsOf(alias.uid), 'leads that a merge left with the alias').toEqual([])
    await this.#queuedWork(alias.uid, survivor.uid)
  }

  /** A tablet that was away sends what its user did on the alias: it is done on the client whose the uid is now. */
  async #queuedWork(named: string, owner: string): Promise<void> {
    const { server, clock, oracle } = this.#stage
    this.#keys += 1
    const [key, rg] = [`merge-key-${this.#keys}`, `rg-${this.#keys}`]
    oracle.commands.expectKey(key)
    const answer = await server.handle({
      method: 'POST',
      path: '/api/sync/push',
      token: await this.#signedIn(),
      body: JSON.stringify({
        device_id: 'tablet-that-was-away',
        app_version: '1.0.0',
        commands: [
          {
            key,
            command: 'client.update',
            schema_version: 1,
            args: { client_uid: named, changes: { rg } },
            base: {},
            occurred_at: new Date(clock.now).toISOString(),
            depends_on: null,
          },
        ],
      }),
    })
    if (answer?.status !== 200) return
    const { rg: written } = await server.db
      .selectFrom('clients')
      .select('rg')
      .where('uid', '=', owner)
      .executeTakeFirstOrThrow()
    expect(written, `what was queued for ${named}`).toBe(rg)
  }

  async #leadsOf(clientUid: string): Promise<string[]> {
    const { db } = this.#stage.server
    const leads = await db.selectFrom('leads').select('uid').where('client_uid', '=', clientUid).execute()
    return leads.map(({ uid }) => uid).toSorted()
  }

  async #signedIn(): Promise<string> {
    this.#token ??= await this.#stage.server.signIn(ADMIN, 'merges')
    return this.#token
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
    const { rows } = await sql<{ id: string; alias_uid: string; leads: string[] }>`
      select m.id, m.alias_uid, array(
        select l.uid::text
        from client_merge_leads ml
        join leads l on l.uid = ml.lead_uid
        where ml.merge_id = m.id and ml.moved
        order by 1) as leads
      from client_merges m
      where m.undone_at is null
      order by m.merged_at, m.alias_uid`.execute(db)
    if (rows.length === 0) return
    const { id, alias_uid: alias, leads } = chance.pick(rows)
    if (!(await this.#call('merge undone', `/api/client-merges/${id}/undo`, null))) return
    expect(await this.#leadsOf(alias), 'leads of a client whose merge is undone').toEqual(leads)
    await this.#queuedWork(alias, alias)
  }

  /** Returns whether it was done and answered. */
  async #call(what: string, path: string, body: object | null): Promise<boolean> {
    const { server, count, say } = this.#stage
    const token = await this.#signedIn()
    const before = await this.#standing()
    const answer = await server.handle({
      method: 'POST',
      path,
      token,
      body: body === null ? null : JSON.stringify(body),
    })
    say(`${what}: ${answer?.status ?? 'no answer'}`)
    // 409: a later merge of the client is undone first, or seven days are over. 401: the session grew old. 403: the role
    // of the administrator, who may have a tablet, was changed.
    if (answer !== null) expect([200, 401, 403, 409], answer.body).toContain(answer.status)
    if (answer?.status === 401) this.#token = null
    if (answer?.status === 200) count(what)
    await this.#nothingLost(what, before)
    return answer?.status === 200
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
