/** A handler for each command: one that is missing does not compile. */
import type { CommandName } from '../../src/commands/registry.ts'
import { captureLead } from './capture-lead.ts'
import { closeScheduling } from './close-scheduling.ts'
import type { Handler } from './handler.ts'
import { scheduleLead } from './schedule-lead.ts'
import { setServiceStatus } from './set-service-status.ts'

export const handlers: { readonly [Name in CommandName]: Handler } = {
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
}
