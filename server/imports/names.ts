/** Whom and what the texts of a file may name: docs/rules.md#any-import */
import { sql } from 'kysely'
import type { ImportNames } from '../../src/domain/imports/names.ts'
import { awaySql, signsInSql } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'

/** Returns all there is, inactive rows among it: a history names them. */
export async function readImportNames(db: Reader): Promise<ImportNames> {
  const users = await sql<ImportNames['users'][number]>`
    select u.id, u.name, u.login, u.email, u.status = 1 as active, ${signsInSql} as signs_in, ${awaySql} as away,
      (select role_id from user_roles where user_id = u.id order by place limit 1) as role_id
    from users u
    order by u.id`.execute(db)
  const lost = await db
    .selectFrom('catalogue_entries')
    .select(['var_id as id', 'value as name'])
    .where('kind', '=', 'lead_lost_sale')
    .execute()
  return {
    users: users.rows,
    partners: await db.selectFrom('partners').select(['id', 'name', 'code_wf']).orderBy('id').execute(),
    channels: await db.selectFrom('channels').select(['id', 'name']).orderBy('id').execute(),
    insurances: await db.selectFrom('insurances').select(['id', 'name']).orderBy('id').execute(),
    lost_reasons: lost,
    teams: await db
      .selectFrom('technical_teams')
      .select(['id', 'description as name'])
      .orderBy('id')
      .execute(),
  }
}

/** The status flow of each channel. */
export async function statusFlows(db: Reader): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.selectFrom('channels').select(['id', 'status_flow']).execute()
  return new Map(rows.map(({ id, status_flow }) => [id, status_flow]))
}
