/** A sign-in on a device on which the login never had a session: its owner is notified. docs/rules.md#new-devices */
import { sql } from 'kysely'
import { z } from 'zod'
import { type NewDevice, newDeviceSchema } from '../../src/domain/notices/device-notices.ts'
import { SHOWN_FOR_MS, whenInWords } from '../../src/domain/notices/notice.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { newDeviceLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import type { Reader } from '../queries/lead-row.ts'
import { disownLink } from './links.ts'

const MOST = 20
const UNKNOWN = 'navegador desconhecido'

interface Owner {
  readonly id: number
  readonly name: string
  readonly login: string
  readonly email: string
}

/** Returns whom the sign-in is reported to. null: the account was never in use before, so every device is new. */
export async function ownerInUse(tx: Tx, userId: number, sessionId: string): Promise<Owner | null> {
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'name', 'login', 'email'])
    .where('id', '=', userId)
    .where((where) =>
      where.exists(
        where.selectFrom('sessions').select('id').where('user_id', '=', userId).where('id', '<>', sessionId),
      ),
    )
    .executeTakeFirst()
  return owner ?? null
}

/** Queues the mail. The bell reads the entry of the audit. */
export async function tellOfDevice(
  tx: Tx,
  context: Pick<AppContext, 'config' | 'now'>,
  user: Owner,
  device: string | null,
): Promise<void> {
  // São Paulo's clock, whichever day the mail is read.
  const nowMs = context.now()
  const link = await disownLink(tx, context, { userId: user.id, sinceMs: nowMs })
  const letter = newDeviceLetter(user, { device: device ?? UNKNOWN, when: whenInWords(nowMs, 0) }, link)
  await queueMail(tx, { userId: user.id, purpose: 'new_device', recipient: user.email, letter, nowMs })
}

/** The sign-ins on new devices since a notice would have left the list, the latest first. */
export async function newDevices(
  db: Reader,
  { userId, sessionId, nowMs }: { userId: number; sessionId: string; nowMs: number },
): Promise<NewDevice[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object('id', a.id, 'at', a.at, 'device_name', a.after ->> 'device_name') as row
    from audit_log a
    where a.user_id = ${userId}
      and a.entity = 'sessions'
      and a.action = 'sign_in'
      and a.after ->> 'new_device' = 'true'
      and a.entity_id <> ${sessionId}
      and a.at > ${new Date(nowMs - SHOWN_FOR_MS).toISOString()}
    order by a.id desc
    limit ${MOST}`.execute(db)
  return z.array(newDeviceSchema).parse(rows.map(({ row }) => row))
}
