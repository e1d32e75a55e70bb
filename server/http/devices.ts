/** Devices and their erasure: docs/rules.md#devices */
import type { FastifyPluginAsync } from 'fastify'
import packageFile from '../../package.json' with { type: 'json' }
import {
  devicesRoute,
  eraseDeviceRoute,
  eraseOrderRoute,
  reportDeviceRoute,
} from '../../src/contract/devices.ts'
import type { AppContext } from '../context/app-context.ts'
import { seenDevices, storeReport } from '../devices/devices.ts'
import { eraseOrder, orderErasure } from '../devices/erase.ts'
import { serve } from '../wire/serve.ts'
import { bearerKey } from './bearer.ts'

export function deviceRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, reportDeviceRoute, async ({ body, request }) => {
      await storeReport(context, request.session, body)
      return { message: 'Recebido.' }
    })

    serve(app, devicesRoute, async ({ request }) => ({
      data: await seenDevices(context, request.session),
      server_version: packageFile.version,
    }))

    serve(app, eraseDeviceRoute, async ({ params: { id }, body, request }) => ({
      data: await orderErasure(context, request.session, { id, losesWaiting: body.loses_waiting }),
    }))

    serve(app, eraseOrderRoute, async ({ body, request }) => {
      const token = bearerKey(request)
      const { stage, locked } = body
      const proof =
        locked !== undefined
          ? { userId: locked.user_id, secret: locked.device_secret }
          : token === null
            ? null
            : { token }
      return { data: proof === null ? null : await eraseOrder(context, proof, stage) }
    })
  }
}
