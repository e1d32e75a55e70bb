/** Makes the codes of a waiting creation: docs/rules.md#hand-over */
import { certificateSchema, linesOf, type Statement } from '../../contract/hand-over.ts'
import { asStated } from '../../contract/push-command.ts'
import { correctedNow } from '../../db/mirror/clock-offset.ts'
import { handable } from '../../db/outbox/handable.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import { type HandOverKeys, handOverKeys } from '../../db/session/hand-over-keys.ts'
import { codesOf } from '../../domain/hand-over/parts.ts'
import {
  CODE_LIFE_MS,
  NO_KEYS,
  NOT_WAITING,
  OLD_KEYS,
  periodOf,
  TOO_LONG,
} from '../../domain/hand-over/rules.ts'
import { packed } from './packed.ts'
import { signedBy } from './signing.ts'

export type Given =
  | {
      readonly kind: 'codes'
      readonly codes: readonly string[]
      /** When they end, by this device's own clock, epoch ms. */
      readonly endsAt: number
    }
  | { readonly kind: 'impossible'; readonly message: string }

const impossible = (message: string): Given => ({ kind: 'impossible', message })

/** Makes new codes of the lead. Each call makes others, which hold for ten minutes. */
export async function giveLead(db: MirrorDb, leadUid: string, nowMs: number): Promise<Given> {
  const [record, keys, serverMs] = await Promise.all([
    handable(db, leadUid),
    handOverKeys(db),
    correctedNow(db, nowMs),
  ])
  if (record === null) return impossible(NOT_WAITING)
  if (keys === null) return impossible(NO_KEYS)
  const ringKey = keys.ring.find(({ period }) => period === periodOf(serverMs))
  if (ringKey === undefined || !isCertified(keys, serverMs)) return impossible(OLD_KEYS)
  const statement: Statement = {
    ...asStated(record),
    handed_at: new Date(serverMs).toISOString(),
  }
  const text = JSON.stringify(statement)
  const signature = await signedBy(keys.own, text)
  const lines = linesOf({ ...keys, signature, statement: text })
  const [id = 0] = crypto.getRandomValues(new Uint16Array(1))
  const codes = codesOf(await packed(lines, ringKey), id)
  return codes === null ? impossible(TOO_LONG) : { kind: 'codes', codes, endsAt: nowMs + CODE_LIFE_MS }
}

function isCertified({ certificate }: HandOverKeys, serverMs: number): boolean {
  const { data } = certificateSchema.safeParse(JSON.parse(certificate))
  return data !== undefined && Date.parse(data.until) > serverMs
}
