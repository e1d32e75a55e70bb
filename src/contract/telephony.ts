/** Calls through the phone system: first text, section 7. */
import { z } from 'zod'
import { isExtension } from '../domain/phone/phone.ts'

/**
 * POST /vsphone: has the system ring `user`, a broker's login, and connect it with `extension`, the number to call.
 * Every failure carries its sentence as `mensagem` too: that is what the spec's client shows. 503 `not_configured`:
 * there is no phone system; the device dials by itself.
 */
export const phoneCallRequestSchema = z.object({
  extension: z.string().max(20).refine(isExtension, 'Telefone inválido'),
  user: z.string().min(1).max(200),
})
