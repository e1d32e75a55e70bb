/** The handler of each command. A missing handler is a compile error. */
import { type CommandName, commands } from '../../src/commands/registry.ts'
import { createClient, updateClient } from './client/update-client.ts'
import { defineHandler, type Handler } from './handler.ts'
import { attachFile } from './lead/attach-file.ts'
import { captureLead } from './lead/capture-lead.ts'
import { createLead, indicate } from './lead/create-lead.ts'
import { indicateExternally } from './lead/external-indication.ts'
import { finishLead } from './lead/finish-lead.ts'
import { callResult, recordCall, undoCall } from './lead/lead-calls.ts'
import { decideMessage, sendMessage } from './lead/messages.ts'
import { beginObligation, dismissObligation, fulfilObligation } from './lead/obligations.ts'
import { noteContact, putBack } from './lead/outcome-steps.ts'
import { recoverLead } from './lead/recover-lead.ts'
import { setServiceStatus } from './lead/set-service-status.ts'
import { bringBack, updateLead } from './lead/update-lead.ts'

/** Its definition says all: what allows it, and what it writes. */
const plain = {
  'lead.schedule': defineHandler(commands['lead.schedule']),
  'lead.closeScheduling': defineHandler(commands['lead.closeScheduling']),
  'lead.addNote': defineHandler(commands['lead.addNote']),
  'lead.beginObligation': beginObligation,
  'lead.negotiate': defineHandler(commands['lead.negotiate']),
  'lead.pendingSell': defineHandler(commands['lead.pendingSell']),
  'lead.advance': defineHandler(commands['lead.advance']),
  'lead.markQuoted': defineHandler(commands['lead.markQuoted']),
  'lead.cancel': defineHandler(commands['lead.cancel']),
  'lead.setDeadlines': defineHandler(commands['lead.setDeadlines']),
  'lead.setSuspended': defineHandler(commands['lead.setSuspended']),
}

export const handlers: { readonly [Name in CommandName]: Handler } = {
  ...plain,
  'lead.create': createLead,
  'indication.create': indicate,
  'indication.external': indicateExternally,
  'lead.update': updateLead,
  'lead.bringBack': bringBack,
  'lead.capture': captureLead,
  'lead.setServiceStatus': setServiceStatus,
  'lead.recordCall': recordCall,
  'lead.callResult': callResult,
  'lead.undoCall': undoCall,
  'lead.noteContact': noteContact,
  'lead.putBack': putBack,
  'lead.sendMessage': sendMessage,
  'lead.decideMessage': decideMessage,
  'lead.attachFile': attachFile,
  'lead.fulfilObligation': fulfilObligation,
  'lead.dismissObligation': dismissObligation,
  'lead.finish': finishLead,
  'lead.recover': recoverLead,
  'client.create': createClient,
  'client.update': updateClient,
}
