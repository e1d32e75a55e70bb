/**
 * What a locked device may send: one request that the sync worker sealed for the server while the device was open. The service
 * worker reads the record without keys. docs/sync-protocol.md#sealed-push
 */
import { z } from 'zod'

/** Name of the `meta` record. */
export const SEALED_PUSH = 'sealedPush'

/**
 * Name of the `meta` record with the keys of commands that were ever in a request of the locked device: the server may have them,
 * whatever came back. Each stays until its command has an answer.
 */
export const LOCKED_SENDS = 'lockedSends'

export const lockedSendsFrom = (value: unknown): string[] => z.array(z.string()).catch([]).parse(value)

const sealedPushSchema = z.object({
  /** What `POST /sync/sealed` takes. */
  sealed: z.string(),
  /** Of the commands in it. A command that was given up or changed since has another key, or none. */
  keys: z.array(z.string()),
  /** When it was sealed, epoch ms of the device's clock. */
  at: z.number(),
  /** The server has answered for all of them. The answers are learnt at the unlock. */
  sent: z.boolean(),
})
export type SealedPushRecord = z.infer<typeof sealedPushSchema>

/** Returns null for no record, or one of another version. */
export function sealedPushFrom(value: unknown): SealedPushRecord | null {
  const { data } = sealedPushSchema.safeParse(value)
  return data ?? null
}
