/** Devices, what they report, and the order to erase one: docs/rules.md#devices */
import { z } from 'zod'
import { partsOf } from '../domain/record/parts.ts'
import { DEVICE_REPORT_FIELDS, deviceReportSchema, ERASE_STATES } from '../domain/session/device.ts'
import { keyText } from '../domain/session/protection.ts'
import { roleIdSchema } from '../domain/session/session-user.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put } = routesOf('Aparelhos')

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
  ...partsOf(DEVICE_REPORT_FIELDS, 'stored'),
  reported_at: z.string().nullable(),
  last_contact_at: z.string(),
  /** Whether a user is signed in on the device. */
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
export const reportDeviceRoute = put('/devices/current', 'sync.use', {
  body: deviceReportSchema,
  answer: messageSchema,
})

/**
 * Lists the devices of all users for roles that manage users, else the caller's own devices. The latest used comes
 * first.
 */
export const devicesRoute = get('/devices', 'session.use', {
  answer: z.object({ data: z.array(deviceEntrySchema), server_version: z.string() }),
})

export const eraseDeviceRoute = post('/devices/:id/erase', 'session.use', {
  confirms: 'always',
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
export const eraseOrderRoute = post('/devices/erase-order', 'public', {
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
