/** The business settings. */
import { type Settings, settingsFrom } from '../../src/domain/settings/settings.ts'
import type { Reader } from './lead-row.ts'

export async function readSettings(db: Reader): Promise<Settings> {
  return settingsFrom(await db.selectFrom('settings').select(['key', 'value']).execute())
}
