/** Calls through the phone system: docs/rules.md#calls. */
import { z } from 'zod'
import { CALL_RESULTS } from '../domain/lead/calls.ts'
import { isExtension } from '../domain/phone/phone.ts'

/**
 * POST /vsphone: has the system ring `user`, a broker's login, and connect it with `extension`, the number to call.
 * `call_id` names the call, as `lead.recordCall` does later; the phone system reports under it. Every failure carries its
 * sentence as `mensagem` too. 503 `not_configured`: there is no phone system; the device dials by itself.
 */
export const phoneCallRequestSchema = z.object({
  extension: z.string().max(20).refine(isExtension, 'Telefone inválido'),
  user: z.string().min(1).max(200),
  call_id: z.uuid().optional(),
})

/** In seconds: a day. */
const LONGEST_CALL = 86_400

/**
 * POST /vsphone/result: what the phone system says that a call came to (status as in GET /callsResult), with PHONE_TOKEN as
 * bearer. Repeated it changes nothing. 404: a call that nobody has asked for or recorded. docs/rules.md#calls
 */
export const callReportSchema = z.object({
  call_id: z.uuid(),
  status: z.literal(CALL_RESULTS.map(({ var_id }) => var_id)),
  /** In seconds. */
  duration: z.number().int().min(0).max(LONGEST_CALL).default(0),
})
