/** The catalogues behind the numbers of a lead, read together. Board, form and dialogs choose from them. */
import type {
  CatalogueEntry,
  Channel,
  CompetitorBroker,
  Insurance,
  Partner,
  TechnicalTeam,
  UserEntry,
} from '../../domain/catalogue/catalogue.ts'
import { type Settings, settingsFrom } from '../../domain/settings/settings.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { catalogue } from './reads.ts'

/** The names are of inactive rows, too. A new value is chosen from whole rows: `choosable`. */
export interface Catalogues {
  readonly channels: ReadonlyMap<number, Channel>
  readonly insurances: ReadonlyMap<number, string>
  readonly insuranceRows: readonly Insurance[]
  readonly partners: ReadonlyMap<number, string>
  /** The partners' whole rows, for rules that need more than the name. */
  readonly partnerRows: ReadonlyMap<number, Partner>
  readonly users: ReadonlyMap<number, UserEntry>
  readonly serviceStatuses: readonly CatalogueEntry[]
  readonly sold: readonly CatalogueEntry[]
  readonly lostSales: ReadonlyMap<number, string>
  readonly contactTypes: ReadonlyMap<number, string>
  readonly competitors: ReadonlyMap<number, string>
  readonly competitorRows: readonly CompetitorBroker[]
  readonly teams: readonly TechnicalTeam[]
  readonly settings: Settings
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const names = (rows: readonly { id: number; name: string }[]) =>
  new Map(rows.map((row) => [row.id, row.name]))
const values = (rows: readonly CatalogueEntry[]) => new Map(rows.map((row) => [row.var_id, row.value]))

/** Reads in one transaction. */
export function readCatalogues(db: MirrorDb): Promise<Catalogues> {
  return db.transaction('r', db.catalogues, () => read(db))
}

async function read(db: MirrorDb): Promise<Catalogues> {
  const [channels, insurances, partners, users, serviceStatuses, sold, lostSales, contactTypes, rest] =
    await Promise.all([
      catalogue(db, 'channel'),
      catalogue(db, 'insurance'),
      catalogue(db, 'partner'),
      catalogue(db, 'user'),
      catalogue(db, 'lead_service_status'),
      catalogue(db, 'lead_sold'),
      catalogue(db, 'lead_lost_sale'),
      catalogue(db, 'lead_contact_type'),
      Promise.all([
        catalogue(db, 'competitor_broker'),
        catalogue(db, 'setting'),
        catalogue(db, 'technical_team'),
      ]),
    ])
  const [competitors, settings, teams] = rest
  return {
    channels: byId(channels),
    insurances: names(insurances),
    insuranceRows: insurances,
    partners: names(partners),
    partnerRows: byId(partners),
    users: byId(users),
    serviceStatuses,
    sold,
    lostSales: values(lostSales),
    contactTypes: values(contactTypes),
    competitors: names(competitors),
    competitorRows: competitors,
    teams,
    settings: settingsFrom(settings),
  }
}
