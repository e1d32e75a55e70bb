/** What a user can do to a lead from the board: one command each, with its words. All of it works offline. */
import type { CommandArgs, CommandName } from '../../commands/registry.ts'
import { openMirror } from '../../db/mirror.ts'
import { runCommand } from '../../db/run-command.ts'
import { CLOSED_MESSAGE, SCHEDULED_MESSAGE } from '../../domain/lead/scheduling.ts'
import { notify } from '../../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../../workers/sync-bridge.ts'

const FAILED = 'Houve um Problema'

export interface LeadCommands {
  /** True when it is done on this device and queued. */
  readonly capture: (uid: string) => Promise<boolean>
  readonly schedule: (uid: string, schedulingDate: string, description: string) => Promise<boolean>
  readonly closeScheduling: (uid: string, description: string) => Promise<boolean>
  readonly setServiceStatus: (uid: string, status: number | null) => Promise<boolean>
}

interface Words {
  readonly done: string | null
  readonly failed: string
}

export function leadCommands(userId: number): LeadCommands {
  async function run<Name extends CommandName>(
    name: Name,
    args: CommandArgs<Name>,
    words: Words,
  ): Promise<boolean> {
    try {
      const outcome = await runCommand(openMirror(userId), name, args)
      if (outcome.kind !== 'queued') {
        notify.error(`${words.failed}. ${outcome.message}`)
        return false
      }
      if (words.done !== null) notify.success(words.done)
      nudgeSync()
      void requestBackgroundSync()
      return true
    } catch (error) {
      notify.error(`${words.failed}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  return {
    capture: (uid) =>
      run(
        'lead.capture',
        { lead_uid: uid },
        { done: 'Lead capturada com sucesso', failed: 'Erro ao capturar Lead' },
      ),
    schedule: (uid, schedulingDate, description) =>
      run(
        'lead.schedule',
        { lead_uid: uid, scheduling_date: schedulingDate, description },
        { done: SCHEDULED_MESSAGE, failed: FAILED },
      ),
    closeScheduling: (uid, description) =>
      run('lead.closeScheduling', { lead_uid: uid, description }, { done: CLOSED_MESSAGE, failed: FAILED }),
    setServiceStatus: (uid, status) =>
      run('lead.setServiceStatus', { lead_uid: uid, service_status: status }, { done: null, failed: FAILED }),
  }
}
