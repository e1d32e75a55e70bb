/** A client with a trace in every place that holds personal data, for the tests of export and erasure. */

import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach } from 'vitest'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { type OpenDatabase, type TestStore } from './databases.ts'
import { emptied } from './emptied.ts'
import { creation, inviterOf } from './leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, house, INDICATOR, withoutLeads } from './people.ts'
import { aLimitOfTheLaw } from './planted-limits.ts'
import { plantMerge } from './planted-merge.ts'
import { aWhatsAppConversation } from './planted-whatsapp.ts'
import { type Device, startServer, type TestServer } from './server.ts'
import { aWaitingListImport } from './waiting-list-import.ts'

export const NAME = 'Zenaide Prado Quaresma'
/** All that is known of the person. */
export const MARKS = {
  name: NAME,
  folded: 'zenaide',
  cpf: '11144477735',
  writtenCpf: '111.444.777-35',
  rg: 'MG7654321',
  birthDate: '1987-06-05',
  cellphone: '31987654321',
  phone: '3133445566',
  mail: 'zenaide@exemplo.com.br',
  earlierMail: 'antigo-zq@exemplo.com.br',
  street: 'Rua das Acácias Secretas',
  complement: 'apto 1707',
  cep: '30130010',
  plate: 'ZQX1D23',
  chassis: '9BWZZZ377VT004251',
  note: 'prefere ligação à noite',
  appointment: 'retornar com a proposta dela',
  policy: 'RNV-998877',
  pdf: 'segredo-do-pdf',
} as const
const PDF = Buffer.from(`%PDF-1.7\n${MARKS.pdf}\n%%EOF\n`)
const ADDRESS = {
  cep: MARKS.cep,
  street: MARKS.street,
  number: '12',
  comp: MARKS.complement,
  district: 'Centro',
  city: 'Belo Horizonte',
  state: 'MG',
}
export const CLIENT = {
  name: NAME,
  cpf: MARKS.cpf,
  rg: MARKS.rg,
  birth_date: MARKS.birthDate,
  cellphone: MARKS.cellphone,
  phone: MARKS.phone,
  mail: MARKS.earlierMail,
  address: ADDRESS,
}

interface Installation {
  readonly store: TestStore
  readonly server: TestServer
  readonly admin: Device
  readonly bruna: Device
  /** Of role 5. */
  readonly referrer: Device
}

const ELSEWHERE = [
  'elective_leads',
  'lead_temps',
  'renewal_imports',
  'lead_duplicates',
  'external_indications',
  'chat_history',
  'cep_cache',
  'quiver_answers',
  'mails',
  'report_views',
  'uploaded_files',
  'erased_files',
  'renewals',
  'audit_log',
  'data_requests',
  'client_merges',
]

/** Empties what `withoutLeads` leaves. */
export async function emptyElsewhere({ db }: TestStore): Promise<void> {
  await emptied({ db }, ELSEWHERE)
}

/** Every row of every table as text. */
export async function dumpOf({ db }: TestStore): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

async function filesIn(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(paths.map((path) => readFile(path, 'latin1')))).join('\n')
}

/** The marks whose bytes are in the database, or in a file of the folder. */
export async function tracesOf(store: TestStore, dir: string): Promise<string[]> {
  const text = (await dumpOf(store)) + (await filesIn(dir))
  return Object.entries(MARKS).flatMap(([mark, value]) => (text.includes(value) ? [mark] : []))
}

