/** All commands. The device applies them from this table; the server must have a handler for each entry. */
import type { z } from 'zod'
import { HAND_OVER_ENTRY } from '../domain/hand-over/rules.ts'
import { RECEIVED_ENTRY, SENT_ENTRY } from '../domain/whatsapp/message.ts'
import { addNote } from './add-note.ts'
import { attachFile } from './attach-file.ts'
import { bringBack } from './bring-back.ts'
import { captureLead } from './capture-lead.ts'
import { closeScheduling } from './close-scheduling.ts'
import { createIndication, createLead } from './create-lead.ts'
import { indicateExternally } from './external-indication.ts'
import { finishLead } from './finish-lead.ts'
import { cancelLead, setLeadDeadlines, setLeadSuspended } from './lead-administration.ts'
import { recordLeadCall, setCallResult, undoCall } from './lead-calls.ts'
import { advanceLead, markLeadQuoted, negotiateLead, recoverLead, sellLeadPending } from './lead-steps.ts'
import { decideMessage, sendMessage } from './messages.ts'
import { beginObligation, dismissObligation, fulfilObligation } from './obligations.ts'
import { noteContact, putBack } from './outcome-steps.ts'
import { scheduleLead } from './schedule-lead.ts'
import { setServiceStatus } from './set-service-status.ts'
import { createClient, updateClient } from './update-client.ts'
import { updateLead } from './update-lead.ts'

export const commands = {
  'lead.create': createLead,
  'indication.create': createIndication,
  'indication.external': indicateExternally,
  'lead.update': updateLead,
  'lead.bringBack': bringBack,
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
  'lead.addNote': addNote,
  'lead.negotiate': negotiateLead,
  'lead.pendingSell': sellLeadPending,
  'lead.advance': advanceLead,
  'lead.markQuoted': markLeadQuoted,
  'lead.recordCall': recordLeadCall,
  'lead.callResult': setCallResult,
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
  'lead.cancel': cancelLead,
  'lead.setDeadlines': setLeadDeadlines,
  'lead.setSuspended': setLeadSuspended,
  'client.create': createClient,
  'client.update': updateClient,
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<Name extends CommandName> = z.infer<(typeof commands)[Name]['args']>

/** Returns whether the command of that name creates a lead. */
export function beginsLead(name: string): boolean {
  return isCommandName(name) && commands[name].create !== undefined
}

/** Whether the command of that name only adds to the field's text. */
export function appendsTo(name: string, field: string): boolean {
  const appends = isCommandName(name) ? commands[name].appends : undefined
  return appends?.some((text) => text === field) ?? false
}

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

/** What the server writes without a command, as the timeline names it: docs/rules.md#returning, #transfers, #merging-clients */
const SERVER_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['lead.return', 'Volta de um lead perdido'],
  ['lead.returned', 'Volta na renovação'],
  ['lead.transfer', 'Transferência'],
  ['lead.transferUndone', 'Transferência desfeita'],
  ['client.merge', 'Clientes juntados'],
  ['client.mergeUndone', 'Junção de clientes desfeita'],
  ['lead.import', 'Importação'],
  [HAND_OVER_ENTRY, 'Recebido na mão'],
  ['lead.messageFailed', 'Mensagem não enviada'],
  ['client.optOut', 'Pedido do cliente'],
  [SENT_ENTRY, 'Mensagem de WhatsApp enviada'],
  [RECEIVED_ENTRY, 'Mensagem de WhatsApp recebida'],
])

/** Returns the Portuguese label of a command name in the queue or the timeline. */
export function commandLabel(name: string): string {
  if (isCommandName(name)) return commands[name].label
  return SERVER_ENTRIES.get(name) ?? 'Alteração de uma versão mais nova do aplicativo'
}
