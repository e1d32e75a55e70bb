/** Every command, once. The device applies from this table, the server must have a handler for each line. */
import type { z } from 'zod'
import { captureLead } from './capture-lead.ts'
import { closeScheduling } from './close-scheduling.ts'
import { scheduleLead } from './schedule-lead.ts'
import { setServiceStatus } from './set-service-status.ts'

export const commands = {
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<Name extends CommandName> = z.infer<(typeof commands)[Name]['args']>

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}
