/** Keys of dealerships' systems, as they are listed and asked for in a delivery. docs/rules.md#keys-of-dealerships */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PartnerKey } from '../../src/contract/administration/partner-keys.ts'
import type { Reader } from './lead-row.ts'

const PREFIX = 'farol_'
const BYTES = 32
export const newSecret = () => `${PREFIX}${randomBytes(BYTES).toString('base64url')}`
const FORM = new RegExp(`^${PREFIX}[\\w-]{${Math.ceil((BYTES * 4) / 3)}}$`)

/** Whether it looks like a key that Farol made. No other one is looked up. */
export const isMadeKey = (key: string): boolean => FORM.test(key)

export const keyHash = (key: string) => createHash('sha256').update(key).digest('hex')

export const KEY_COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'revoked_at'] as const

/** The dealership's keys, the newest first; ended ones stay in the list. */
export async function keysOfPartner(db: Reader, partnerId: number): Promise<PartnerKey[]> {
  return db
    .selectFrom('partner_keys')
    .select(KEY_COLUMNS)
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The active dealership whose key in force this is, or null. Notes the use, at most once a minute. */
export async function partnerOfKey(db: Reader, key: string): Promise<number | null> {
  const found = await db
    .selectFrom('partner_keys as k')
    .innerJoin('partners as p', 'p.id', 'k.partner_id')
    .select(['k.id', 'k.partner_id'])
    .where('k.key_hash', '=', keyHash(key))
    .where('k.revoked_at', 'is', null)
    .where('p.active', '=', true)
    .executeTakeFirst()
  if (found === undefined) return null
  await db
    .updateTable('partner_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', found.id)
    .where(sql<boolean>`coalesce(last_used_at, 'epoch') < now() - interval '1 minute'`)
    .execute()
  return found.partner_id
}

/** Whether the dealership ever had a key of its own: then the keys of the environment no longer speak for it. */
export async function hasOwnKey(db: Reader, partnerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('partner_keys')
    .select('id')
    .where('partner_id', '=', partnerId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any dealership has a key in force. */
export async function hasKeys(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('partner_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
