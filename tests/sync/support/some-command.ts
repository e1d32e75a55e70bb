/** The commands of the broker in a scenario. */

import { runCommand } from '../../../src/db/outbox/run-command.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import type { Chance } from './random.ts'
import type { World } from './world.ts'

/** Runs a random command that a card or form offers for the lead. Returns its outcome. */
export async function someCommand({ device, chance, clock }: World, lead: Lead) {
  const lead_uid = lead.uid
  const now = { nowMs: clock.now + clock.skew }
  if (lead.state === 1) return runCommand(device.db, 'lead.capture', { lead_uid }, now)
  switch (chance.below(6)) {
    case 0:
      return runCommand(
        device.db,
        'lead.setServiceStatus',
        { lead_uid, service_status: chance.below(4) },
        now,
      )
    case 1:
      return runCommand(device.db, 'lead.closeScheduling', { lead_uid }, now)
    case 2:
      return runCommand(
        device.db,
        'client.update',
        { client_uid: lead.client_uid, changes: clientChanges(chance) },
        now,
      )
    case 3:
    case 4:
      return runCommand(
        device.db,
        'lead.update',
        {
          lead_uid,
          changes: { proposal: `P${chance.below(3)}`, product_details: { details: `D${chance.below(3)}` } },
          client_uid: lead.client_uid,
          ...(chance.happens(0.6) ? { client: clientChanges(chance) } : {}),
        },
        now,
      )
    default: {
      const scheduling_date = new Date(clock.now + chance.below(48) * HOUR_MS).toISOString()
      return runCommand(device.db, 'lead.schedule', { lead_uid, scheduling_date, description: 'Ligar' }, now)
    }
  }
}

export function clientChanges(chance: Chance) {
  const mail = `m${chance.below(3)}@exemplo.com.br`
  return chance.pick([
    { mail },
    { name: `Nome ${chance.below(3)}` },
    { address: { cep: `0${chance.below(3)}` } },
  ])
}
