/** Names of what a report's filter chooses, for the head of its sheets: docs/rules.md#reports */
import { sql } from 'kysely'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { chosenIds, type NameOf } from '../../../src/domain/reports/filter-words.ts'
import { recordsOf } from '../../../src/domain/reports/filters.ts'
import type { FilterField } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { leadsWithClients } from '../../queries/seen-clients.ts'
import { type Named, namesOf } from './names.ts'

async function teamNames(db: Reader, ids: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select t.id, t.description as name from technical_teams t where t.id = any(${[...ids]}::int[])`.execute(
    db,
  )
  return rows
}

/** The client of that number as the user sees it. */
async function clientNames(db: Reader, user: SessionUser, ids: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select distinct c.id, c.name
    from ${leadsWithClients(scopeOf(user))}
    where c.id = any(${[...ids]}::int[])`.execute(db)
  return rows
}

function namesFor(
  db: Reader,
  user: SessionUser,
  field: FilterField,
  ids: readonly number[],
): Promise<Named[]> {
  const records = recordsOf(field.kind)
  switch (records) {
    case undefined:
      return Promise.resolve([])
    case 'teams':
      return teamNames(db, ids)
    case 'clients':
      return clientNames(db, user, ids)
    default:
      return namesOf(db, records, ids)
  }
}

/** Reads the names of the numbers that a filter has. */
export async function filterNames(
  db: Reader,
  user: SessionUser,
  fields: readonly FilterField[],
  filter: ReportFilter,
): Promise<NameOf> {
  const names = new Map<FilterField['kind'], readonly Named[]>()
  for (const field of fields) {
    const ids = chosenIds(field, filter)
    if (ids.length > 0) names.set(field.kind, await namesFor(db, user, field, ids))
  }
  return ({ kind }, id) => names.get(kind)?.find((row) => row.id === id)?.name
}
