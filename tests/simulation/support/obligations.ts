/**
 * Users begin, keep and dismiss limits of the law without a network, two of them the same one, and their requests come twice and
 * late, beside erasures of the client and restores. In one scenario of ten, with chances of its own. docs/rules.md#obligations
 */
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { OBLIGATION_KIND_NAMES } from '../../../src/domain/obligations/kinds.ts'
import { obligationsOf } from '../../../src/domain/obligations/obligation.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { AnyAction, Occasion } from './actions.ts'
import { isPush } from './delivery.ts'
import type { Letter } from './network.ts'
import type { Cast } from './next-steps.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { chanceInTenth } from './tenth.ts'
import { isAwake } from './up-to-date.ts'

/** Of the steps of such a scenario. */
const OFTEN = 0.3
const STREAM = 11
/** Leads that are worked while the scenario goes on. */
const WORKED = 2

const daysBefore = (now: number, days: number) => saoPauloDay(now - days * DAY_MS)
const fits: AnyAction['fits'] = (lead, user) => lead.state === 2 && roleOf(user) <= 3

/** One that runs, or, of another device's, one that may have ended. */
function which({ lead, chance, now }: Occasion) {
  const [limit] = obligationsOf(lead)
  const picked =
    limit === undefined || chance.happens(0.2) ? anyLimit(chance, now) : chance.pick(obligationsOf(lead))
  return { lead_uid: lead.uid, kind: picked.kind, since: picked.since }
}

/** Few, so that devices mean the same one. */
const anyLimit = (chance: Chance, now: number) => ({
  kind: chance.pick(OBLIGATION_KIND_NAMES),
  since: daysBefore(now, chance.pick([0, 1])),
})

const ACTS: readonly AnyAction[] = [
  {
    command: 'lead.beginObligation',
    fits,
    args: ({ lead, chance, now }) => {
      const { kind, since } = anyLimit(chance, now)
      const until = chance.pick([null, null, saoPauloDay(Date.parse(`${since}T15:00:00Z`) + 2 * DAY_MS)])
      return { lead_uid: lead.uid, kind, since, until, note: `Nota ${chance.below(1000)}` }
    },
  },
  {
    command: 'lead.fulfilObligation',
    fits,
    args: (occasion) => ({
      ...which(occasion),
      done_on: saoPauloDay(occasion.now),
      proof_kind: 'note',
      proof: `Recibo ${occasion.chance.below(1_000_000)}`,
    }),
  },
  {
    command: 'lead.dismissObligation',
    fits,
    args: (occasion) => ({ ...which(occasion), reason: `Engano ${occasion.chance.below(1_000_000)}` }),
  },
]

const names = ({ request: { body } }: Letter) => typeof body === 'string' && body.includes('Obligation"')

export class Obligations {
  readonly #stage: Stage
  readonly #cast: Cast
  readonly #chance: Chance | null

  constructor(stage: Stage, cast: Cast, seed: number) {
    this.#stage = stage
    this.#cast = cast
    this.#chance = chanceInTenth(seed, STREAM)
  }

  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null) return
    const letter = this.#stage.network.underWay.find((one) => isPush(one) && names(one))
    if (letter !== undefined && chance.happens(0.2)) await this.#twice(letter)
    if (!chance.happens(OFTEN)) return
    if (chance.happens(WORKED / 10)) await this.#cast.house.addLead(this.#cast.house.captured())
    const open = this.#stage.tablets.filter(isAwake)
    if (open.length === 0) return
    const lead = await this.#someLead(open, chance)
    if (lead === null) return
    this.#stage.clock.now += 1 + chance.below(2000)
    for (const tablet of open) if (chance.happens(0.6)) await this.#work(tablet, lead, chance)
    if (chance.happens(0.5)) {
      const tablet = chance.pick(open)
      tablet.nudge()
      await tablet.quiet()
    }
  }

  /** The request arrives now, and once more later. */
  async #twice(letter: Letter): Promise<void> {
    const { delivery } = this.#cast
    this.#stage.count('limits of the law sent twice')
    await delivery.double(letter)
    await delivery.deliver(letter)
  }

  /** One that several tablets show, where there is such a one. */
  async #someLead(open: readonly Tablet[], chance: Chance): Promise<string | null> {
    const shown = new Map<string, number>()
    for (const tablet of open)
      for (const { uid } of await tablet.look(() => tablet.db.leads.filter(isWorked).toArray()))
        shown.set(uid, (shown.get(uid) ?? 0) + 1)
    const all = [...shown].toSorted(([one], [other]) => one.localeCompare(other))
    const shared = all.filter(([, count]) => count > 1)
    if (all.length === 0) return null
    return chance.pick(shared.length > 0 ? shared : all)[0]
  }

  async #work(tablet: Tablet, lead: string, chance: Chance): Promise<void> {
    for (let times = chance.below(4); times >= 0; times--) {
      const session = await tablet.look(() => tablet.db.device.session.get('current'))
      if (session === undefined || tablet.faults.dead) return
      const made = await this.#cast.users.doIt(tablet, chance.pick(ACTS), lead, session.user)
      if (made !== null) this.#stage.count(`${made.command} by hand`)
    }
  }
}

const isWorked = ({ state }: Lead) => state === 2
