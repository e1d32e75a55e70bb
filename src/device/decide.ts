/** What the user decides about the queue: kept on the device, then sent. */
import { notify } from '../ui/notify.ts'
import { nudgeSync } from '../workers/sync-bridge.ts'

export async function decide(decision: () => Promise<void>): Promise<void> {
  try {
    await decision()
    nudgeSync()
  } catch {
    notify.error('Não foi possível guardar sua decisão neste aparelho. Tente de novo.')
  }
}
