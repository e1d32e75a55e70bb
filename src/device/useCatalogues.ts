/** Names behind the numbers of a lead: channels, insurances, partners, users, service statuses. Live from the mirror. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../db/mirror.ts'
import { catalogue } from '../db/reads.ts'
import type { CatalogueEntry, Channel, UserEntry } from '../domain/catalogue/catalogue.ts'

export interface Catalogues {
  readonly channels: ReadonlyMap<number, Channel>
  readonly insurances: ReadonlyMap<number, string>
  readonly partners: ReadonlyMap<number, string>
  readonly users: ReadonlyMap<number, UserEntry>
  readonly serviceStatuses: readonly CatalogueEntry[]
  readonly lostSales: ReadonlyMap<number, string>
  readonly contactTypes: ReadonlyMap<number, string>
  readonly competitors: ReadonlyMap<number, string>
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const names = (rows: readonly { id: number; name: string }[]) =>
  new Map(rows.map((row) => [row.id, row.name]))
const values = (rows: readonly CatalogueEntry[]) => new Map(rows.map((row) => [row.var_id, row.value]))

async function read(userId: number): Promise<Catalogues> {
  const db = openMirror(userId)
  const [channels, insurances, partners, users, serviceStatuses, lostSales, contactTypes, competitors] =
    await Promise.all([
      catalogue(db, 'channel'),
      catalogue(db, 'insurance'),
      catalogue(db, 'partner'),
      catalogue(db, 'user'),
      catalogue(db, 'lead_service_status'),
      catalogue(db, 'lead_lost_sale'),
      catalogue(db, 'lead_contact_type'),
      catalogue(db, 'competitor_broker'),
    ])
  return {
    channels: byId(channels),
    insurances: names(insurances),
    partners: names(partners),
    users: byId(users),
    serviceStatuses,
    lostSales: values(lostSales),
    contactTypes: values(contactTypes),
    competitors: names(competitors),
  }
}

/** Undefined only for the moment before the first read. */
export function useCatalogues(userId: number): Catalogues | undefined {
  return useLiveQuery(() => read(userId), [userId])
}
