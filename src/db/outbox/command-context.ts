/** The context of commands on this device: the user, the settings and the status flows. */
import type { CommandContext } from '../../commands/definition.ts'
import { catalogueValues } from '../../contract/sync.ts'
import { DEFAULT_STATUS_FLOW } from '../../domain/lead/status.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { type Settings, settingsFrom } from '../../domain/settings/settings.ts'
import { keptUntilWritten } from '../mirror/kept-reading.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { type DeviceDb, readSession } from '../session/device-session.ts'

/** The context without the instant and the status flow of the lead's channel. */
export interface ContextSource {
  readonly user: SessionUser
  readonly settings: Settings
  readonly flowOf: (channelId: number) => readonly number[]
}

export function contextAt(source: ContextSource, channelId: number, occurredAt: string): CommandContext {
  return { occurredAt, user: source.user, settings: source.settings, statusFlow: source.flowOf(channelId) }
}

interface Rules {
  readonly settings: Settings
  readonly flows: ReadonlyMap<number, readonly number[]>
}

async function readRules(db: MirrorDb): Promise<Rules> {
  const ofKind = (kind: string) =>
    db.catalogues.where('[kind+id]').between([kind, ''], [kind, '\uffff']).toArray()
  const [channels, settings] = await Promise.all([ofKind('channel'), ofKind('setting')])
  return {
    settings: settingsFrom(catalogueValues('setting', settings)),
    flows: new Map(
      catalogueValues('channel', channels).map(({ id, attendance_flow }) => [
        id,
        attendance_flow.status_flow,
      ]),
    ),
  }
}

/** Cached, so that a user's command need not wait for these reads. */
const rulesOf = keptUntilWritten(['catalogues'], readRules)
const sessionOf = keptUntilWritten(['session', 'sealed'], (device: DeviceDb) => readSession(device))

/** Reads settings and channels from the mirror. */
export async function contextSource(db: MirrorDb, user: SessionUser): Promise<ContextSource> {
  const { settings, flows } = await rulesOf(db)
  return { user, settings, flowOf: (channelId) => flows.get(channelId) ?? DEFAULT_STATUS_FLOW }
}

/** Returns the context of the signed-in user. Returns null unless the mirror's user is signed in. */
export async function currentContextSource(db: MirrorDb): Promise<ContextSource | null> {
  const [session] = await Promise.all([sessionOf(db.device), rulesOf(db)])
  return session === undefined || session.user.id !== db.userId ? null : contextSource(db, session.user)
}
