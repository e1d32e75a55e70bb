/** Sign-ins of one's own account on new devices: docs/rules.md#new-devices */
import { z } from 'zod'
import type { Notice } from './notice.ts'

export const newDeviceSchema = z.object({
  /** Number of the entry of the audit. */
  id: z.number().int(),
  at: z.string(),
  /** 'Chrome no Windows'; null: unknown. */
  device_name: z.string().nullable(),
})
export type NewDevice = z.infer<typeof newDeviceSchema>

export function deviceNotices(devices: readonly NewDevice[]): Notice[] {
  return devices.map(({ id, at, device_name }) => ({
    key: `device:${id}`,
    kind: 'device',
    atMs: Date.parse(at),
    momentMs: Date.parse(at),
    title: 'Entrada em um aparelho novo',
    text: device_name ?? 'Navegador desconhecido',
    note: 'Se não foi você, abra e toque em ‘Não fui eu’',
    isUrgent: true,
    target: { to: 'profile' },
  }))
}
