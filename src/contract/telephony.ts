/** Calls through the phone system: docs/rules.md#calls. */
import { z } from 'zod'
import { CALL_FIELDS } from '../domain/lead/call-fields.ts'
import { isExtension } from '../domain/phone/phone.ts'
import { integrationsSchema } from '../domain/settings/integrations.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post } = routesOf('Serviços')

/**
 * The phone system rings `user`, a broker's login, then connects the number `extension`. `call_id` identifies the
 * call, also in `lead.recordCall`; the phone system reports under it. A failure contains its sentence as `mensagem`
 * too. 503 `not_configured`: there is no phone system, and the device dials itself.
 */
export const phoneCallRoute = post('/vsphone', 'phone.call', {
  body: z.object({
    extension: z.string().max(20).refine(isExtension, 'Telefone inválido'),
    user: z.string().min(1).max(200),
    call_id: z.uuid().optional(),
  }),
  answer: messageSchema,
})

/**
 * The phone system reports the result of a call, with PHONE_TOKEN as bearer. `status` is one of GET /callsResult.
 * Repeating it changes nothing. 404: the call was neither requested nor recorded. docs/rules.md#calls
 */
export const callReportRoute = post('/vsphone/result', 'public', {
  key: 'phoneToken',
  body: z.object({ call_id: z.uuid(), status: CALL_FIELDS.status.sent, duration: CALL_FIELDS.duration.sent }),
  answer: messageSchema,
})

/** Which of the server's services the app may offer. */
export const integrationsRoute = get('/integrations', 'catalogues.read', { answer: integrationsSchema })
