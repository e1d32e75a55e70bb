/** Pulls that the feed answers from memory; the database answers all others. docs/sync-protocol.md#feed */
import { scopeOf } from '../../src/domain/lead/access.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { AppContext } from '../context/app-context.ts'
import {
  BETWEEN_RUNS,
  type Cursor,
  decodeCursor,
  decodeSeen,
  encodeCursor,
  scopeHash,
} from '../feed/cursor.ts'
import type { FeedLead } from '../feed/feed-rows.ts'
import type { Moment } from '../feed/moment.ts'
import type { Session } from '../session/tokens.ts'
import { scopeJson } from './scope-json.ts'

interface Asked {
  readonly cursor: string | null
  readonly seen: string | null
  readonly limit: number
  readonly session: Pick<Session, 'user' | 'scopeChanged' | 'moment'>
}

/** True when nothing but leads changed since. */
const onlyLeadsChanged = ({ highest }: Moment, from: number) =>
  Object.values(highest).every((version) => version < from)

interface Beginning {
  readonly cursor: Cursor
  readonly settings: Settings
}

/** Where the run begins; null where the database has to judge. */
async function beginning(context: AppContext, asked: Asked): Promise<Beginning | null> {
  const { moment, user, scopeChanged } = asked.session
  const cursor = asked.cursor === null ? null : decodeCursor(asked.cursor)
  if (cursor === null || cursor.from === 0 || cursor.high !== null || cursor.stream !== 'leads') return null
  const answered = asked.seen === null ? null : decodeSeen(asked.seen)
  const { rounds } = context
  const isValid =
    moment.is_own &&
    cursor.epoch === moment.epoch &&
    cursor.from > moment.forgotten &&
    Math.max(cursor.from, cursor.seen) <= moment.horizon &&
    rounds.isSameHistory(cursor) &&
    (answered === null || answered.seen <= cursor.seen || rounds.isSameHistory(answered)) &&
    onlyLeadsChanged(moment, cursor.from)
  if (!isValid) return null
  const settings = await rounds.settings(moment)
  const scope = scopeHash(user, settings, `${moment.scope_version} ${scopeChanged}`)
  return cursor.scope === scope ? { cursor, settings } : null
}

/** The latest row of each client. */
function clientsOf(rows: readonly FeedLead[]): string[] {
  return [...new Map(rows.map(({ client_uid, client }) => [client_uid, client])).values()]
}

/** Returns the page as JSON text, equal to the database's; null where the database has to answer. */
export async function pullFromFeed(context: AppContext, asked: Asked): Promise<string | null> {
  const { moment, user } = asked.session
  const begun = await beginning(context, asked)
  const feed = context.rounds.feedAt(moment)
  if (begun === null || feed === null || !feed.covers(begun.cursor.from)) return null
  const { cursor, settings } = begun
  const { from } = cursor
  const high = moment.horizon
  const nowMs = context.now()
  const { rows, aged, removed, clientsLeft, hasLeft } = feed.changes({
    from,
    high,
    scope: scopeOf(user),
    settings,
    nowMs,
  })
  if (Math.max(rows.length, removed.length) >= asked.limit) return null
  // Other roles see some columns masked, and clients as they referred them.
  if (clientsLeft === null || ((rows.length > 0 || hasLeft) && !isStaff(roleOf(user)))) return null
  const after: Cursor = { ...cursor, mark: moment.mark, seen: high, from: high, ...BETWEEN_RUNS }
  context.metrics.pulledRows.inc({ table: 'leads' }, rows.length)
  return (
    `{"rows":{"leads":[${rows.map(({ lead }) => lead).join(',')}],` +
    `"clients":[${clientsOf(rows).join(',')}],"catalogues":[]},` +
    `"removed":{"leads":${JSON.stringify([...aged, ...removed])},` +
    `"clients":${JSON.stringify(clientsLeft)},"catalogues":[]},` +
    `"timelines":[${rows.map(({ timeline }) => timeline).join(',')}],` +
    `"erased":[],"aliases":[],` +
    `"cursor":"${encodeCursor(after)}","more":false,` +
    `"high":${high},` +
    `"scope":${scopeJson(settings)},` +
    `"server_time":"${new Date(nowMs).toISOString()}"}`
  )
}
