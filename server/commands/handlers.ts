/** A handler for each command: one that is missing does not compile. */
import type { CommandName } from '../../src/commands/registry.ts'
import { attachFile } from './attach-file.ts'
import { captureLead } from './capture-lead.ts'
import { closeScheduling } from './close-scheduling.ts'
import { createLead, indicate } from './create-lead.ts'
import { finishLead } from './finish-lead.ts'
import type { Handler } from './handler.ts'
import { cancel, setDeadlines, setSuspended } from './lead-administration.ts'
import { callResult, recordCall, undoCall } from './lead-calls.ts'
import { advance, markQuoted, negotiate, pendingSell, recover } from './lead-steps.ts'
import { scheduleLead } from './schedule-lead.ts'
import { setServiceStatus } from './set-service-status.ts'
import { createClient, updateClient } from './update-client.ts'
import { updateLead } from './update-lead.ts'

export const handlers: { readonly [Name in CommandName]: Handler } = {
  'lead.create': createLead,
  'indication.create': indicate,
  'lead.update': updateLead,
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
  'lead.negotiate': negotiate,
  'lead.pendingSell': pendingSell,
  'lead.advance': advance,
  'lead.markQuoted': markQuoted,
  'lead.recordCall': recordCall,
  'lead.callResult': callResult,
  'lead.undoCall': undoCall,
  'lead.attachFile': attachFile,
  'lead.finish': finishLead,
  'lead.recover': recover,
  'lead.cancel': cancel,
  'lead.setDeadlines': setDeadlines,
  'lead.setSuspended': setSuspended,
  'client.create': createClient,
  'client.update': updateClient,
}