/** Uploads the person's PDF, which a command then attaches. */
export async function sendPdf({ app }: TestServer, { token }: Device, uid: string): Promise<void> {
  await app.inject({
    method: 'PUT',
    url: `/api/sync/files/${uid}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
    payload: PDF,
  })
}

/** Throws unless the command is applied. */
export const done = async (device: Device, command: string, args: unknown, more: object = {}) => {
  const result = await device.run({ command, args, ...more })
  if (result.outcome !== 'applied') throw new Error(`${command}: ${JSON.stringify(result)}`)
  return result
}

/**
 * The set-up of suites about the known person: a folder for files, devices of everybody who sees the person, and before
 * each test none of it. The administrator's device has confirmed the own password.
 */
export function besideKnownPeople(
  open: OpenDatabase,
  ready: (opened: Installation & { readonly dir: string }) => void | Promise<void>,
): void {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await house(store)
    await inviterOf(store)
    const dir = await mkdtemp(join(tmpdir(), 'farol-known-'))
    const server = await startServer(store, { FILES_DIR: dir })
    const [admin, bruna, referrer] = await Promise.all([
      server.confirmedDevice(ADMIN),
      server.device(BRUNA),
      server.device(INDICATOR),
    ])
    await ready({ store, server, admin, bruna, referrer, dir })
    return async () => {
      await server.stop()
      await removeFolder(dir)
    }
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await emptyElsewhere(store)
  })
}

/** A client with a life: three leads, a history, calls, appointments, files, imports and conversations. */
export async function aKnownPersonIn({ store, server, admin, bruna, referrer }: Installation) {
  const args = creation(
    {
      additional_information: MARKS.note,
      proposal: 'P-100',
      product_details: {
        details: MARKS.note,
        chassis: MARKS.chassis,
        license_plate: MARKS.plate,
        year: '2020',
        brand: 'Fiat',
      },
    },
    CLIENT,
  )
  await done(admin, 'lead.create', args, { key: 'criacao-da-pessoa' })
  await done(bruna, 'lead.capture', { lead_uid: args.lead_uid })
  const { client_uid, lead_uid } = args
  await done(bruna, 'client.update', { client_uid, changes: { mail: MARKS.mail } })
  await done(bruna, 'lead.recordCall', { lead_uid, phone: MARKS.cellphone, call_uid: uuidv7() })
  await done(bruna, 'lead.schedule', {
    lead_uid,
    scheduling_date: new Date(server.context.now() + 86_400_000).toISOString(),
    description: MARKS.appointment,
  })
  const file_uid = uuidv7()
  await sendPdf(server, bruna, file_uid)
  await done(bruna, 'lead.attachFile', { lead_uid, file_uid, name: 'zenaide.pdf', size: PDF.length })
  await aLimitOfTheLaw((command, args) => done(bruna, command, args), {
    lead_uid,
    since: saoPauloDay(server.context.now()),
    note: MARKS.note,
  })
  const second = await addLead(store, {
    client_uid,
    broker_id: DAVI,
    state: 3,
    status: 6,
    sold: 1,
    sale_value_cents: 123_400,
  })
  const referral = creation(
    { channel_id: 29, partner_id: null, product: null, additional_information: MARKS.note },
    CLIENT,
  )
  await done(referrer, 'indication.create', referral)
  await plantElsewhere(store, lead_uid)
  await plantMerge(store, { client_uid, lead_uid, person: { name: NAME, cpf: MARKS.cpf, mail: MARKS.mail } })
  const client = await store.db
    .selectFrom('clients')
    .select(['id', 'uid'])
    .where('uid', '=', client_uid)
    .executeTakeFirstOrThrow()
  return { ...client, lead_uid, file_uid, second: second.uid, referral }
}

/** Rows of imports and of the assistant, with and without a lead. */
async function plantElsewhere({ db }: TestStore, lead_uid: string): Promise<void> {
  const person = { name: NAME, cpf: MARKS.writtenCpf, email: MARKS.mail, cellphone: MARKS.cellphone }
  const proposal = (number: string, more: object) => ({
    inviter_login: 'indicante',
    proposal: number,
    partner_id: 24,
    client_informations: JSON.stringify({ ...person, address: ADDRESS }),
    product_informations: JSON.stringify({ license_plate: MARKS.plate }),
    additional_information: MARKS.note,
    ...more,
  })
  const stranger = { name: 'Outra Pessoa', cpf: '52998224725', cellphone: '31911112222' }
  await db
    .insertInto('elective_leads')
    .values([
      proposal('P-100', { lead_uid }),
      proposal('P-101', {}),
      {
        ...proposal('P-102', {}),
        client_informations: JSON.stringify(stranger),
        product_informations: '{}',
        additional_information: '',
      },
    ])
    .execute()
  const temp = {
    reference_month: '202611',
    product: 'Auto',
    client_info: JSON.stringify({ client_name: NAME, client_cpf: MARKS.cpf }),
  }
  await db
    .insertInto('lead_temps')
    .values([
      { ...temp, policy_number: 'A1', lead_uid, additional_information: MARKS.note },
      { ...temp, policy_number: 'A2' },
    ])
    .execute()
  const { id: import_id } = await db
    .insertInto('renewal_imports')
    .values({ file_name: 'novembro.csv', channel_id: 7, user_id: BRUNA, total: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('renewal_import_rows')
    .values({ import_id, line: 2, data: JSON.stringify({ client_name: NAME, document: MARKS.cpf }) })
    .execute()
  await db
    .insertInto('renewal_import_decisions')
    .values({
      import_id,
      line: 3,
      data: JSON.stringify({ client_name: NAME, document: MARKS.cpf }),
      reason: 'Sem seguradora',
      temp_ids: [],
    })
    .execute()
  await aWaitingListImport(db, { userId: BRUNA, name: NAME, document: MARKS.cpf })
  const indication = (more: object) => ({
    id: uuidv7(),
    client: JSON.stringify(person),
    insurance: 'life',
    details: JSON.stringify({ observation: MARKS.note }),
    with_auth: false,
    ...more,
  })
  await sql`insert into renewals (lead_uid, policy_number) values (${lead_uid}, ${MARKS.policy})`.execute(db)
  await db
    .insertInto('lead_duplicates')
    .values({ proposal: 'P-999', client_name: NAME, vehicle: MARKS.plate })
    .execute()
  await db
    .insertInto('held_indications')
    .values({
      uid: uuidv7(),
      key: `link:${uuidv7()}`,
      inviter_id: INDICATOR,
      args: JSON.stringify({ client: CLIENT, insurance_id: 4 }),
      by_link: '{}',
      received_at: new Date().toISOString(),
    })
    .execute()
  await aWhatsAppConversation(db, { number: MARKS.cellphone, name: NAME, lead_uid })
  await db
    .insertInto('external_indications')
    .values([indication({}), indication({ lead_uid })])
    .execute()
  const chat = (input_prompt: string, chat_response: string) => ({
    session_id: 's',
    input_prompt,
    chat_response,
  })
  await db
    .insertInto('chat_history')
    .values([
      chat(`Escreva para ${NAME}`, 'Claro!'),
      chat('E o telefone dela?', `É (31) 98765-4321, ${MARKS.note}`),
      chat('O que é franquia?', 'É a parte do segurado.'),
    ])
    .execute()
  await db
    .insertInto('cep_cache')
    .values({
      cep: MARKS.cep,
      address: JSON.stringify({ logradouro: MARKS.street }),
      fetched_at: new Date().toISOString(),
    })
    .execute()
  await db
    .insertInto('quiver_answers')
    .values({
      kind: 'sales',
      from_day: '2026-11-01',
      to_day: '2026-11-30',
      product: null,
      answer: JSON.stringify({ rows: [{ insurance_holder: { name: NAME, cpf: MARKS.cpf } }], broken: [] }),
      fetched_at: new Date().toISOString(),
    })
    .execute()
  await db
    .insertInto('report_views')
    .values({
      id: uuidv7(),
      user_id: BRUNA,
      path: '/relatorio-renovacoes',
      name: 'Minha visão',
      filter: JSON.stringify({ cliente: 7, nome: NAME }),
      sort: null,
    })
    .execute()
  const client = await db
    .selectFrom('leads')
    .select('client_uid')
    .where('uid', '=', lead_uid)
    .executeTakeFirstOrThrow()
  const asked = (more: object) => ({
    client_uid: null,
    name: NAME,
    contact: MARKS.mail,
    kind: 'access' as const,
    came_by: 'mail' as const,
    details: MARKS.note,
    received_on: '2026-11-20',
    created_at: new Date().toISOString(),
    created_by: BRUNA,
    answered_on: null,
    answered_by: null,
    outcome: null,
    answer: '',
    ...more,
  })
  await db
    .insertInto('data_requests')
    .values([asked({}), asked({ ...client, name: 'Ela', contact: '' })])
    .execute()
  await db
    .insertInto('mails')
    .values([
      {
        id: uuidv7(),
        user_id: BRUNA,
        purpose: 'verify',
        recipient: 'b@exemplo.com.br',
        subject: 'Lead',
        body_text: `CPF ${MARKS.writtenCpf}`,
        body_html: '',
      },
      {
        id: uuidv7(),
        purpose: 'external_link',
        recipient: MARKS.mail,
        subject: 'Bruna indicou você',
        body_text: '',
        body_html: '',
      },
    ])
    .execute()
}
