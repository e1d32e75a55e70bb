/** A call from this device, as the device remembers it: docs/rules.md#calls */
import { z } from 'zod'
import { CALL_WAYS } from '../../domain/lead/calls.ts'

export const lastCallSchema = z.object({
  lead_uid: z.string(),
  call_uid: z.string(),
  way: z.enum(CALL_WAYS),
  /** The command's date, by the corrected clock of the device. */
  called_at: z.string(),
  /** Whether the number was a mobile: the number itself is no device's to keep in clear. An earlier version kept neither. */
  mobile: z.boolean().optional(),
})
export type LastCall = z.infer<typeof lastCallSchema>
