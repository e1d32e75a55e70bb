/** Devices on which work waits for more than a day: docs/rules.md#devices */
import { isStuck, STUCK_AFTER_MS, waitingCount } from '../session/device.ts'
import { counted } from '../text/counted.ts'
import { ageInWords } from '../time/sao-paulo.ts'
import type { Notice } from './notice.ts'

export interface StuckDevice {
  readonly id: string
  readonly user: { readonly name: string }
  readonly device_name: string | null
  readonly waiting_changes: number | null
  readonly waiting_files: number | null
  readonly waiting_since: string | null
}

/** One notice for each device, from the moment when its oldest work has waited for a day. */
export function stuckNotices(devices: readonly StuckDevice[], nowMs: number): Notice[] {
  return devices.flatMap((device) => {
    const { id, user, device_name: name, waiting_since: since } = device
    if (since === null || !isStuck(device, nowMs)) return []
    const sinceMs = Date.parse(since)
    return [
      {
        key: `stuck:${id}:${sinceMs}`,
        kind: 'stuck',
        atMs: sinceMs + STUCK_AFTER_MS,
        momentMs: sinceMs,
        title: `Trabalho parado no aparelho de ${user.name}`,
        text: `${counted(waitingCount(device) ?? 0, 'item não enviado', 'itens não enviados')}, o mais antigo ${ageInWords(sinceMs, nowMs)}`,
        note: name ?? '',
        isUrgent: true,
        target: { to: 'devices' },
      },
    ]
  })
}
