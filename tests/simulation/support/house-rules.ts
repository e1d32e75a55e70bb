/** Changes by others on the server: colleagues call REST, administrators write to the tables. */

import { type Insertable, sql } from 'kysely'
import type { LeadsTable } from '../../../server/db/database.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { ADMIN, BRUNA, DAVI, DEALERSHIP, EVA, INDICATOR, MANAGER } from '../../api/support/people.ts'
import { aClientRow, aLeadRow } from '../../api/support/rows.ts'
import type { Stage } from './stage.ts'

/** The users who may have a tablet; repetition is weight. */
export const CARRIERS = [
  BRUNA,
  BRUNA,
  BRUNA,
  BRUNA,
  DAVI,
  EVA,
  ADMIN,
  MANAGER,
  DEALERSHIP,
  INDICATOR,
] as const

const uidOf = (kind: number, number: number) =>
  `00000000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`

export class House {
  readonly #stage: Stage
  readonly leads: { uid: string; id: number }[] = []
  #keys = 0
  #clients = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async addLead(columns: Partial<Insertable<LeadsTable>> = {}): Promise<void> {
    await this.newLead(columns)
  }

  async newLead(columns: Partial<Insertable<LeadsTable>>): Promise<{ readonly uid: string }> {
    const { server, clock, chance } = this.#stage
    const number = ++this.#clients
    const client = aClientRow({
      uid: uidOf(1, number),
      name: `Cliente ${number}`,
      mail: 'cliente@exemplo.com.br',
    })
    await server.db.insertInto('clients').values(client).execute()
    const row = aLeadRow({
      uid: uidOf(2, number),
      client_uid: client.uid,
      insurance_id: 5,
      product: 'Casa',
      channel_id: chance.pick([1, 7, 8]),
      partner_id: chance.pick([24, 25, null]),
      inviter_id: chance.pick([INDICATOR, null]),
      create_lead_date: new Date(clock.now - chance.below(200) * HOUR_MS).toISOString(),
      ...columns,
    })
    const lead = await server.db
      .insertInto('leads')
      .values(row)
      .returning(['uid', 'id'])
      .executeTakeFirstOrThrow()
    this.leads.push(lead)
    return lead
  }

  /** Returns the columns of a captured lead. */
  captured(): Partial<Insertable<LeadsTable>> {
    const { chance, clock } = this.#stage
    return {
      state: 2,
      status: 2,
      broker_id: chance.pick([BRUNA, DAVI]),
      capture_date: new Date(clock.now).toISOString(),
    }
  }

  /** An administrator's statement changes the scope, age or marks of one lead. */
  async changeSomeLead(): Promise<void> {
    const { server, chance, clock, worked } = this.#stage
    const change = chance.pick<() => Partial<Insertable<LeadsTable>>>([
      () => this.captured(),
      () => ({ state: 1, status: 1, broker_id: null, capture_date: null }),
      () => ({ channel_id: chance.pick([1, 7, 8]) }),
      () => ({ partner_id: chance.pick([24, 25, null]) }),
      () => ({ on_fire: chance.happens(0.5), service_status: chance.pick([1, 2, null]) }),
      () => ({ suspended_lead: chance.happens(0.3) }),
      () => ({
        state: 3,
        status: 6,
        end_lead_date: new Date(clock.now - chance.pick([1, 29, 31, 60]) * 24 * HOUR_MS).toISOString(),
      }),
    ])()
    const lately = this.leads.filter((lead) => worked.slice(-3).includes(lead.uid))
    const { uid } = chance.pick(lately.length > 0 && chance.happens(0.6) ? lately : this.leads)
    await server.db.updateTable('leads').set(change).where('uid', '=', uid).execute()
  }

  /** Changes all leads in one transaction, so that they have the same version. */
  async changeMany(): Promise<void> {
    const { server, chance } = this.#stage
    await server.db
      .updateTable('leads')
      .set({ on_fire: chance.happens(0.5) })
      .execute()
  }

  async changeClient(): Promise<void> {
    const { server, chance } = this.#stage
    await server.db
      .updateTable('clients')
      .set({ cellphone: `3198888${String(chance.below(10_000)).padStart(4, '0')}` })
      .where('uid', '=', uidOf(1, 1 + chance.below(this.#clients)))
      .execute()
  }

  async removeLead(): Promise<void> {
    const { uid } = this.#stage.chance.pick(this.leads)
    if (this.leads.length < 4) return
    this.leads.splice(
      this.leads.findIndex((lead) => lead.uid === uid),
      1,
    )
    await this.#stage.server.db.deleteFrom('leads').where('uid', '=', uid).execute()
  }

  /** Another user overwrites fields of a lead that a device has just written. */
  async overrule(uid: string): Promise<void> {
    const { server, chance, oracle } = this.#stage
    const service_status = chance.pick([1, 2, 3, null])
    const additional_information = `Outra nota ${chance.below(1000)}`
    // No text about an erased client is written.
    const isErased = oracle.erasures.uids.has(uid)
    await server.db
      .updateTable('leads')
      .set(isErased ? { service_status } : { service_status, additional_information })
      .where('uid', '=', uid)
      .execute()
  }

  /** Changes the user's scope, runs `meanwhile`, and restores the scope. */
  async scopeThereAndBack(userId: number, meanwhile: () => Promise<void>): Promise<void> {
    const { server } = this.#stage
    const { role_id, technical_team_id } = await server.db
      .selectFrom('users')
      .innerJoin('user_roles', 'user_id', 'id')
      .select(['role_id', 'technical_team_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const move = async (role: typeof role_id, team: number | null) => {
      await server.db.updateTable('user_roles').set({ role_id: role }).where('user_id', '=', userId).execute()
      await server.db.updateTable('users').set({ technical_team_id: team }).where('id', '=', userId).execute()
      server.forgetUsers()
    }
    await move(3, role_id === 3 ? null : technical_team_id)
    await meanwhile()
    await move(role_id, technical_team_id)
  }

  /** Changes team, role or partners of a user, so that the scope shrinks or grows. */
  async changeScope(userId: number): Promise<void> {
    const { server, chance } = this.#stage
    server.forgetUsers()
    switch (chance.below(4)) {
      case 0:
        await server.db
          .updateTable('users')
          .set({ technical_team_id: chance.pick([1, null]) })
          .where('id', '=', userId)
          .execute()
        break
      case 1:
        if (chance.happens(0.5))
          await server.db
            .insertInto('technical_team_channels')
            .values({ team_id: 1, channel_id: 8 })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else await server.db.deleteFrom('technical_team_channels').where('channel_id', '=', 8).execute()
        break
      case 2:
        await server.db
          .updateTable('user_roles')
          .set({ role_id: chance.pick([2, 3, 3, 4, 5]) })
          .where('user_id', '=', userId)
          .execute()
        break
      default:
        await sql`delete from user_partners where user_id = ${userId}`.execute(server.db)
        if (chance.happens(0.7))
          await server.db
            .insertInto('user_partners')
            .values({ user_id: userId, partner_id: chance.pick([24, 25]) })
            .execute()
    }
  }

  /** Changes how long finished leads are shown, which is part of every scope. Returns that number of days. */
  async changeSettings(): Promise<number> {
    const { server, chance } = this.#stage
    const days = chance.pick([15, 30, 45])
    await server.db
      .insertInto('settings')
      .values({ key: 'finished_leads_days_to_show', value: JSON.stringify(days) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(days) }))
      .execute()
    return days
  }

  /** A colleague calls REST, sometimes twice with the same key. */
  async rest(token: string): Promise<void> {
    const { server, chance, clock, oracle } = this.#stage
    const { id } = chance.pick(this.leads)
    const key = `rest-key-${++this.#keys}`
    const call = chance.pick([
      { method: 'PUT', path: `/api/capture-lead/${id}`, body: null },
      { method: 'PUT', path: `/api/leads/${id}`, body: { service_status: chance.pick([1, 2, null]) } },
      {
        method: 'POST',
        path: '/api/leads/scheduling',
        body: {
          lead_id: id,
          scheduling_date: new Date(clock.now + chance.below(48) * HOUR_MS).toISOString(),
          description: 'Visita',
          status: chance.below(2),
        },
      },
    ] as const)
    oracle.commands.expectKey(key)
    const request = {
      method: call.method,
      path: call.path,
      token,
      key,
      body: call.body === null ? null : JSON.stringify(call.body),
    }
    await server.handle(request)
    if (chance.happens(0.2)) await server.handle(request)
  }
}
