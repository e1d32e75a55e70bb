/**
 * Rows for administration, imports and reports: rules of distribution, duplicates, processing, diagnosis, assistant.
 */
import { EXTERNAL_INVITERS } from '../../src/domain/indication/inviters.ts'
import { isManagement, isStaff } from '../../src/domain/permissions/roles.ts'
import { isActive } from '../../src/domain/session/active.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { demoCpf, demoMobile } from './documents.ts'
import { CARS, personName, TOWNS } from './names.ts'
import type { DemoPartner, DemoUser } from './people.ts'
import { isActiveBroker } from './people.ts'
import { type Random, uuidAt } from './random.ts'

const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()
const rows = <Row>(count: number, make: (place: number) => Row): Row[] =>
  Array.from({ length: count }, (_, place) => make(place))

export interface Around {
  readonly random: Random
  readonly nowMs: number
  readonly users: readonly DemoUser[]
  readonly partners: readonly DemoPartner[]
}

/** Rules of distribution for the internal channel, dealerships with a workflow code, lines 1 and 2. */
export function demoBrokerConfig({ random, users, partners }: Around) {
  const brokers = users.filter(isActiveBroker)
  return partners
    .filter(({ code_wf }) => code_wf !== null)
    .flatMap((partner) =>
      [1, 2].map((insurance_id) => ({
        channel_id: 1,
        partner_id: partner.id,
        insurance_id,
        broker_id: random.pick(brokers).id,
        status: random.chance(0.9) ? 1 : 0,
      })),
    )
}

/** In three of ten cases the release was used. */
export function demoDuplicates({ random, nowMs, users }: Around) {
  const managers = users.filter(({ role }) => isManagement(role))
  const brokers = users.filter(isActiveBroker)
  return rows(45, () => {
    const car = random.pick(CARS)
    const createdMs = nowMs - random.next() * 40 * DAY_MS
    const released = random.chance(0.3)
    const releasedAt = released ? iso(createdMs + random.next() * (nowMs - createdMs)) : null
    return {
      proposal: random.digits(7),
      client_name: personName(random),
      vehicle: `${car.brand} ${random.pick(car.models)}`,
      partner_id: random.between(1, 28),
      user_relead: random.pick(brokers).id,
      relead_at: iso(createdMs),
      created_at: iso(createdMs),
      released,
      released_by: released ? random.pick(managers).id : null,
      released_at: releasedAt,
      used_at: releasedAt,
    }
  })
}

const INSURERS = ['Porto Seguro', 'Tokio Marine', 'Allianz', 'HDI']

/** 'Renovador não encontrado': it has no broker. */
const NO_RENEWER = 9

/** Monthly processing of renewals. */
export function demoProcessing({ random, nowMs, users }: Around) {
  const brokers = users.filter(isActiveBroker)
  const managers = users.filter(({ role }) => isManagement(role))
  return rows(140, (place) => {
    const update_status = random.weighted([
      [2, 6],
      [NO_RENEWER, 2],
      [0, 1],
      [1, 1],
    ] as const)
    const broker = update_status === NO_RENEWER ? null : random.pick(brokers)
    const month = saoPauloDay(nowMs - random.between(0, 5) * 30 * DAY_MS).slice(0, 7)
    return {
      reference_month: month.replace('-', ''),
      policy_number: random.digits(12),
      product: random.pick(['Auto', 'Residencial', 'Moto', 'Vida']),
      client_info: { client_name: personName(random), client_cpf: demoCpf(random) },
      broker_id: broker?.id ?? null,
      renovator_hierarchical_group: broker?.renovator_hierarchical_group ?? random.digits(9),
      channel_id: random.pick([6, 27, 28]),
      update_status,
      insurer: INSURERS[place % INSURERS.length] ?? '',
      end_of_validity: `${month}-${String((place % 28) + 1).padStart(2, '0')}`,
      inviter_id: managers[0]?.id ?? null,
      additional_information: update_status === NO_RENEWER ? 'Grupo hierárquico sem corretor' : '',
    }
  })
}

/** Referrals from the public or the signed-in form of external indication. */
export function demoExternalIndications({ random, nowMs, users }: Around) {
  const inviters = users.filter(
    (user) => EXTERNAL_INVITERS.includes(user.role) && !isStaff(user.role) && isActive(user),
  )
  return rows(24, () => {
    const createdMs = nowMs - random.next() * 30 * DAY_MS
    return {
      id: uuidAt(createdMs, random),
      inviter_id: random.pick(inviters).id,
      client: {
        name: personName(random),
        cpf: demoCpf(random),
        phone: demoMobile(random, random.pick(TOWNS).areaCode),
        email: 'indicado@exemplo.com.br',
      },
      insurance: random.pick(['residential', 'pet', 'life', 'bike', 'portable']),
      details: { observation: 'Prefere contato por WhatsApp' },
      with_auth: random.chance(0.5),
      created_at: iso(createdMs),
    }
  })
}
