/**
 * How every call fails: one sentence in Portuguese, and the fields that it concerns. docs/rules.md#errors-of-the-api
 */
import { z } from 'zod'

/**
 * Stable codes, by which code recognises an error (never by its sentence).
 * `quota_reached`: as much as one user may make in a day.
 * `in_use`: others name the row; it is deactivated instead of deleted.
 * `session`: the only 401 that ends a session.
 * `not_configured`: this Farol has no such service.
 * `unavailable`: this Farol has the service, which did not answer.
 */
export const errorCodeSchema = z.enum([
  'session',
  'credentials',
  'forbidden',
  'not_found',
  'invalid',
  'rule',
  'conflict',
  'in_use',
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
  /** With `session`: it was ended on purpose, or its user is no longer one. What the device mirrors is not this user's any more. */
  revoked: z.boolean().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** POST /external-lead: 1 says that the message is for the user. docs/rules.md#lead-calls */
  statusError: z.literal(1).optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
