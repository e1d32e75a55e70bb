/** A server over a database with all users and records, restored after each test that changes it. */

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import { DAY_MS } from '../../../../src/domain/time/durations.ts'
import { removeFolder } from '../../../support/remove-folder.ts'
import type { OpenDatabase, TestStore } from '../../support/databases.ts'
import { emptied, reachedBy } from '../../support/emptied.ts'
import { creation } from '../../support/leads.ts'
import { type Device, startServer, type TestServer } from '../../support/server.ts'
import {
  type Belongings,
  clientRow,
  FAR_PROPOSAL,
  isOwn,
  leadRow,
  OWN_PROPOSAL,
  PROPOSAL_MARKS,
  proposalNumber,
  RECORDS,
  recordOf,
  sessionIdOf,
  timelineRow,
} from './records.ts'
import {
  COLLEAGUE,
  FAR_PARTNER,
  INSURANCE,
  OWN_PARTNER,
  PEOPLE,
  partnerOf,
  REFERRAL_CHANNEL,
  RESIDENTS,
  type Resident,
  settle,
} from './residents.ts'
import { type AppRoute, watchRoutes } from './routes-of-app.ts'

/** The key of the dealerships' systems; no test uses it. */
const DELIVERY_KEY = 'chave-que-ninguem-tem'

const RENEWED = [
  'leads',
  'clients',
  'command_log',
  'tombstones',
  'uploaded_files',
  'elective_leads',
  'lead_duplicates',
]

/** Rows by the users for whom they are foreign. */
type ForeignState = ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>

export interface World {
  readonly store: TestStore
  readonly server: TestServer
  /** All routes of the server. */
  readonly routes: readonly AppRoute[]
  readonly deviceOf: (resident: Resident) => Device
  /** Restores every record. */
  readonly renew: () => Promise<void>
  /** Restores every record if one has changed since: most calls of the matrix are refused, or change no record. */
  readonly renewChanged: () => Promise<void>
  /** The rows outside the scopes, for a comparison by `written`. */
  readonly foreignState: () => Promise<ForeignState>
}

/** Opened once for the suite. */
export function inWorld(open: OpenDatabase, ready: (world: World) => void): void {
  beforeAll(async () => {
    const store = await open()
    await settle(store)
    const dir = await mkdtemp(join(tmpdir(), 'farol-matrix-'))
    const { routes, done } = watchRoutes()
    const server = await startServer(store, { FILES_DIR: dir, ELECTIVE_LEAD_KEY: DELIVERY_KEY })
    await server.app.ready()
    done()
    const devices = new Map<number, Device>()
    for (const { id } of RESIDENTS) devices.set(id, await server.confirmedDevice(id))
    for (const record of RECORDS)
      await server.context.integrations.files.save(pathOf(record), bytesOf(record))
    const deviceOf = ({ id }: Resident) => {
      const device = devices.get(id)
      if (device === undefined) throw new Error(`no device of user ${id}`)
      return device
    }
    let renewed = ''
    const world: World = {
      store,
      server,
      routes,
      deviceOf,
      renew: async () => {
        await renew(world)
        renewed = await stateOfRecords(store)
      },
      renewChanged: async () => {
        if ((await stateOfRecords(store)) !== renewed) await world.renew()
      },
      foreignState: () => foreignState(store),
    }
    await world.renew()
    ready(world)
    return async () => {
      await server.stop()
      await removeFolder(dir)
    }
  })
}

const pathOf = ({ fileUid }: Belongings) => `aa/${fileUid}.pdf`
const bytesOf = ({ marks }: Belongings) => Buffer.from(`%PDF-1.7\n${marks.client.name}\n%%EOF\n`)

async function renew(world: World): Promise<void> {
  const { db } = world.store
  await emptied(world.store, RENEWED, 'continue')
  await db.deleteFrom('sessions').where('device_id', '=', 'seeded').execute()
  const seeded = RECORDS.filter(({ kind }) => kind !== 'joined')
  await insertRows(db, 'clients', seeded.map(clientRow))
  await insertRows(db, 'leads', seeded.map(leadRow))
  await insertRows(db, 'timeline', seeded.map(timelineRow))
  const captured = seeded.filter(({ kind }) => kind === 'captured').map(({ lead }) => lead.uid)
  await db
    .updateTable('leads')
    .set({ state: 2, status: 2, broker_id: COLLEAGUE.id, capture_date: new Date().toISOString() })
    .where('uid', 'in', captured)
    .execute()
  await insertRows(
    db,
    'uploaded_files',
    seeded.map((record) => ({
      uid: record.fileUid,
      user_id: isOwn(record) || record.kind === 'cancelled' ? record.of?.id : COLLEAGUE.id,
      path: pathOf(record),
      size: bytesOf(record).length,
    })),
  )
  await insertRows(
    db,
    'sessions',
    PEOPLE.map(({ id }) => ({
      id: sessionIdOf(id),
      token_hash: `seeded-${id}`,
      user_id: id,
      device_id: 'seeded',
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    })),
  )
  await insertRows(db, 'elective_leads', [
    proposalRow(OWN_PROPOSAL, OWN_PARTNER),
    proposalRow(FAR_PROPOSAL, FAR_PARTNER),
  ])
  for (const resident of RESIDENTS.filter(({ role }) => role > 3)) await refer(world, resident)
}

