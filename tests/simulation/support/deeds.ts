/** What a user can do on a tablet: one line a command. */
import type { CommandArgs, CommandName } from '../../../src/commands/registry.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Chance } from '../../sync/support/random.ts'

export interface Occasion {
  /** As the screen shows it. */
  readonly lead: Lead
  readonly chance: Chance
  /** The tablet's clock, epoch ms. */
  readonly now: number
}

interface Deed<Name extends CommandName> {
  readonly command: Name
  /** Whether a screen would offer it. */
  readonly fits: (lead: Lead) => boolean
  readonly args: (occasion: Occasion) => CommandArgs<Name>
}

/** Each with its own arguments' type, told apart by its name. */
export type AnyDeed = { [Name in CommandName]: Deed<Name> }[CommandName]

const HOUR = 3_600_000
const isWorked = (lead: Lead) => lead.state === 2
const inHours = (now: number, hours: number) => new Date(now + hours * HOUR).toISOString()

export const DEEDS: readonly AnyDeed[] = [
  { command: 'lead.capture', fits: (lead) => lead.state === 1, args: ({ lead }) => ({ lead_uid: lead.uid }) },
  {
    command: 'lead.setServiceStatus',
    fits: isWorked,
    args: ({ lead, chance }) => ({
      lead_uid: lead.uid,
      service_status: chance.pick([1, 2, 3, null].filter((status) => status !== lead.service_status)),
    }),
  },
  {
    command: 'lead.closeScheduling',
    fits: (lead) => isWorked(lead) && lead.lead_scheduling?.status === 0,
    args: ({ lead }) => ({ lead_uid: lead.uid }),
  },
  {
    command: 'lead.schedule',
    fits: isWorked,
    args: ({ lead, chance, now }) => ({
      lead_uid: lead.uid,
      scheduling_date: inHours(now, chance.below(48)),
      description: 'Ligar',
    }),
  },
]
