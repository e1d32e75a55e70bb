/** Commands that a user can run on a lead from the board, with their toasts. All work offline. */
import { FAILED, runCommandWithToast } from '../../device/run-command-with-toast.ts'

export interface LeadCommands {
  /** True once the command is applied on this device and queued. */
  readonly capture: (uid: string) => Promise<boolean>
  readonly recover: (uid: string) => Promise<boolean>
  readonly setServiceStatus: (uid: string, status: number | null) => Promise<boolean>
}

export function leadCommands(userId: number): LeadCommands {
  return {
    capture: (uid) =>
      runCommandWithToast(
        userId,
        'lead.capture',
        { lead_uid: uid },
        { done: 'Lead capturada com sucesso', failed: 'Erro ao capturar Lead' },
      ),
    recover: (uid) =>
      runCommandWithToast(
        userId,
        'lead.recover',
        { lead_uid: uid },
        { done: 'Lead modificada com sucesso', failed: FAILED },
      ),
    setServiceStatus: (uid, status) =>
      runCommandWithToast(
        userId,
        'lead.setServiceStatus',
        { lead_uid: uid, service_status: status },
        { done: null, failed: FAILED },
      ),
  }
}
