/** A device that hands leads over, in tests without a browser: the product's own signing and sealing. docs/rules.md#hand-over */
import { hkdfSync, randomBytes } from 'node:crypto'
import { type HandOverKeys, handOverKeys } from '../../server/device-keys/hand-over-keys.ts'
import { type Certificate, handOverKeysRoute, linesOf, type Statement } from '../../src/contract/hand-over.ts'
import { handedKey } from '../../src/contract/push-command.ts'
import type { PushCommand } from '../../src/contract/sync.ts'
import { toText } from '../../src/db/bytes/base64url.ts'
import type { HandOverKeys as KeptKeys } from '../../src/db/session/hand-over-keys.ts'
import { packed, type RingKey } from '../../src/device/hand-over/packed.ts'
import { newSigningKey, type SigningKey, signedBy } from '../../src/device/hand-over/signing.ts'
import { certificateEnd, periodOf, periodsOf } from '../../src/domain/hand-over/rules.ts'

interface Calls {
  call(method: 'POST', path: string, body: object): Promise<{ readonly body: unknown }>
}

export interface Giver {
  readonly signing: SigningKey
  readonly certificate: string
  readonly certified: string
  readonly ring: readonly RingKey[]
}

/** Gets the keys of this device as its app does. */
export async function giverOn(device: Calls): Promise<Giver> {
  const signing = await newSigningKey()
  const { body } = await device.call('POST', '/hand-over/keys', { public_key: signing.publicKey })
  const { data } = handOverKeysRoute.answer.parse(body)
  return { signing, ...data }
}

export const statementOf = (command: PushCommand, handedAt: string): Statement => ({
  key: command.key,
  command: command.command,
  schema_version: command.schema_version,
  args: command.args,
  base: command.base,
  occurred_at: command.occurred_at,
  handed_at: handedAt,
})

export type Changed = Partial<{
  signature: string
  certificate: string
  certified: string
  statement: string
  key: Pick<RingKey, 'period' | 'seal'>
}>

/** Returns the bytes of the code, base64url. `changed`: what a forger put in the place of the right parts. */
export async function handedBy(
  giver: Giver,
  command: PushCommand,
  handedMs: number,
  changed: Changed = {},
): Promise<string> {
  const statement = JSON.stringify(statementOf(command, new Date(handedMs).toISOString()))
  const key = giver.ring.find(({ period }) => period === periodOf(handedMs)) ?? giver.ring[0]
  if (key === undefined) throw new Error('the ring is empty')
  const signature = await signedBy(giver.signing.own, statement)
  const { certificate, certified } = giver
  const text = { certificate, certified, signature, statement, ...changed }
  return toText(await packed(linesOf(text), changed.key ?? key))
}

/** Returns the command as the receiver of the code sends it. */
export const carriedAs = (command: PushCommand, handed: string): PushCommand => ({
  ...command,
  key: handedKey(command.key),
  handed,
})

/** A brokerage's half of the keys. Another secret is another brokerage. */
export const aBrokerage = (secret = randomBytes(32)) =>
  handOverKeys((label, bytes) => Buffer.from(hkdfSync('sha256', secret, '', label, bytes)))

/** What a device of the brokerage keeps, as after a renewal at this time. */
export async function keysOf(
  brokerage: HandOverKeys,
  { id, name }: { readonly id: number; readonly name: string },
  nowMs: number,
): Promise<KeptKeys> {
  const { own, publicKey } = await newSigningKey()
  const content: Certificate = {
    user_id: id,
    name,
    device_id: `device-${id}`,
    session_id: `session-${id}`,
    from: new Date(nowMs).toISOString(),
    until: new Date(certificateEnd(nowMs)).toISOString(),
    key: publicKey,
  }
  const certificate = JSON.stringify(content)
  const ring = periodsOf(nowMs).map((period) => ({
    period,
    seal: brokerage.ringPair(period).point.toString('base64url'),
    open: brokerage.ringPair(period).secret.toString('base64url'),
  }))
  const certified = brokerage.certify(certificate)
  const { authority } = brokerage
  return { own, publicKey, certificate, certified, authority, ring, session: `mark-${id}`, renewedAt: nowMs }
}