/** A hash of all that `renew` restores, so also of the tables that refer to the restored ones. */
async function stateOfRecords(store: TestStore): Promise<string> {
  const tables = await reachedBy(store, RENEWED)
  const hashOf = (table: string, where = '') =>
    `select concat_ws(' ', '${table}', count(*), sum(hashtextextended(t::text, 0))) as state from ${table} t ${where}`
  const all = [...tables.map((table) => hashOf(table)), hashOf('sessions', "where device_id = 'seeded'")]
  const { rows } = await sql<{ state: string }>`${sql.raw(all.join(' union all '))}`.execute(store.db)
  return rows.map(({ state }) => state).join()
}

function proposalRow(id: number, partner_id: number): object {
  const { email: _, ...client } = { email: '', ...PROPOSAL_MARKS[id]?.client }
  return {
    id,
    inviter_login: 'sistema',
    proposal: proposalNumber(id),
    partner_id,
    client_informations: client,
    product_informations: { name: PROPOSAL_MARKS[id]?.product },
    additional_information: '',
  }
}

/** The user refers a person whose document is known; its other fields are its own. */
async function refer({ store, deviceOf }: World, resident: Resident): Promise<void> {
  const [joined, met] = [recordOf(resident, 'joined'), recordOf(resident, 'met')]
  if (joined === null || met === null) throw new Error(`${resident.name} joins nobody`)
  const result = await deviceOf(resident).run(referralOf(resident, joined, met.marks.client.cpf))
  if (result.outcome !== 'applied')
    throw new Error(`${resident.name} could not refer: ${JSON.stringify(result)}`)
  await store.db.updateTable('leads').set({ id: joined.lead.id }).where('uid', '=', joined.lead.uid).execute()
}

/** The referral of this record's client in the user's own name. */
function referralOf(resident: Resident, { lead, client, marks }: Belongings, cpf = marks.client.cpf) {
  const fields = {
    channel_id: REFERRAL_CHANNEL,
    inviter_id: resident.id,
    insurance_id: INSURANCE,
    partner_id: partnerOf(resident),
    product: marks.product,
  }
  const args = { ...creation(fields, { ...marks.client, cpf }), lead_uid: lead.uid, client_uid: client.uid }
  return { command: 'indication.create', args }
}

/** Without versions: a row that is sent again is not written. */
async function foreignState({ db }: TestStore): Promise<ForeignState> {
  const foreign = RECORDS.filter((record) => !isOwn(record) && (record.of?.role ?? 0) > 2)
  const uids = foreign.flatMap(({ lead, client }) => [lead.uid, client.uid])
  const { rows } = await sql<{ uid: string; row: Record<string, unknown> }>`
    select l.uid, to_jsonb(l) - 'version' as row from leads l where l.uid = any(${uids}::uuid[])
    union all select c.uid, to_jsonb(c) - 'version' from clients c where c.uid = any(${uids}::uuid[])`.execute(
    db,
  )
  const byUid = new Map(rows.map(({ uid, row }) => [uid, row]))
  return new Map(
    foreign.flatMap((record) => [
      [`lead: ${record.kind} of ${record.of?.name}`, byUid.get(record.lead.uid)],
      [`client: ${record.kind} of ${record.of?.name}`, byUid.get(record.client.uid)],
    ]),
  )
}

/** 'user: fields', for each row that has changed. */
export function written(before: ForeignState, after: ForeignState): string[] {
  return [...before].flatMap(([whose, row]) => {
    const now = after.get(whose)
    const fields = Object.keys(row ?? {}).filter((field) => !isDeepStrictEqual(row?.[field], now?.[field]))
    return fields.length === 0 ? [] : [`${whose}: ${fields.join(', ')}`]
  })
}
