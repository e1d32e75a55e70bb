/** Changes settings: docs/rules.md#settings. The change and its audit entry are one transaction. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { settingsBodySchema } from '../../src/contract/administration/settings.ts'
import { fieldName } from '../../src/contract/field-names.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { SETTING_LINES } from '../../src/domain/settings/setting-lines.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { formatNumber } from '../../src/domain/text/formats.ts'
import { Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Logo } from '../mail/brokerage.ts'
import { readSettings } from '../queries/settings.ts'
import { audit } from '../records/audit.ts'
import { type Caller, demandOwnPassword } from '../session/caller.ts'

/** A colleague changed the setting since the caller read it. */
function staleBase(key: string, stored: unknown): Refusal {
  const line = SETTING_LINES.find((each) => each.key === key)
  const now =
    typeof stored === 'number' && line !== undefined ? ` e agora é ${formatNumber(stored)} ${line.unit}` : ''
  const what =
    key === 'business_hours' ? 'O expediente ou os feriados' : `'${line?.label ?? fieldName(key) ?? key}'`
  const changed = key === 'business_hours' ? 'foram alterados' : 'foi alterado'
  return new Refusal('conflict', `${what} ${changed} por outra pessoa${now}. Confira e salve de novo.`)
}

/** Replaces the logo, or removes it with null. Returns all settings: devices learn of it by `brokerage_logo`. */
export async function changeLogo(tx: Tx, user: SessionUser, logo: Logo | null): Promise<Settings> {
  const version = logo === null ? '' : randomUUID().slice(0, 8)
  const before = await readSettings(tx)
  // The setting is first: its row makes changes at once wait for each other, also where no logo is to be locked.
  await writeSetting(tx, user, { key: 'brokerage_logo', before: before.brokerage_logo, after: version })
  if (logo === null) await tx.deleteFrom('brokerage_logo').execute()
  else {
    const picture = { media_type: logo.mediaType, content: logo.content.toString('base64') }
    await tx
      .insertInto('brokerage_logo')
      .values(picture)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(picture))
      .execute()
  }
  return readSettings(tx)
}

export interface SettingChange {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

export async function writeSetting(
  tx: Tx,
  user: SessionUser,
  { key, before, after }: SettingChange,
): Promise<void> {
  const json = JSON.stringify(after)
  await tx
    .insertInto('settings')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
  await audit(tx, {
    user,
    action: 'update',
    entity: 'settings',
    id: key,
    before: { [key]: before },
    after: { [key]: after },
  })
}

/** Whether the change lets clients without contact be erased sooner; 0 is never. docs/rules.md#without-contact */
const discardsMore = ({ key, before, after }: SettingChange) =>
  key === 'erase_without_contact_years' &&
  typeof before === 'number' &&
  typeof after === 'number' &&
  after > 0 &&
  (before === 0 || after < before)

/** Whether the change lets administrators and managers in with the password alone again. docs/rules.md#required-second-factor */
const asksNoFactor = ({ key, after }: SettingChange) => key === 'second_factor_days' && after === 0

/** Whether a second factor is required from now on: everybody's days begin anew. */
const beginsFactor = ({ key, before }: SettingChange) => key === 'second_factor_days' && before === 0

/** Holidays of each year that an earlier version of the app does not name stay as they are. */
const withYearly = (key: string, value: unknown, yearly: Settings['business_hours']['yearly']): unknown =>
  key === 'business_hours' && yearly !== undefined && typeof value === 'object' && value !== null
    ? { yearly, ...value }
    : value

/**
 * Writes the settings that differ, and returns all. The table's triggers notify the devices. Throws Refusal `conflict` for a setting
 * whose stored value is not its `base`, and `confirmation_required` for an earlier discard by a caller who is not
 * proven.
 */
export async function updateSettings(
  tx: Tx,
  caller: Caller,
  { base = {}, ...body }: z.output<typeof settingsBodySchema>,
): Promise<Settings> {
  const bases = new Map(Object.entries(base))
  await tx.selectFrom('settings').select('key').orderBy('key').forUpdate().execute()
  const stored = await readSettings(tx)
  const before = new Map(Object.entries(stored))
  const { yearly } = stored.business_hours
  for (const [key, given] of Object.entries(body)) {
    const known: unknown = before.get(key)
    const value = withYearly(key, given, yearly)
    if (value === undefined || isDeepStrictEqual(known, value)) continue
    const seen = withYearly(key, bases.get(key), yearly)
    if (seen !== undefined && !isDeepStrictEqual(known, seen)) throw staleBase(key, known)
    const change = { key, before: known, after: value }
    if (discardsMore(change) || asksNoFactor(change)) demandOwnPassword(caller)
    if (beginsFactor(change)) await tx.deleteFrom('second_factor_terms').execute()
    await writeSetting(tx, caller.user, change)
  }
  return readSettings(tx)
}
