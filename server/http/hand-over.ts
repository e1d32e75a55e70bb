/** The keys of hand-overs: docs/rules.md#hand-over */
import type { FastifyPluginAsync } from 'fastify'
import { type Certificate, handOverKeysRoute } from '../../src/contract/hand-over.ts'
import { certificateEnd, periodsOf } from '../../src/domain/hand-over/rules.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { AppContext } from '../context/app-context.ts'
import { secretsOf } from '../device-keys/device-keys.ts'
import { deviceKeyFrom } from '../device-keys/hand-over-keys.ts'
import { invalidField } from '../wire/errors.ts'
import { serve } from '../wire/serve.ts'
import { holderIn } from './device-keys.ts'

export function handOverRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, handOverKeysRoute, async ({ body: { public_key: key }, request }) => {
      const { id, user } = request.session
      const { deviceId } = holderIn(request.session)
      if (deviceKeyFrom(key) === null) throw invalidField('public_key', 'Esta chave não é de um aparelho.')
      const { authority, certify, ringPair } = secretsOf(context).handOver
      const opens = may('lead.receive', roleOf(user))
      const now = context.now()
      const content: Certificate = {
        user_id: user.id,
        name: user.name,
        device_id: deviceId,
        session_id: id,
        from: new Date(now).toISOString(),
        until: new Date(certificateEnd(now)).toISOString(),
        key,
      }
      const certificate = JSON.stringify(content)
      const ring = periodsOf(now).map((period) => {
        const { point, secret } = ringPair(period)
        const open = opens ? secret.toString('base64url') : null
        return { period, seal: point.toString('base64url'), open }
      })
      return { data: { certificate, certified: certify(certificate), authority, ring } }
    })
  }
}
