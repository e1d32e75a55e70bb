/** The handler of each command. A missing handler is a compile error. */
import type { CommandName } from '../../src/commands/registry.ts'
import { createClient, updateClient } from './client/update-client.ts'
import type { Handler } from './handler.ts'
import { addNote } from './lead/add-note.ts'
import { attachFile } from './lead/attach-file.ts'
import { captureLead } from './lead/capture-lead.ts'
import { closeScheduling } from './lead/close-scheduling.ts'
import { createLead, indicate } from './lead/create-lead.ts'
import { indicateExternally } from './lead/external-indication.ts'
import { finishLead } from './lead/finish-lead.ts'
import { cancel, setDeadlines, setSuspended } from './lead/lead-administration.ts'
import { callResult, recordCall, undoCall } from './lead/lead-calls.ts'
import { advance, markQuoted, negotiate, pendingSell, recover } from './lead/lead-steps.ts'
import { noteContact, putBack } from './lead/outcome-steps.ts'
import { scheduleLead } from './lead/schedule-lead.ts'
import { setServiceStatus } from './lead/set-service-status.ts'
import { updateLead } from './lead/update-lead.ts'

export const handlers: { readonly [Name in CommandName]: Handler } = {
  'lead.create': createLead,
  'indication.create': indicate,
  'indication.external': indicateExternally,
  'lead.update': updateLead,
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
  'lead.addNote': addNote,
  'lead.negotiate': negotiate,
  'lead.pendingSell': pendingSell,
  'lead.advance': advance,
  'lead.markQuoted': markQuoted,
  'lead.recordCall': recordCall,
  'lead.callResult': callResult,
  'lead.undoCall': undoCall,
  'lead.noteContact': noteContact,
  'lead.putBack': putBack,
  'lead.attachFile': attachFile,
  'lead.finish': finishLead,
  'lead.recover': recover,
  'lead.cancel': cancel,
  'lead.setDeadlines': setDeadlines,
  'lead.setSuspended': setSuspended,
  'client.create': createClient,
  'client.update': updateClient,
}
