/** Stores a decision of the user about the queue on the device, then starts a sync. Reports a failure as a toast. */
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
