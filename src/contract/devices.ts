/** Devices, what they report, and the order to erase one: docs/rules.md#devices */
import { z } from 'zod'
import { DEVICE_MODES, deviceReportSchema, ERASE_STATES } from '../domain/session/device.ts'
import { keyText } from '../domain/session/protection.ts'
import { roleIdSchema } from '../domain/session/session-user.ts'
import { defineRoute } from './route.ts'
import { messageSchema } from './session.ts'

const tag = 'Aparelhos'

export const deviceEntrySchema = z.object({
  id: z.uuid(),
  user: z.object({
    id: z.number().int(),
    name: z.string(),
    role_id: roleIdSchema,
    partners: z.array(z.number().int()),
    all_partners: z.boolean(),
  }),
  /** 'Chrome no Windows'; null: unknown. */
  device_name: z.string().nullable(),
  /** The fields of the report are null where the app on the device reports nothing. */
  app_version: z.string().nullable(),
  installed: z.boolean().nullable(),
  mode: z.enum(DEVICE_MODES),
  waiting_changes: z.number().int().nullable(),
  waiting_files: z.number().int().nullable(),
  waiting_since: z.string().nullable(),
  storage_used: z.number().int().nullable(),
  storage_persistent: z.boolean().nullable(),
  notices: z.boolean().nullable(),
  reported_at: z.string().nullable(),
  last_contact_at: z.string(),
  /** Somebody is signed in there. */
  signed_in: z.boolean(),
  /** Whether it is the device of this request. */
  current: z.boolean(),
  erase: z
    .object({
      state: z.enum(ERASE_STATES),
      requested_at: z.string(),
      received_at: z.string().nullable(),
      confirmed_at: z.string().nullable(),
      by: z.string().nullable(),
    })
    .nullable(),
})
export type DeviceEntry = z.output<typeof deviceEntrySchema>

/** Sent by the sync after an exchange, when something of it changed. */
export const reportDeviceRoute = defineRoute({
  method: 'PUT',
  path: '/devices/current',
  action: 'sync.use',
  tag,
  body: deviceReportSchema,
  answer: messageSchema,
})

/** Those of all users for the roles that manage users, else the own ones. The latest used first. */
export const devicesRoute = defineRoute({
  method: 'GET',
  path: '/devices',
  action: 'session.use',
  tag,
  answer: z.object({ data: z.array(deviceEntrySchema), server_version: z.string() }),
})

export const eraseDeviceRoute = defineRoute({
  method: 'POST',
  path: '/devices/:id/erase',
  action: 'session.use',
  confirms: 'always',
  tag,
  params: z.object({ id: z.uuid().meta({ title: 'Identificação do aparelho' }) }),
  body: z.object({
    /** The work that waits on the device is lost, and the caller knows it. */
    loses_waiting: z.boolean().default(false),
  }),
  answer: z.object({ data: deviceEntrySchema }),
})

/**
 * A device asks with the token of its ended session whether it must be erased, and reports how far it is. A locked device
 * has no token at hand: it asks with its secret.
 */
export const eraseOrderRoute = defineRoute({
  method: 'POST',
  path: '/devices/erase-order',
  action: 'public',
  tag,
  body: z.object({
    stage: z.enum(['asks', 'received', 'erased'], { error: 'Etapa desconhecida' }),
    /** In place of the token. */
    locked: z.object({ user_id: z.int32().positive(), device_secret: keyText }).optional(),
  }),
  answer: z.object({
    /** null: nothing is to be erased. */
    data: z.object({ user_id: z.number().int(), by: z.string().nullable() }).nullable(),
  }),
})
export type EraseOrder = NonNullable<z.output<(typeof eraseOrderRoute)['answer']>['data']>
