/** The handler of each command. A missing handler of one that is not plain is a compile error. */
import { type CommandName, commands } from '../../src/commands/registry.ts'
import { createClient, updateClient } from './client/update-client.ts'
import { type Handler, plainHandler } from './handler.ts'
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

type PlainCommand = {
  [Name in CommandName]: (typeof commands)[Name] extends { readonly isPlain: true } ? Name : never
}[CommandName]
const isPlain = (name: CommandName): name is PlainCommand => 'isPlain' in commands[name]

const handlers: { readonly [Name in Exclude<CommandName, PlainCommand>]: Handler } = {
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
  'lead.beginObligation': beginObligation,
  'lead.fulfilObligation': fulfilObligation,
  'lead.dismissObligation': dismissObligation,
  'lead.finish': finishLead,
  'lead.recover': recoverLead,
  'client.create': createClient,
  'client.update': updateClient,
}

export const handlerOf = (name: CommandName): Handler =>
  isPlain(name) ? plainHandler(commands[name]) : handlers[name]
