/** The origin of a demo lead: channel, line, referrer, dealership, product. */

import { CHANNEL, isRenewal, RENEWAL_CHANNELS } from '../../src/domain/lead/channel-rules.ts'
import { isVehicle } from '../../src/domain/lead/insurance-line.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import { isActive } from '../../src/domain/session/active.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { INSURANCES } from '../db/reference-data.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { CARS, INSURERS } from './names.ts'
import { type DemoUser } from './people.ts'
import type { PlannedLead } from './planned-lead.ts'
import type { Random } from './random.ts'

const CHANNEL_WEIGHTS: readonly (readonly [number, number])[] = [
  [1, 34],
  [6, 8],
  [7, 6],
  [8, 10],
  [9, 7],
  [10, 6],
  [14, 8],
  [29, 10],
  [2, 2],
  [3, 3],
  [4, 3],
  [5, 3],
]
const RENEWAL_WEIGHTS = RENEWAL_CHANNELS.map((id) => [id, 1] as const)

const ALL_LINES = INSURANCES.map(({ id }) => id)
const OTHER_LINES = ALL_LINES.filter((id) => id > 3 && id !== 25)

function insuranceOf(channelId: number, random: Random): number {
  if (channelId === 1 || channelId === 2)
    return random.weighted([
      [1, 5],
      [2, 4],
      [3, 2],
    ])
  if (channelId === CHANNEL.renewal || channelId === CHANNEL.lostRenewal || isRenewal(channelId))
    return random.weighted([
      [1, 3],
      [2, 5],
      [4, 1],
      [28, 1],
    ])
  if (channelId === 8 && random.chance(0.08)) return 25
  return random.chance(0.35) ? random.between(1, 3) : random.pick(OTHER_LINES)
}

/** Vehicle identification numbers contain no I, O and Q. */
const VIN = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function vehicle(insuranceId: number, createdMs: number, random: Random) {
  const car = random.pick(CARS)
  const model = random.pick(car.models)
  const made = new Date(createdMs).getUTCFullYear() - (insuranceId === 2 ? random.between(1, 9) : 0)
  return {
    product: `${car.brand} ${model}`,
    product_details: {
      details: insuranceId === 2 ? 'Usado' : 'Zero quilômetro',
      chassis: `9B${random.text(VIN, 15)}`,
      license_plate:
        insuranceId === 1
          ? ''
          : `${random.text(LETTERS, 3)}${random.between(0, 9)}${random.text(LETTERS, 1)}${random.digits(2)}`,
      year: `${made}/${made + 1}`,
      brand: car.brand,
    },
  }
}

function product(insuranceId: number, createdMs: number, random: Random) {
  if (isVehicle(insuranceId)) return vehicle(insuranceId, createdMs, random)
  const name = INSURANCES.find(({ id }) => id === insuranceId)?.name ?? null
  return {
    product: name,
    product_details: { details: '', chassis: '', license_plate: '', year: '', brand: '' },
  }
}

/** The README's referrer accounts get a share of each demo's leads, up to a realistic number. */
const REFERRERS: readonly number[] = [
  DEMO_ACCOUNTS.concessionaria,
  DEMO_ACCOUNTS.indicador,
  DEMO_ACCOUNTS.especial,
  DEMO_ACCOUNTS.parceiro,
]
const REFERRER_SHARE = 0.017
const REFERRER_MOST = 45

export class LeadOrigins {
  readonly #inviters: readonly DemoUser[]
  readonly #byId: ReadonlyMap<number, DemoUser>
  readonly #given = new Map<number, number>()

  constructor(users: readonly DemoUser[]) {
    this.#inviters = users.filter(
      (user) => !isStaff(user.role) && isActive(user) && !REFERRERS.includes(user.id),
    )
    this.#byId = new Map(users.map((user) => [user.id, user]))
  }

  #inviter(random: Random): DemoUser {
    const draw = random.next()
    const referrer = this.#byId.get(REFERRERS[Math.floor(draw / REFERRER_SHARE)] ?? -1)
    if (referrer !== undefined) {
      const given = this.#given.get(referrer.id) ?? 0
      this.#given.set(referrer.id, given + 1)
      if (given < REFERRER_MOST) return referrer
    }
    return random.pick(this.#inviters)
  }

  draw({ kind, createdMs, shown }: PlannedLead, random: Random) {
    const renewal = kind === 'renewal'
    // Referrals of a README account use its own channel.
    const account = this.#byId.get(shown?.inviterId ?? -1)
    const channelId = account?.channel_id ?? random.weighted(renewal ? RENEWAL_WEIGHTS : CHANNEL_WEIGHTS)
    const insuranceId = insuranceOf(channelId, random)
    const inviter = account ?? this.#inviter(random)
    const renews = renewal || channelId === CHANNEL.renewal || channelId === CHANNEL.lostRenewal
    const proposed = channelId === 1 || channelId === 2
    const month = renews || insuranceId === 2 ? random.between(1, 12) : null
    const endOfValidity = renews ? saoPauloDay(createdMs + random.between(5, 45) * DAY_MS) : null
    return {
      channel_id: channelId,
      insurance_id: insuranceId,
      inviter_id: inviter.id,
      partner_id: inviter.partnerIds[0] ?? random.between(1, 28),
      insurance_expiration: endOfValidity === null ? month : Number(endOfValidity.slice(5, 7)),
      old_insurer: renews ? (INSURERS[Math.floor(createdMs / 1000) % INSURERS.length] ?? null) : null,
      old_end_of_validity: endOfValidity,
      old_competitor_broker:
        channelId === CHANNEL.othersRenewal || channelId === CHANNEL.lostRenewal
          ? random.between(1, 8)
          : null,
      proposal: proposed ? random.digits(7) : null,
      proposal_date: proposed
        ? new Date(createdMs - random.between(5, 60 * 40) * 60_000).toISOString()
        : null,
      additional_information: random.chance(0.3)
        ? random.pick([
            'Status da proposta: aprovada',
            'Cliente prefere contato à tarde',
            'Pediu cotação também para o carro da esposa',
            'Já é cliente da casa',
            'Retira o veículo na sexta-feira',
          ])
        : '',
      ...product(insuranceId, createdMs, random),
    }
  }
}

export type LeadOrigin = ReturnType<LeadOrigins['draw']>
