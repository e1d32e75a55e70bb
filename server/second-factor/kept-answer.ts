/**
 * An answer that brings a secret once may be lost on its way. For a minute the same caller gets it again: it is sealed by what
 * that caller alone has, a token and its Idempotency-Key. docs/rules.md#second-factor
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Call } from '../context/call.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Asked {
  /** A secret of the caller: the token of its step or session. */
  readonly secret: string
  readonly body: unknown
}

interface Keys {
  readonly name: string
  readonly seal: Buffer
}

/** null: the caller sent no key. Another body is another question. */
function keysOf({ key, operation }: Call, { secret, body }: Asked): Keys | null {
  if (key === null) return null
  const asked = [secret, key, operation, JSON.stringify(body)].join('\n')
  const derived = (label: string) =>
    Buffer.from(hkdfSync('sha256', asked, '', `farol kept answer ${label}`, 32))
  return { name: derived('name').toString('hex'), seal: derived('seal') }
}

export async function keepAnswer(
  { store, now }: AppContext,
  call: Call,
  asked: Asked,
  answer: unknown,
): Promise<void> {
  const keys = keysOf(call, asked)
  if (keys === null) return
  await store.db.deleteFrom('kept_answers').where('expires_at', '<=', new Date(now()).toISOString()).execute()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce, { authTagLength: TAG_BYTES })
  const sealed = [nonce, cipher.update(JSON.stringify(answer), 'utf8'), cipher.final(), cipher.getAuthTag()]
  const row = {
    sealed: Buffer.concat(sealed).toString('base64url'),
    expires_at: new Date(now() + MINUTE_MS).toISOString(),
  }
  await store.db
    .insertInto('kept_answers')
    .values({ key_hash: keys.name, ...row })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row))
    .execute()
}

/** The answer to the same question within the last minute, or null. */
export async function keptAnswer<Schema extends z.ZodType>(
  { store, now }: AppContext,
  call: Call,
  asked: Asked,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const keys = keysOf(call, asked)
  if (keys === null) return null
  const row = await store.db
    .selectFrom('kept_answers')
    .select('sealed')
    .where('key_hash', '=', keys.name)
    .where('expires_at', '>', new Date(now()).toISOString())
    .executeTakeFirst()
  if (row === undefined) return null
  const bytes = Buffer.from(row.sealed, 'base64url')
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(end))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
  return schema.parse(JSON.parse(text.toString('utf8')))
}
