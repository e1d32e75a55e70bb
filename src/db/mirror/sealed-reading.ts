/** What the first reading of a protected device needs besides. It is loaded on demand. */
import { openBulk } from '../sealing/bulk.ts'
import type { StoreKeys } from '../sealing/keys.ts'

export { openedSession } from './sealed-session.ts'

/** The value of a row. One that does not open is left to the screens' own reading, which makes it anew. */
export async function openedValue(
  keys: StoreKeys,
  table: string,
  row: object,
  field: string,
): Promise<unknown> {
  const record = await openBulk(keys, table, row).catch(() => null)
  return record === null ? undefined : Reflect.get(record, field)
}
