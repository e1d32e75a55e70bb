/** Changes settings: docs/rules.md#settings. The change and its audit entry are one transaction. */
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { settingsBodySchema } from '../../src/contract/administration/settings.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { SETTING_LINES } from '../../src/domain/settings/setting-lines.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/errors.ts'
import { readSettings } from '../queries/settings.ts'
import { audit } from './audit.ts'

type Tx = Transaction<Database>

const number = new Intl.NumberFormat('pt-BR')

/** A colleague changed the setting since the caller read it. */
function staleBase(key: string, stored: unknown): HttpError {
  const line = SETTING_LINES.find((each) => each.key === key)
  const now =
    typeof stored === 'number' && line !== undefined ? ` e agora é ${number.format(stored)} ${line.unit}` : ''
  const what = line === undefined ? 'O expediente ou os feriados' : `'${line.label}'`
  const changed = line === undefined ? 'foram alterados' : 'foi alterado'
  return new HttpError(409, 'conflict', `${what} ${changed} por outra pessoa${now}. Confira e salve de novo.`)
}

/**
 * Writes the settings that differ, and returns all. The table's triggers tell the devices. Throws 409 for a setting whose
 * stored value is not its `base`.
 */
export async function updateSettings(
  tx: Tx,
  user: SessionUser,
  { base = {}, ...body }: z.output<typeof settingsBodySchema>,
): Promise<Settings> {
  const bases = new Map(Object.entries(base))
  await tx.selectFrom('settings').select('key').orderBy('key').forUpdate().execute()
  const before = new Map(Object.entries(await readSettings(tx)))
  for (const [key, value] of Object.entries(body)) {
    const known: unknown = before.get(key)
    if (value === undefined || isDeepStrictEqual(known, value)) continue
    if (bases.get(key) !== undefined && !isDeepStrictEqual(known, bases.get(key))) throw staleBase(key, known)
    const json = JSON.stringify(value)
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
      before: { [key]: known },
      after: { [key]: value },
    })
  }
  return readSettings(tx)
}
