/** The world of a sync test: one server, one network, one device of one broker, and a clock. */
import { vi } from 'vitest'
import type { CommandArgs, CommandName } from '../../../src/commands/registry.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import type { LeadFields } from '../../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import type { RoleId, SessionUser } from '../../../src/domain/session/session-user.ts'
import { aLead, aUser, NOW } from '../../unit/domain/fixtures.ts'
import { Device } from './device.ts'
import { FakeServer } from './fake-server.ts'
import { Network } from './network.ts'
import { type Chance, chance } from './random.ts'

/** Each world has a database of its own. */
let userId = 1000

export interface World {
  readonly server: FakeServer
  readonly network: Network
  readonly device: Device
  readonly user: SessionUser
  readonly chance: Chance
  readonly clock: { now: number; skew: number }
}

/** Returns a world with a signed-in broker of channel 7, `leads` unclaimed leads on the server, and an empty device. */
interface Options {
  readonly leads?: number
  readonly role?: RoleId
}

export async function aWorld({ leads = 4, role = 3 }: Options = {}): Promise<World> {
  userId += 1
  const user = aUser(role, {
    id: userId,
    technical_team: { id: 1, description: 'Equipe', channels: [{ id: 7, name: 'Renovação' }], active: true },
  })
  const clock = { now: NOW, skew: 0 }
  const server = new FakeServer(user, () => clock.now)
  for (let number = 1; number <= leads; number++) server.write(leadNumber(number))
  const network = new Network(server)
  vi.stubGlobal('fetch', network.fetch)
  const random = chance(1)
  const device = new Device({ server, chance: random, now: () => clock.now + clock.skew })
  await device.signIn(`token-${userId}-1`)
  return { server, network, device, user, chance: random, clock }
}

export function leadNumber(number: number) {
  return aLead({
    uid: `lead-${number}`,
    id: number,
    channel_id: 7,
    client_uid: uuid('client', 5000 + number),
    client_name: `Cliente ${number}`,
  })
}

/** Returns a world after the first sync. */
export async function aSyncedWorld(options: Options = {}): Promise<World> {
  const world = await aWorld(options)
  await world.device.cycle()
  return world
}

/** Runs a command on the device and returns its record. Throws if it was not queued. */
export async function run<Name extends CommandName>(
  { device, clock }: World,
  name: Name,
  args: CommandArgs<Name>,
): Promise<OutboxRecord> {
  const outcome = await runCommand(device.db, name, args, { nowMs: clock.now + clock.skew })
  if (outcome.kind !== 'queued') throw new Error(`${outcome.kind}: ${outcome.message}`)
  return outcome.record
}

/** Returns the queue, oldest first. */
export const queue = ({ device }: World) => device.db.outbox.orderBy('seq').toArray()

export const capture = (world: World, uid: string) => run(world, 'lead.capture', { lead_uid: uid })
export const setStatus = (world: World, uid: string, service_status: number) =>
  run(world, 'lead.setServiceStatus', { lead_uid: uid, service_status })
export const schedule = (world: World, uid: string, scheduling_date: string) =>
  run(world, 'lead.schedule', { lead_uid: uid, scheduling_date, description: 'Ligar' })

/** Loses all requests from now on. */
export function goOffline({ network }: World): void {
  network.fault = () => 'lost request'
}
/** Removes all faults of the network. */
export function goOnline({ network }: World): void {
  network.fault = () => null
}

/** Returns a UUID that ends with the number. */
export const uuid = (kind: 'lead' | 'client' | 'file', number: number): string =>
  `00000000-0000-7000-${{ lead: '8000', client: '9000', file: 'a000' }[kind]}-${String(number).padStart(12, '0')}`

export const clientFields = (changes: Partial<ClientFields> = {}): ClientFields => ({
  name: 'Novo Cliente',
  phone: '',
  cellphone: '11912345678',
  mail: 'novo@exemplo.com.br',
  cpf: '',
  rg: '',
  birth_date: null,
  no_messages_since: null,
  address: { cep: '', street: '', number: '', comp: '', district: '', city: '', state: '' },
  ...changes,
})

interface Creation {
  readonly lead?: Partial<LeadFields>
  readonly client?: Partial<ClientFields>
  readonly client_uid?: string
}

/** Returns the arguments of a creation. Lead and client have the same number unless `client_uid` is given. */
export function creation({ user, clock }: World, number: number, changes: Creation = {}) {
  const empty = emptyLeadFields(user, new Date(clock.now).toISOString())
  return {
    lead_uid: uuid('lead', number),
    client_uid: changes.client_uid ?? uuid('client', number),
    lead: { ...empty, channel_id: 7, insurance_id: 1, ...changes.lead },
    client: clientFields(changes.client),
  }
}

/** Creates a lead on the device. The server refuses it while `lead.insurance_id` is null. */
export const create = (world: World, number: number, changes: Creation = {}) =>
  run(world, 'lead.create', creation(world, number, changes))

export const saveClient = (
  world: World,
  client_uid: string,
  changes: CommandArgs<'client.update'>['changes'],
) => run(world, 'client.update', { client_uid, changes })
