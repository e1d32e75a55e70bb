/**
 * Users type other names and documents for the clients of their leads, in every tenth scenario from a late one on: a
 * client with a document never becomes another person. It has chances of its own, so that the other scenarios stay as
 * they are. docs/rules.md#identity-of-a-client
 */
import { expect } from 'vitest'
import { identityChange, type Person } from '../../../src/domain/client/identity.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import type { AnyAction } from './actions.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import type { Users } from './users.ts'

/** The first scenarios are those of most mutants, and every twelfth merges clients. */
const FIRST = 140
const EVERY = 10
const PLACE = 3
const MERGES = 12
/** Of the steps of such a scenario. */
const OFTEN = 0.3

const DOCUMENTS = ['52998224725', '11144477735', '39053344705', '20549917403'] as const
const OTHERS: readonly Person[] = [
  { name: 'Beatriz Prado', cpf: '39053344705' },
  { name: 'Caio Nunes', cpf: '20549917403' },
]

export class Identities {
  readonly #stage: Stage
  readonly #users: Users
  readonly #chance: Chance | null
  /** The clients as they were, by uid. */
  #known: ReadonlyMap<string, Person> = new Map()

  constructor(stage: Stage, users: Users, seed: number) {
    this.#stage = stage
    this.#users = users
    const isOne = seed >= FIRST && seed % EVERY === PLACE && seed % MERGES !== 0
    this.#chance = isOne ? chanceOf(seed * 1_000 + EVERY) : null
  }

  /** A user types another person, or a part of one, or does nothing. */
  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null) return
    await this.#noneIsAnother()
    if (chance.happens(OFTEN)) await this.#type(chance)
  }

  /** No scenario corrects a name, so that a client whose name shares no word with its earlier one is another person. */
  async #noneIsAnother(): Promise<void> {
    const rows = await this.#stage.server.db.selectFrom('clients').select(['uid', 'name', 'cpf']).execute()
    for (const { uid, ...now } of rows) {
      const before = this.#known.get(uid)
      if (before === undefined || now.cpf === '') continue
      const change = identityChange(before, now)
      if (change === 'person' || change === 'name')
        expect.fail(`client ${uid} was ${before.name} ${before.cpf} and is ${now.name} ${now.cpf}`)
    }
    this.#known = new Map(rows.map(({ uid, ...person }) => [uid, person]))
  }

  async #type(chance: Chance): Promise<void> {
    const open = this.#stage.tablets.filter(({ isOpen }) => isOpen)
    if (open.length === 0) return
    const tablet = chance.pick(open)
    tablet.turn()
    if (tablet.faults.dead) return
    const user = (await tablet.look(() => tablet.db.device.session.get('current')))?.user
    if (user === undefined) return
    const leads = await tablet.look(() => tablet.db.leads.toArray())
    const worked = leads.filter(({ state, version }) => state === 2 && version > 0)
    if (worked.length === 0) return
    const lead = chance.pick(worked)
    await this.#users.doIt(tablet, await this.#action(tablet, chance), lead.uid, user)
    tablet.nudge()
    await tablet.quiet()
  }

  async #action(tablet: Tablet, chance: Chance): Promise<AnyAction> {
    const other = chance.pick(OTHERS)
    const known = await tablet.look(() => tablet.db.clients.toArray())
    const other_uid = known.find(({ cpf }) => cpf === other.cpf)?.uid ?? crypto.randomUUID()
    const [what, typed] = chance.pick([
      ['another person', { client: other, identity: 'other', other_uid }],
      ['another person', { client: other, identity: 'other', other_uid: crypto.randomUUID() }],
      ['another person unasked', { client: other }],
      ['another name', { client: { name: other.name }, identity: 'other', other_uid: crypto.randomUUID() }],
      ['another name unasked', { client: { name: other.name } }],
      ['another document', { client: { cpf: chance.pick(DOCUMENTS) }, identity: 'correct' }],
      ['another document', { client: { cpf: chance.pick(DOCUMENTS) }, identity: 'correct' }],
    ] as const)
    this.#stage.count(what)
    return {
      command: 'lead.update',
      fits: (lead, user) => lead.state === 2 && roleOf(user) <= 3,
      args: ({ lead }) => ({ lead_uid: lead.uid, client_uid: lead.client_uid, changes: {}, ...typed }),
    }
  }
}
