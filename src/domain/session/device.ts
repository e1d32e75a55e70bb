/** A user's device as the server knows it: docs/rules.md#devices */
import { z } from 'zod'
import { DAY_MS } from '../time/durations.ts'

/** personal: everyone who opens the browser can read the store. protected: the store is sealed. */
export const DEVICE_MODES = ['personal', 'protected'] as const
export type DeviceMode = (typeof DEVICE_MODES)[number]

/** What a device reports. null: the browser does not say. */
export const deviceReportSchema = z.object({
  app_version: z.string().max(40),
  /** Opened as an installed app. */
  installed: z.boolean().nullable(),
  mode: z.enum(DEVICE_MODES),
  /** Changes in the queue, those that wait for a decision included, without documents. */
  waiting_changes: z.number().int().min(0).max(1_000_000),
  /** Documents in the queue. */
  waiting_files: z.number().int().min(0).max(1_000_000),
  /** When the oldest of them was made, by the server's clock. */
  waiting_since: z.iso.datetime({ offset: true }).nullable(),
  /** In bytes. */
  storage_used: z.number().int().min(0).nullable(),
  /** The browser does not clear the store by itself. */
  storage_persistent: z.boolean().nullable(),
  /** Notices outside the app are switched on. */
  notices: z.boolean().nullable(),
})
export type DeviceReport = z.infer<typeof deviceReportSchema>

/** requested: the server ended the session. received: the device has the order. confirmed: its data are gone. */
export const ERASE_STATES = ['requested', 'received', 'confirmed'] as const

/** Work that waits for longer is a notice of those who manage users. */
export const STUCK_AFTER_MS = DAY_MS

/** Whether its oldest work waits for so long. */
export const isStuck = (
  { waiting_since: since }: { readonly waiting_since: string | null },
  nowMs: number,
): boolean => since !== null && nowMs - Date.parse(since) > STUCK_AFTER_MS

/** How much work waits on a device. Null where it does not report. */
export const waitingCount = (device: {
  readonly waiting_changes: number | null
  readonly waiting_files: number | null
}): number | null =>
  device.waiting_changes === null ? null : device.waiting_changes + (device.waiting_files ?? 0)

/** Of the work that an erasure destroys. `count` is above zero. */
export const lossWords = (count: number): string =>
  count === 1
    ? '1 alteração ainda não enviada será perdida.'
    : `${count} alterações ainda não enviadas serão perdidas.`
