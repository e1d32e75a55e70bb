/** Finds who and what the texts of a line name: by name, e-mail, login or code. docs/rules.md#any-import */
import { sql } from 'kysely'
import { foldText } from '../../src/domain/text/fold.ts'
import { assignableBrokersSql } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'

/** What a text names: the number, null for nothing, or that it names several. */
export type Named = number | null | 'several'

/** Looks a text up by keys of which the first one that is known counts. */
type LookUp = (text: string) => Named

interface Row {
  readonly id: number
  /** Folded. The stronger key comes first: an e-mail before a name. */
  readonly keys: readonly (string | null)[]
}

function lookUp(rows: readonly Row[]): LookUp {
  const places = Math.max(0, ...rows.map(({ keys }) => keys.length))
  const maps = Array.from({ length: places }, (_, place) =>
    Map.groupBy(
      rows.filter(({ keys }) => (keys[place] ?? '') !== ''),
      ({ keys }) => foldText(keys[place] ?? ''),
    ),
  )
  return (text) => {
    const key = foldText(text)
    const found = maps.map((map) => map.get(key)).find((rowsOfKey) => rowsOfKey !== undefined)
    if (found === undefined) return null
    const [first, ...more] = found
    return more.length > 0 ? 'several' : (first?.id ?? null)
  }
}

export interface Names {
  readonly user: LookUp
  readonly partner: LookUp
  readonly channel: LookUp
  readonly insurance: LookUp
  readonly team: LookUp
  readonly lostSale: LookUp
  /** Who may be given an open lead now. */
  readonly assignable: ReadonlySet<number>
  readonly roleOf: ReadonlyMap<number, number>
  readonly flowOf: ReadonlyMap<number, readonly number[]>
}

/** Reads the names as they are in this transaction. An active row comes before one of the same name that is not. */
export async function readNames(tx: Reader): Promise<Names> {
  const users = await sql<{
    id: number
    name: string
    email: string
    login: string
    role: number | null
    active: boolean
  }>`
    select u.id, u.name, u.email, u.login, u.status = 1 as active,
      (select role_id from user_roles where user_id = u.id order by place limit 1) as role
    from users u
    order by u.id`.execute(tx)
  const partners = await tx.selectFrom('partners').select(['id', 'name', 'code_wf', 'active']).execute()
  const channels = await tx.selectFrom('channels').select(['id', 'name', 'status_flow', 'active']).execute()
  const insurances = await tx.selectFrom('insurances').select(['id', 'name', 'active']).execute()
  const teams = await tx.selectFrom('technical_teams').select(['id', 'description', 'active']).execute()
  const lost = await tx
    .selectFrom('catalogue_entries')
    .select(['var_id', 'value'])
    .where('kind', '=', 'lead_lost_sale')
    .execute()
  const assignable = await sql<{ id: number }>`select b.id from ${assignableBrokersSql('hand')} b`.execute(tx)
  return {
    user: activeFirst(users.rows.map((row) => ({ ...row, keys: [row.email, row.login, row.name] }))),
    partner: activeFirst(partners.map((row) => ({ ...row, keys: [row.code_wf, row.name] }))),
    channel: activeFirst(channels.map((row) => ({ ...row, keys: [row.name] }))),
    insurance: activeFirst(insurances.map((row) => ({ ...row, keys: [row.name] }))),
    team: activeFirst(teams.map((row) => ({ ...row, keys: [row.description] }))),
    lostSale: lookUp(lost.map(({ var_id, value }) => ({ id: var_id, keys: [value] }))),
    assignable: new Set(assignable.rows.map(({ id }) => id)),
    roleOf: new Map(users.rows.map(({ id, role }) => [id, role ?? 0])),
    flowOf: new Map(channels.map(({ id, status_flow }) => [id, status_flow])),
  }
}

function activeFirst(rows: readonly (Row & { readonly active: boolean })[]): LookUp {
  const [active, all] = [lookUp(rows.filter((row) => row.active)), lookUp(rows)]
  return (text) => active(text) ?? all(text)
}
