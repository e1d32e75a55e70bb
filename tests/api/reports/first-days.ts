/**
 * A new installation and its first two working days, made by the product's own calls alone: administration, commands of
 * devices, the import of renewals, and what the phone system reports. No row is written here.
 */
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { createAdmin } from '../../../server/accounts/first-admin.ts'
import { leadDuplicatesRoute } from '../../../src/contract/reports/lead-duplicates.ts'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import { EMPTY_ADDRESS, EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import type { LeadChanges, LeadFields } from '../../../src/domain/lead/changes.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { withInsurer } from '../../../src/domain/obligations/insurer-line.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { numberOfDay } from '../../../src/domain/time/day-number.ts'
import { addDays, instantOf, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { VEHICLE } from '../../unit/domain/cases/save-cases.ts'
import { idOf } from '../administration/office.ts'
import type { TestStore } from '../support/databases.ts'
import { done } from '../support/known-person.ts'
import { creation } from '../support/leads.ts'
import type { Peer } from '../support/peer.ts'
import { written } from '../support/renewal-file.ts'
import { policies, Renewals } from '../support/renewals.ts'
import type { Device, TestServer } from '../support/server.ts'

export const PHONE_TOKEN = 'segredo-da-central'
const PHONE = '11987654321'
const BROKER_GROUP = '12'
const PROPOSAL = 'P-100'
const VN = 1
const [CELLPHONE, EMAIL, WHATSAPP, IN_PERSON] = [2, 3, 4, 5]
const TO_COMPETITOR = 5
const OFFERED_AND_SOLD = 2

interface House {
  readonly store: TestStore
  readonly server: TestServer
  /** The phone system. */
  readonly phones: Peer
}

export interface FirstDays {
  readonly admin: Device
  /** Of role 4. */
  readonly dealership: Device
  /** Every instant and every end of a policy lies within these days, by the clocks of server and database. */
  readonly de: string
  readonly ate: string
  /** YYYYMM, in which most policies end. */
  readonly mes: string
}

/** The first two working days in a row, after today. */
function workingDays(): [first: string, second: string] {
  const { isWorkingDay } = businessCalendar(settingsSchema.parse({}).business_hours)
  const isWorking = (day: string) => isWorkingDay(numberOfDay(day))
  let first = addDays(saoPauloDay(Date.now()), 1)
  while (!isWorking(first) || !isWorking(addDays(first, 1))) first = addDays(first, 1)
  return [first, addDays(first, 1)]
}

const address = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@exemplo.com.br`

export async function firstDays({ store, server, phones }: House): Promise<FirstDays> {
  const [first, second] = workingDays()
  const at = (time: string, day = first) => instantOf(day, time)
  const clock = (time: string, day = first) =>
    server.forward(Date.parse(at(time, day)) - server.context.now())
  const now = () => ({ occurred_at: new Date(server.context.now()).toISOString() })
  const run = (device: Device, command: string, args: object) => done(device, command, args, now())

  const adminId = await createAdmin(store, {
    login: 'ana',
    name: 'Ana Administradora',
    email: address('ana'),
    password: 'Uma-Frase-Longa-4711',
  })
  clock('09:00')
  const admin = await server.confirmedDevice(adminId)
  const make = async (path: string, body: object): Promise<number> => {
    const answer = await admin.call('POST', path, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
    return idOf(answer)
  }

  const shop = await make('/partners', { name: 'Avenida Veículos', code_wf: 'AV', release_quote: true })
  const competitor = await make('/competitor-brokers', { name: 'Corretora Alfa' })
  const technical_team_id = await make('/technical-team', {
    description: 'Equipe',
    channels: [1, 7, 8, 27, 29],
  })
  const user = (name: string, login: string, more: object) =>
    make('/users', { name, login, email: address(login), phone: PHONE, partners: [shop], ...more })
  const brokerId = await user('Bruna Barros', 'bruna', {
    role: 3,
    technical_team_id,
    renovator_hierarchical_group: BROKER_GROUP,
  })
  const inviter = await user('Rita Ramos', 'rita', { role: 5, channel_id: 29 })
  const dealership = await server.device(await user('Loja Avenida', 'loja', { role: 4, channel_id: 2 }))
  const bruna = await server.device(brokerId)
  // Whoever never entered is given no leads.
  await store.db
    .updateTable('users')
    .set({ verified_at: at('08:30') })
    .where('id', '=', brokerId)
    .execute()

  const renewals = new Renewals(store, server, admin, bruna)
  // Too late to capture it five days before its end, and early enough.
  const ends = { soon: addDays(first, 3), later: addDays(first, 40) }
  const policy = (name: string, document: string, more: object = {}) => ({
    policy: `AP-1 ${name}`,
    name,
    document,
    mail: address(name),
    group: BROKER_GROUP,
    end: written(ends.later),
    // Left out and noted.
    phone: '123',
    ...more,
  })
  await renewals.imported({
    ...policies(
      policy('Renata Sales', '529.982.247-25'),
      policy('Tiago Tarde', '390.533.447-05', { end: written(ends.soon) }),
      policy('Paulo Presente', '111.444.777-35'),
      policy('Nina Nova', '168.995.350-09'),
      policy('Xavier Cruz', '529.982.247-25', { group: '999' }),
    ),
    inviter_id: inviter,
    partner_id: shop,
  })

  clock('09:30')
  const lead = (fields: Partial<LeadFields>, name: string) =>
    creation(
      {
        channel_id: 8,
        insurance_id: VN,
        partner_id: shop,
        inviter_id: inviter,
        proposal_date: at('08:40'),
        ...fields,
      },
      { cpf: '', name, mail: address(name) } satisfies Partial<ClientFields>,
    )
  const created = async (device: Device, ...given: Parameters<typeof lead>) => {
    const args = lead(...given)
    await run(device, 'lead.create', args)
    return { uid: args.lead_uid, client_uid: args.client_uid }
  }
  const ada = await created(admin, { channel_id: 29, proposal: PROPOSAL }, 'Ada Alves')
  const beto = await created(admin, {}, 'Beto Brito')
  const clara = await created(admin, {}, 'Clara Costa')
  const late = await created(admin, { proposal_date: at('10:00', addDays(first, -10)) }, 'Dino Dias')
  // It is not captured.
  await created(admin, { channel_id: 14 }, 'Elza Egito')
  await run(await server.device(inviter), 'indication.external', {
    lead_uid: uuidv7(),
    client_uid: uuidv7(),
    insurance_id: VN,
    details: {
      kind: 'vehicle',
      model: 'Onix',
      type: 'Novo',
      chassi: '',
      renavam: '',
      address: EMPTY_ADDRESS,
    },
    client: {
      ...EMPTY_CLIENT,
      name: 'Zilda Zanetti',
      mail: address('Zilda'),
      cpf: '52998224725',
      rg: '123456789',
      cellphone: '31988887777',
    },
  })
  const own = { channel_id: 7, inviter_id: brokerId, broker_id: brokerId }
  const self = await created(bruna, own, 'Bruno Barros')

  clock('10:00')
  const imported = await renewals.leadsOf(bruna)
  const renewal = (name: string): Lead => {
    const found = imported.find(({ client_name }) => client_name === name)
    if (found === undefined) throw new Error(`${name} has no lead`)
    return found
  }
  const sold = renewal('Renata Sales')
  const lost = renewal('Tiago Tarde')
  const visited = renewal('Paulo Presente')
  for (const { uid } of [ada, beto, clara, self, sold, lost, visited])
    await run(bruna, 'lead.capture', { lead_uid: uid })

  clock('10:10')
  const call_id = uuidv7()
  phones.answer = { body: '{}' }
  const rung = await bruna.call('POST', '/vsphone', { extension: PHONE, user: 'bruna', call_id })
  expect(rung.status).toBe(200)
  await run(bruna, 'lead.recordCall', {
    lead_uid: ada.uid,
    phone: PHONE,
    call_uid: call_id,
    way: 'phone_system',
  })
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/vsphone/result',
    headers: { authorization: `Bearer ${PHONE_TOKEN}` },
    payload: { call_id, status: 2, duration: 120 },
  })
  expect(statusCode).toBe(200)

  clock('12:00')
  const vehicle = { insurance_id: VN, product: 'Fiat Pulse', product_details: VEHICLE }
  const attendance = (type: number, contact: string, quote: string): LeadChanges => ({
    contact_type: type,
    contact_date: at(contact),
    quoted_type: type,
    quoted_date: at(quote),
  })
  const finish = ({ uid: lead_uid, client_uid }: Pick<Lead, 'uid' | 'client_uid'>, changes: LeadChanges) =>
    run(bruna, 'lead.finish', { lead_uid, client_uid, changes: { ...vehicle, ...changes }, quoted: 1 })
  const sale = (type: number): LeadChanges => ({
    sold: 1,
    sold_type: type,
    sold_date: at('11:30'),
    sale_value_cents: 250_000,
    commission_percentage: 12.5,
    backup_car: OFFERED_AND_SOLD,
    pague_menos: OFFERED_AND_SOLD,
    seguro_conteudo: OFFERED_AND_SOLD,
  })
  const loss: LeadChanges = {
    sold: 0,
    sold_type: CELLPHONE,
    sold_date: at('11:30'),
    lost_sale: TO_COMPETITOR,
    competitor_broker: competitor,
    date_fail: true,
    backup_car: 1,
    pague_menos: 1,
  }
  // In channel 29 the quote comes before the contact.
  await finish(ada, { ...attendance(WHATSAPP, '10:50', '10:20'), ...sale(WHATSAPP) })
  await finish(beto, { ...attendance(CELLPHONE, '10:20', '10:50'), ...loss })
  await finish(clara, { ...attendance(IN_PERSON, '10:20', '10:50'), ...sale(IN_PERSON) })
  await finish(self, { ...attendance(EMAIL, '10:20', '10:50'), ...sale(EMAIL) })
  await finish(sold, { ...attendance(WHATSAPP, '10:20', '10:50'), ...sale(WHATSAPP) })
  await finish(lost, { ...attendance(CELLPHONE, '10:20', '10:50'), ...loss })
  await run(bruna, 'lead.update', {
    lead_uid: visited.uid,
    client_uid: visited.client_uid,
    changes: { ...vehicle, ...attendance(IN_PERSON, '10:50', '10:20') },
  })
  await run(bruna, 'lead.markQuoted', { lead_uid: visited.uid })

  clock('14:00')
  const again = { command: 'lead.create', args: lead({ ...own, proposal: PROPOSAL }, 'Ada Alves'), ...now() }
  expect(await bruna.run(again)).toMatchObject({ outcome: 'rejected', code: 'proposal_taken' })
  const refused = await admin.call(
    'GET',
    `/lead-duplicates?date_start=${addDays(first, -30)}&date_end=${second}`,
  )
  const [attempt] = leadDuplicatesRoute.answer.parse(refused.body).data
  expect((await admin.call('PUT', `/lead-duplicates/release/${attempt?.id}`)).status).toBe(200)

  clock('10:00', second)
  await run(bruna, 'lead.capture', { lead_uid: late.uid })

  // One that is dismissed, one that is kept a day late, one in time; the sales have begun others.
  const limit = (kind: string, since: string) => ({ lead_uid: visited.uid, kind, since })
  const kept = { done_on: second, proof_kind: 'note', proof: 'Recibo' }
  const note = withInsurer('Porto Seguro', 'Proposta Alfa')
  await run(bruna, 'lead.beginObligation', { ...limit('answer', first), until: first, note })
  await run(bruna, 'lead.beginObligation', { ...limit('answer', second), until: null, note: '' })
  await run(bruna, 'lead.beginObligation', { ...limit('handover', second), until: null, note: '' })
  await run(bruna, 'lead.beginObligation', {
    ...limit('answer', second),
    lead_uid: late.uid,
    until: null,
    note: '',
  })
  await run(bruna, 'lead.fulfilObligation', { ...limit('answer', first), ...kept })
  await run(bruna, 'lead.fulfilObligation', { ...limit('answer', second), ...kept })
  await run(bruna, 'lead.dismissObligation', { ...limit('handover', second), reason: 'Engano' })

  return {
    admin,
    dealership,
    de: addDays(saoPauloDay(Date.now()), -30),
    ate: addDays(ends.later, 1),
    mes: ends.later.slice(0, 7).replace('-', ''),
  }
}
