/** Proposals of dealerships: some can be imported, some are imported. docs/rules.md#proposals */

import { type Kysely, sql } from 'kysely'
import { isDealership } from '../../src/domain/permissions/roles.ts'
import { isActive } from '../../src/domain/session/active.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { DEMO_ACCOUNTS } from './accounts.ts'
import { demoCpf, demoMobile } from './documents.ts'
import type { Around } from './later-screens.ts'
import { CARS, personName, STREETS, TOWNS } from './names.ts'
import type { DemoUser } from './people.ts'
import type { Random } from './random.ts'

const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

/**
 * Proposals to import for each README account. The lead form offers proposals to each inviter of the internal
 * channel.
 */
const WAITING: Readonly<Record<keyof typeof DEMO_ACCOUNTS, number>> = {
  admin: 4,
  gerente: 4,
  corretor: 5,
  corretora: 5,
  concessionaria: 12,
  indicador: 2,
  especial: 2,
  parceiro: 2,
}
const WAITING_ELSEWHERE = 36
const IMPORTED = 12

function inviters({ random, users }: Around): DemoUser[] {
  const sellers = users.filter((user) => isDealership(user.role) && isActive(user))
  const named = Object.entries(WAITING).flatMap(([login, count]) => {
    const user = users.find((one) => one.login === login)
    return user === undefined ? [] : Array.from({ length: count }, () => user)
  })
  return [...named, ...Array.from({ length: WAITING_ELSEWHERE }, () => random.pick(sellers))]
}

function client(random: Random, nowMs: number, place: number) {
  const town = random.pick(TOWNS)
  return {
    name: personName(random),
    cpf: demoCpf(random),
    rg: random.digits(9),
    birth_date: saoPauloDay(nowMs - (20 + random.next() * 45) * 365 * DAY_MS),
    email: `cliente${place + 1}@exemplo.com.br`,
    phone: '',
    cellphone: demoMobile(random, town.areaCode),
    address: {
      cep: `${town.cep}${random.digits(3)}`,
      street: random.pick(STREETS),
      number: random.digits(3),
      comp: '',
      district: random.pick(town.districts),
      city: town.city,
    },
  }
}

function demoProposals(around: Around) {
  const { random, nowMs, partners } = around
  return inviters(around).map((inviter, place) => {
    const car = random.pick(CARS)
    const model = random.pick(car.models)
    const madeMs = nowMs - random.next() * 12 * DAY_MS
    const year = Number(saoPauloDay(madeMs).slice(0, 4))
    return {
      inviter_login: inviter.login,
      proposal: random.digits(7),
      proposal_date: iso(madeMs),
      partner_id: inviter.partnerIds[0] ?? random.pick(partners).id,
      client_informations: client(random, nowMs, place),
      product_informations: {
        name: `${car.brand} ${model}`,
        chassis: `9B${random.text('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 15)}`,
        license_plate: '',
        year: `${year}/${year + 1}`,
        brand: car.brand,
      },
      insurance_id: random.between(1, 3),
      additional_information: `Status da proposta: ${random.pick(['Aprovada', 'Em análise', 'Faturada'])}`,
      bypass_allowed: random.weighted([
        [null, 8],
        [true, 1],
        [false, 1],
      ] as const),
      created_at: iso(madeMs),
      updated_at: iso(madeMs),
    }
  })
}

/** Imported proposals of the newest leads: duplicate undecided, allowed, and denied. */
async function fillImported(tx: Kysely<Database>): Promise<void> {
  await sql`
    insert into elective_leads (
      inviter_login, proposal, proposal_date, partner_id, client_informations, product_informations, insurance_id,
      additional_information, bypass_allowed, lead_uid, created_at, updated_at)
    select
      i.login,
      l.proposal,
      l.proposal_date,
      l.partner_id,
      (select to_jsonb(k) from (
        select c.name, c.cpf, c.rg, c.birth_date, c.mail as email, c.phone, c.cellphone,
          (select to_jsonb(a) from (select c.cep, c.street, c.number, c.comp, c.district, c.city) a) as address) k),
      l.product_details - 'details' || jsonb_build_object('name', coalesce(l.product, '')),
      l.insurance_id,
      'Status da proposta: Faturada',
      case row_number() over (order by l.id) % 4 when 0 then true when 1 then false end,
      l.uid,
      l.proposal_date,
      l.create_lead_date
    from leads l
    join clients c on c.uid = l.client_uid
    join users i on i.id = l.inviter_id
    where l.proposal is not null
    order by l.id desc
    limit ${IMPORTED}`.execute(tx)
}

/** Runs after the leads are written. */
export async function fillProposals(tx: Kysely<Database>, around: Around): Promise<void> {
  await insertRows(tx, 'elective_leads', demoProposals(around))
  await fillImported(tx)
}
