/** What the database has in plain text, or sealed by the key before, is sealed by the present key at the start. docs/operations.md#device-keys */
import { sql } from 'kysely'
import type { Store } from '../db/store.ts'
import { CODE_APP_DOT, type DeviceSecrets } from './secrets.ts'
import { isPlain, isSealedBy, plainText } from './whatsapp-secrets.ts'

interface Keys {
  readonly now: DeviceSecrets
  /** DEVICE_KEYS_KEY_BEFORE; null: not set. */
  readonly before: DeviceSecrets | null
}

interface SealedAnew {
  readonly devices: number
  readonly codeApps: number
  readonly webhooks: number
  readonly whatsapp: number
}

/** A row that is changed meanwhile is left: whoever changed it sealed it by the present key. */
export async function sealAnew({ db }: Pick<Store, 'db'>, keys: Keys): Promise<SealedAnew> {
  return {
    devices: await halvesAnew(db, keys),
    codeApps: await codeAppsAnew(db, keys),
    webhooks: await webhooksAnew(db, keys),
    whatsapp: await whatsAppAnew(db, keys),
  }
}

/** For the operator who replaced the key. */
export const sealedAnewSentence = ({ devices, codeApps, webhooks, whatsapp }: SealedAnew): string =>
  `Com a DEVICE_KEYS_KEY nova foram fechados de novo ${devices} aparelhos protegidos, ${codeApps} aplicativos de códigos, ` +
  `${webhooks} segredos de webhooks e ${whatsapp} conexões do WhatsApp. ` +
  'Confira em Saúde, e tire DEVICE_KEYS_KEY_BEFORE.'

/** The hash of a PIN is keyed, and the PIN itself is not known: it ends, and its owner sets another. */
async function halvesAnew(db: Store['db'], { now, before }: Keys): Promise<number> {
  if (before === null) return 0
  const rows = await db
    .selectFrom('device_keys')
    .select(['user_id', 'device_id', 'sealed_half'])
    .where('sealed_half', 'is not', null)
    .where('key_id', '=', before.keyId)
    .execute()
  let sealed = 0
  for (const { user_id: userId, device_id: deviceId, sealed_half: former } of rows) {
    const holder = { userId, deviceId }
    const half = former === null ? null : before.open(former, holder)
    if (half === null) continue
    const { numUpdatedRows } = await db
      .updateTable('device_keys')
      .set({ sealed_half: now.seal(half, holder), key_id: now.keyId, pin_hash: null, pin_failures: 0 })
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('sealed_half', '=', former)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}

async function codeAppsAnew(db: Store['db'], { now, before }: Keys): Promise<number> {
  /** Returns what it can't open as it is. */
  const anew = (text: string | null, userId: number): string | null => {
    if (text === null) return null
    const secret = text.includes(CODE_APP_DOT) ? before?.openCodeApp(text, userId) : text
    return secret === null || secret === undefined ? text : now.sealCodeApp(secret, userId)
  }
  const own = `${now.keyId}${CODE_APP_DOT}%`
  const rows = await db
    .selectFrom('code_apps')
    .select(['user_id', 'secret', 'pending_secret'])
    .where((where) => where.or([where('secret', 'not like', own), where('pending_secret', 'not like', own)]))
    .execute()
  let sealed = 0
  for (const { user_id: userId, secret, pending_secret: pending } of rows) {
    const next = { secret: anew(secret, userId), pending_secret: anew(pending, userId) }
    if (next.secret === secret && next.pending_secret === pending) continue
    const { numUpdatedRows } = await db
      .updateTable('code_apps')
      .set(next)
      .where('user_id', '=', userId)
      .where(sql<boolean>`secret is not distinct from ${secret}`)
      .where(sql<boolean>`pending_secret is not distinct from ${pending}`)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}

async function webhooksAnew(db: Store['db'], { now, before }: Keys): Promise<number> {
  const own = `${now.keyId}${CODE_APP_DOT}`
  /** Returns what is sealed already, and what it can't open, as it is. */
  const anew = (text: string, id: string): string => {
    if (text.startsWith(own)) return text
    const secret = text.includes(CODE_APP_DOT) ? before?.openWebhook(text, id) : text
    return secret === null || secret === undefined ? text : now.sealWebhook(secret, id)
  }
  let sealed = 0
  for (const { id, secret, old_secrets: old } of await db
    .selectFrom('webhooks')
    .select(['id', 'secret', 'old_secrets'])
    .execute()) {
    const next = {
      secret: anew(secret, id),
      old_secrets: JSON.stringify(old.map((one) => ({ ...one, secret: anew(one.secret, id) }))),
    }
    if (next.secret === secret && next.old_secrets === JSON.stringify(old)) continue
    const { numUpdatedRows } = await db
      .updateTable('webhooks')
      .set(next)
      .where('id', '=', id)
      .where('secret', '=', secret)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}

async function whatsAppAnew(db: Store['db'], { now, before }: Keys): Promise<number> {
  /** Returns what is sealed already, and what it can't open, as it is. */
  const anew = (text: string, place: 'token' | 'app_secret'): string => {
    if (isSealedBy(text, now.keyId)) return text
    const secret = isPlain(text) ? plainText(text) : (before?.openWhatsApp(text, place) ?? null)
    return secret === null ? text : now.sealWhatsApp(secret, place)
  }
  let sealed = 0
  for (const { token, app_secret: secret } of await db
    .selectFrom('whatsapp_connection')
    .select(['token', 'app_secret'])
    .execute()) {
    const next = { token: anew(token, 'token'), app_secret: anew(secret, 'app_secret') }
    if (next.token === token && next.app_secret === secret) continue
    const { numUpdatedRows } = await db
      .updateTable('whatsapp_connection')
      .set(next)
      .where('token', '=', token)
      .where('app_secret', '=', secret)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}
