/** Writes of colleagues on the server. */

import type { OutboxRecord } from '../../../src/db/mirror/schema.ts'
import { isCreation } from '../../../src/db/outbox/replay.ts'
import type { Chance } from './random.ts'
import { clientChanges } from './some-command.ts'
import { leadNumber, uuid, type World } from './world.ts'

/** A colleague takes, changes, releases or creates a lead, or changes a client. `number` returns a new number. */
export async function colleagueWrites(world: World, number: () => number): Promise<void> {
  const { server, device, chance, user, clock } = world
  const queued = await device.db.outbox.toArray()
  // Half of the writes go to a lead with a pending command, where they can conflict.
  const mayConflict = queued.length > 0 && chance.happens(0.5)
  if (mayConflict && chance.happens(0.4)) return writesClient(world, chance.pick(queued), number)
  const uid = mayConflict ? chance.pick(queued).entityUid : chance.pick([...server.leads.keys()])
  const lead = server.leads.get(uid)
  if (lead === undefined) return
  if (lead.state === 1)
    server.change(lead.uid, chance.happens(0.7) ? { state: 2, broker_id: 77, status: 2 } : { on_fire: true })
  else if (lead.broker_id === user.id)
    server.change(
      lead.uid,
      chance.happens(0.2)
        ? { broker_id: 77 }
        : { service_status: chance.below(4), on_fire: chance.happens(0.5) },
    )
  else if (chance.happens(0.5)) server.change(lead.uid, { state: 1, broker_id: null, status: 1 })
  else
    server.write({
      ...leadNumber(server.leads.size + 1),
      create_lead_date: new Date(clock.now).toISOString(),
    })
}

/** A colleague changes the client of a pending command, or creates the same client under another uid. */
function writesClient({ server, chance }: World, record: OutboxRecord, number: () => number): void {
  if (record.clientUid !== null && server.rows.clients.has(record.clientUid))
    server.changeClient(record.clientUid, colleaguesChanges(chance))
  else if (isCreation(record)) {
    const made = 1000 + number()
    const place = server.leads.size + 1
    const cpf = `CPF-${chance.below(4)}`
    if (server.rows.withCpf(cpf) !== undefined) return
    server.write({
      ...leadNumber(place),
      uid: uuid('lead', made),
      client_uid: uuid('client', made),
      client_cpf: cpf,
    })
  }
}

function colleaguesChanges(chance: Chance) {
  const { address: _address, ...changes } = { address: null, ...clientChanges(chance) }
  return changes
}
