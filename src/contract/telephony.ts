/** Calls through the phone system: docs/rules.md#calls. */
import { z } from 'zod'
import { CALL_RESULTS } from '../domain/lead/calls.ts'
import { isExtension } from '../domain/phone/phone.ts'

/**
 * POST /vsphone: the phone system rings `user`, a broker's login, then connects the number `extension`.
 * `call_id` identifies the call, also in `lead.recordCall`; the phone system reports under it. A failure contains its
 * sentence as `mensagem` too. 503 `not_configured`: there is no phone system, and the device dials itself.
 */
export const phoneCallRequestSchema = z.object({
  extension: z.string().max(20).refine(isExtension, 'Telefone inválido'),
  user: z.string().min(1).max(200),
  call_id: z.uuid().optional(),
})

/** One day, in seconds. */
const LONGEST_CALL = 86_400

/**
 * POST /vsphone/result: the phone system reports the result of a call, with PHONE_TOKEN as bearer. `status` is one of
 * GET /callsResult. Repeating it changes nothing. 404: nobody requested or recorded the call. docs/rules.md#calls
 */
export const callReportSchema = z.object({
  call_id: z.uuid(),
  status: z.literal(CALL_RESULTS.map(({ var_id }) => var_id)),
  /** In seconds. */
  duration: z.number().int().min(0).max(LONGEST_CALL).default(0),
})
