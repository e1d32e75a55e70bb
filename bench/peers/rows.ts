/** Deterministic leads with their clients, shaped as the product's. Each engine stores the same data. */
import type { Client } from '../../src/domain/client/client.ts'
import { FRESH_LEAD } from '../../src/domain/lead/fields.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'

const words = (text: string) => text.trim().split(/\s+/)

const FIRST = words(`
  Ana João Maria José Antônia Francisco Adriana Carlos Juliana Paulo Márcia Lucas Fernanda
  Marcos Patrícia Rafael
`)
const LAST = words(`
  Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro
  Martins Carvalho Araújo Conceição
`)
const CHANNELS = [1, 6, 7, 8, 9, 10, 14, 27, 28, 29]
const DAY_MS = 86_400_000
/** A device mirrors finished leads for 30 days by default, so all are younger than that. */
const FINISHED_WITHIN_DAYS = 20
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS

/** A row of the peers: the lead with its client, and `created` (epoch ms) for the board's order. */
export type PeerLead = Lead & { readonly created: number; readonly client: Client }

function random(seed: number): () => number {
  let a = (seed * 2_654_435_761) >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const uidOf = (place: number) => `018f0000-0000-7000-8000-${String(place).padStart(12, '0')}`

const iso = (ms: number) => new Date(ms).toISOString()

export function clientRow(place: number): Client {
  const r = random(place + 7_000_003)
  const pick = (list: readonly string[]) => list[Math.floor(r() * list.length)] ?? ''
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(r() * 10)).join('')
  const name = `${pick(FIRST)} ${pick(LAST)} ${pick(LAST)}`
  return {
    uid: `018f0000-0000-7000-9000-${String(place).padStart(12, '0')}`,
    id: place + 1,
    version: place + 1,
    name,
    phone: `313${digits(7)}`,
    cellphone: `319${digits(8)}`,
    mail: `${name.toLowerCase().replace(/\s/g, '.')}@exemplo.com.br`,
    cpf: digits(11),
    rg: digits(9),
    birth_date: iso(TODAY - r() * 2e12).slice(0, 10),
    no_messages_since: null,
    address: {
      cep: digits(8),
      street: `Rua ${pick(LAST)}`,
      number: String(Math.floor(r() * 3000)),
      comp: `apto ${Math.floor(r() * 900)}`,
      district: 'Centro',
      city: 'Belo Horizonte',
      state: 'MG',
    },
  }
}

/** The lead after `revision` changes on the server, which somebody works then. `moved`: its status after them. */
export function leadRow(place: number, revision = 0, moved?: number): Lead {
  const r = random(place + 1)
  const client = clientRow(place)
  const drawn = 1 + Math.floor(r() * 6)
  const status = moved ?? (revision > 0 ? 2 + ((place + revision) % 5) : drawn)
  const state = status === 1 ? 1 : status === 6 ? 3 : 2
  const age = r() * (state === 3 ? FINISHED_WITHIN_DAYS : 90) * DAY_MS
  const created = TODAY - Math.floor(age)
  const int = (below: number) => Math.floor(r() * below)
  const digits = (count: number) => Array.from({ length: count }, () => int(10)).join('')
  return {
    ...FRESH_LEAD,
    uid: uidOf(place),
    id: place + 1,
    version: place + 1 + revision * 10_000_000,
    state,
    status,
    channel_id: CHANNELS[int(10)] ?? 1,
    inviter_id: int(300),
    broker_id: status === 1 ? null : 1 + int(50),
    partner_id: int(40),
    insurance_id: 1 + int(29),
    insurance_expiration: 1 + int(12),
    client_uid: client.uid,
    client_name: client.name,
    client_cpf: client.cpf,
    client_cellphone: client.cellphone,
    client_phone: client.phone,
    proposal: digits(8),
    proposal_date: iso(created),
    product: `Veículo ${digits(3)}`,
    product_details: {
      details: 'Flex 1.0 completo',
      chassis: digits(17),
      license_plate: `ABC${digits(4)}`,
      year: String(2005 + int(21)),
      brand: `Marca ${int(20)}`,
    },
    additional_information: 'Cliente prefere contato pela manhã; já é segurado em outra companhia.',
    sold: state === 3 ? 0 : null,
    backup_car: 0,
    pague_menos: 0,
    seguro_conteudo: 0,
    attendance_on_time: r() < 0.6 ? 1 : 0,
    indication_on_time: 1,
    capture_on_time: r() < 0.8 ? 1 : 0,
    first_call_on_time: r() < 0.7 ? 1 : 0,
    create_lead_date: iso(created),
    capture_date: status > 1 ? iso(created + 3.6e6) : null,
    end_lead_date: state === 3 ? iso(created + 8.6e7) : null,
    suspended_lead: r() < 0.02,
    on_fire: r() < 0.05,
  }
}

/** Returns that lead or the next one that somebody works: the device lets nobody change one of Origem. */
export function workedFrom(place: number, leads: number): number {
  const at = place % leads
  return leadRow(at).state === 1 ? workedFrom(at + 1, leads) : at
}

export function peerRow(place: number, revision = 0, moved?: number): PeerLead {
  const lead = leadRow(place, revision, moved)
  return { ...lead, created: Date.parse(lead.create_lead_date), client: clientRow(place) }
}
