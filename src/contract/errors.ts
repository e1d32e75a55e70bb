/**
 * The body of every failed call: one sentence in Portuguese, and the fields with a problem.
 * docs/rules.md#errors-of-the-api
 */
import { z } from 'zod'

/**
 * Stable codes. Code recognises an error by its code, never by its sentence.
 * `confirmation_required`: the call needs a confirmation by the own password: docs/rules.md#own-password
 * `quota_reached`: the user has created as many as one day allows.
 * `erased`: the personal data of the client was erased. A device lets its queued command go.
 * `key_taken`: another user has sent this key, and no lead came of it. A device sends its creation under a new key.
 * `in_use`: others name the row; it is deactivated instead of deleted.
 * `link_unusable`: the link of a mail was used, has expired, or never was one; the message says which.
 * `session`: the only 401 that ends a session.
 * `not_configured`: the service is not configured on this server.
 * `unavailable`: the service is configured and did not answer.
 */
export const errorCodeSchema = z.enum([
  'session',
  'credentials',
  'forbidden',
  'confirmation_required',
  'not_found',
  'invalid',
  'rule',
  'conflict',
  'erased',
  'key_taken',
  'in_use',
  'link_unusable',
  'proposal_taken',
  'too_many_attempts',
  'quota_reached',
  'not_configured',
  'unavailable',
  'app_too_old',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCodeSchema>

export const errorBodySchema = z.object({
  message: z.string(),
  code: errorCodeSchema.optional(),
  /**
   * With `session`: the session was ended deliberately, or the account is no longer active.
   * The device must drop the mirrored data of this user.
   */
  revoked: z.boolean().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With `conflict` of a creating call: the row that its key has made, with other values. docs/rules.md#sent-again */
  made: z.string().optional(),
  /** POST /external-lead: 1 means that the message is for the user. docs/rules.md#lead-calls */
  statusError: z.literal(1).optional(),
  /** POST /vsphone: `message` once more, under the name that phone systems have for it. */
  mensagem: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
