/**
 * What rows about a lead have besides the columns of their table, for other programs: docs/rules.md#reports. Answers that
 * a device kept earlier lack these fields, so each has a default. Screens do not read them.
 */
import { z } from 'zod'

const number = z.number().int()
const flag = number.min(0).max(1).nullable().default(null)
const instant = z.string().nullable().default(null)
const named = z.object({ id: number, name: z.string() })

export const rowClient = z
  .object({ name: z.string(), phone: z.string(), cellphone: z.string() })
  .default({ name: '', phone: '', cellphone: '' })
export const rowBroker = named.extend({ phone: z.string() }).nullable().default(null)
export const rowPartner = named.nullable().default(null)

/** A lead in the lists of leads of the reports. */
export const rowLead = {
  client: rowClient,
  broker: rowBroker,
  channel: named.nullable().default(null),
  partner: rowPartner,
  create_lead_date: instant,
  capture_date: instant,
  first_call_date: instant,
  end_lead_date: instant,
  state: number.nullable().default(null),
  status: number.nullable().default(null),
  sold: flag,
  lost_sale: number.nullable().default(null),
  capture_on_time: flag,
  first_call_on_time: flag,
  indication_on_time: flag,
  attendance_on_time: flag,
  client_info: z
    .object({ client_name: z.string(), client_cpf: z.string() })
    .default({ client_name: '', client_cpf: '' }),
  /** The last one. */
  lead_scheduling: z
    .object({ lead_id: number, status: number, scheduling_date: z.string() })
    .nullable()
    .default(null),
  product: z.string().nullable().default(null),
  product_details: z.record(z.string(), z.string()).nullable().default(null),
}
