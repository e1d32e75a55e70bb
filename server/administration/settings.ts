/** Changes settings: docs/rules.md#settings. The change and its audit entry are one transaction. */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { settingsBodySchema } from '../../src/contract/administration/settings.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../queries/settings.ts'
import { audit } from './audit.ts'

type Tx = Transaction<Database>

/** Writes the settings that differ, and returns all. The table's triggers tell the devices. */
export async function updateSettings(
  tx: Tx,
  user: SessionUser,
  body: z.output<typeof settingsBodySchema>,
): Promise<Settings> {
  await tx.selectFrom('settings').select('key').orderBy('key').forUpdate().execute()
  const before = new Map(Object.entries(await readSettings(tx)))
  for (const [key, value] of Object.entries(body)) {
    const known: unknown = before.get(key)
    if (value === undefined || JSON.stringify(known) === JSON.stringify(value)) continue
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
