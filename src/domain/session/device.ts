/** A user's device as the server knows it: docs/rules.md#devices */
import { z } from 'zod'
import { partsOf } from '../record/parts.ts'
import { counted } from '../text/counted.ts'
import { DAY_MS } from '../time/durations.ts'

/** personal: everyone who opens the browser can read the store. protected: the store is sealed. */
const DEVICE_MODES = ['personal', 'protected'] as const

const count = { sent: z.number().int().min(0).max(1_000_000), stored: z.number().int().nullable() } as const
/** null: the browser does not say. */
const yesNo = { sent: z.boolean().nullable(), stored: z.boolean().nullable() } as const

/**
 * What a device reports, each field once: as it is sent, as it is stored and listed (null where the app on the device reports
 * nothing), its name.
 */
export const DEVICE_REPORT_FIELDS = {
  app_version: { sent: z.string().max(40), stored: z.string().nullable(), label: 'Versão do aplicativo' },
  /** Opened as an installed app. */
  installed: { ...yesNo, label: 'Instalado' },
  mode: { sent: z.enum(DEVICE_MODES), stored: z.enum(DEVICE_MODES), label: 'Modo' },
  /** Changes in the queue, those that wait for a decision included, without documents. */
  waiting_changes: { ...count, label: 'Alterações não enviadas' },
  /** Documents in the queue. */
  waiting_files: { ...count, label: 'Documentos não enviados' },
  /** When the oldest of them was made, by the server's clock. */
  waiting_since: {
    sent: z.iso.datetime({ offset: true }).nullable(),
    stored: z.string().nullable(),
    label: 'Esperando desde',
  },
  /** In bytes. */
  storage_used: {
    sent: z.number().int().min(0).nullable(),
    stored: z.number().int().nullable(),
    label: 'Espaço usado',
  },
  /** The browser does not clear the store by itself. */
  storage_persistent: { ...yesNo, label: 'Espaço garantido' },
  /** Notices outside the app are switched on. */
  notices: { ...yesNo, label: 'Avisos' },
} as const

const STORED = partsOf(DEVICE_REPORT_FIELDS, 'stored')
export type StoredReport = { [Field in keyof typeof STORED]: z.output<(typeof STORED)[Field]> }

export const deviceReportSchema = z.object(partsOf(DEVICE_REPORT_FIELDS, 'sent'))
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

interface Waiting {
  readonly waiting_changes: number | null
  readonly waiting_files: number | null
}

/** How much work waits on a device. Null where it does not report. */
export const waitingCount = (device: Waiting): number | null =>
  device.waiting_changes === null ? null : device.waiting_changes + (device.waiting_files ?? 0)

/** '3 alterações e 1 documento'; empty where nothing waits. */
export const waitingParts = ({ waiting_changes, waiting_files }: Waiting): string =>
  [
    ...((waiting_changes ?? 0) > 0 ? [counted(waiting_changes ?? 0, 'alteração', 'alterações')] : []),
    ...((waiting_files ?? 0) > 0 ? [counted(waiting_files ?? 0, 'documento', 'documentos')] : []),
  ].join(' e ')

/** Of the work that an erasure destroys. */
export const lossWords = (device: Waiting): string =>
  `Não foi enviado e será perdido: ${waitingParts(device)}.`
