/**
 * Every place in the database that holds personal data of a client: whose rows they are, and what an erasure leaves in
 * each column. Erasure, export and the question before an erasure read this list, and a test holds it against the
 * database: a new column of text must be named here, or in `server/records/tables`. docs/rules.md#personal-data
 */
import { type RawBuilder, sql } from 'kysely'
import { EXCHANGE_FIELDS } from '../../../src/domain/assistant/exchange-fields.ts'
import {
  ANSWER_ERASED_MESSAGE,
  ERASED_LEAD,
  ERASED_MESSAGE,
  ERASED_NAME,
} from '../../../src/domain/client/erasure.ts'
import { EMPTY_CLIENT, ofAddress, ofPerson } from '../../../src/domain/client/fields.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'
import { CAPTURE_NOTE } from '../../../src/domain/lead/scheduling.ts'
import { REQUEST_FIELDS } from '../../../src/domain/privacy/request-fields.ts'
import { keysOf, partsOf } from '../../../src/domain/record/parts.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import type { Database } from '../../db/database.ts'
import { isOfFormerLead, isOfPresentLead, ofLeadsBySaying } from './former-leads.ts'
import type { Person } from './person.ts'

export interface Place {
  /** Nothing reads `renewals` any more, so it has no type. */
  readonly table: keyof Database | 'renewals'
  /** The person's rows. */
  readonly rows: (person: Person) => RawBuilder<boolean>
  /** What each column holds afterwards. A list: the whole row is deleted. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>> | readonly string[]
  /** What the count of changes becomes, where a form begins with it. */
  readonly revision?: RawBuilder<unknown>
  /** A copy for Farol's own work, which an export leaves out. */
  readonly isCopy?: true
}

const blank = sql`''`
const EXCHANGE_TEXTS = keysOf(partsOf(EXCHANGE_FIELDS, 'mentions'))
const REQUEST_TEXTS = keysOf(partsOf(REQUEST_FIELDS, 'isText'))
const nothing = sql`null`
const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`
const emptyObject = json({})

const ofLeads =
  (column: string) =>
  ({ leadUids }: Person) =>
    sql<boolean>`${sql.ref(column)} = any(${[...leadUids]}::uuid[])`

const matches = (text: RawBuilder<unknown>, patterns: readonly string[]) =>
  sql<boolean>`${text} ilike any(${[...patterns]}::text[])`

/** The columns, as one text. */
const textOf = (columns: readonly string[]) =>
  sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`

/** A document names one person. A family may share a contact, so a contact counts only together with the name. */
const isAbout =
  (...columns: readonly string[]) =>
  ({ mentions: { documents, contacts, names } }: Person) =>
    sql<boolean>`(
      ${matches(textOf(columns), documents)}
      or (${matches(textOf(columns), contacts)} and ${matches(textOf(columns), names)}))`

/** The same for free text, from which any of them must be removed. */
const mentions =
  (...columns: readonly string[]) =>
  ({ mentions: { documents, contacts, names } }: Person) =>
    matches(textOf(columns), [...documents, ...contacts, ...names])

/** A number of WhatsApp has the ninth digit, also where the client's was typed without it. */
const hasNumber =
  (number: RawBuilder<unknown>) =>
  ({ clientUid, mentions: { contacts } }: Person) =>
    sql<boolean>`(
      ${matches(number, contacts)}
      or client_phone_key(${number}) in (
        select client_phone_key(p.phone)
        from clients c
        cross join lateral (values (c.phone), (c.cellphone)) as p (phone)
        where c.uid = ${clientUid}))`

/** Rows without a lead go. Their number alone would let a dealership's system deliver them again as before. */
const unlinked =
  (...columns: readonly string[]) =>
  (person: Person) =>
    sql<boolean>`lead_uid is null and ${isAbout(...columns)(person)}`

/** A receipt has a name alone, which tells nobody apart: the row knows whom it is about. docs/rules.md#receipt */
const ofIndicated = (person: Person) => sql<boolean>`case
  when client_uid is null then ${ofLeadsBySaying(isAbout('client', 'details'))(person)}
  else client_uid = any(${[...person.uids]}::uuid[])
end`

/** What referrers go on seeing of the person. */
export const REFERRED = { ...EMPTY_CLIENT, name: ERASED_NAME, name_folded: foldText(ERASED_NAME) }

/** Fields of a history that are figures: what the lead has besides text about a person. */
const FIGURES = [
  ...Object.keys(leadSchema.shape).filter(
    (field) => !Object.hasOwn(ERASED_LEAD, field) && field !== 'lead_scheduling',
  ),
  'call_result',
  'imported_from',
  'automation',
  'identity',
  'client_number',
]

/** The note of a capture is fixed, and rules recognise it. */
const keptNote = (column: string) =>
  sql`case when ${sql.ref(column)} is null or ${sql.ref(column)} = ${CAPTURE_NOTE} then ${sql.ref(column)} else '' end`

/** Without the shape of a uid the database refuses the cast. */
const uidIn = (name: string) =>
  sql`case when args ->> ${sql.lit(name)} ~ '^[0-9a-fA-F-]{36}$' then (args ->> ${sql.lit(name)})::uuid end`

/** An answer about another client names the person where both have one document. */
const OF_ANOTHER = sql`exists (
  select 1
  from clients c
  where c.uid = coalesce((select l.client_uid from leads l where l.uid = ${uidIn('lead_uid')}), ${uidIn('client_uid')})
    and not exists (select 1 from client_erasures e where c.uid = any(e.uids)))`

const refusal = (code: string, message: string) => json({ outcome: 'rejected', code, message, errors: {} })

/**
 * A command that was applied stays so for its device. Any other gets the refusal of an erased client, for which devices
 * let go what they have about its client: one about another client stays refused, for its user to decide.
 */
const SETTLED = sql`
  jsonb_build_object('key', key, 'rows', '{"leads":[],"clients":[]}'::jsonb, 'removed', '[]'::jsonb)
  || case
    when outcome = 'applied' then '{"outcome":"applied"}'::jsonb
    when ${OF_ANOTHER} then ${refusal('rule', ANSWER_ERASED_MESSAGE)}
    else ${refusal('erased', ERASED_MESSAGE)}
  end`

const ABOUT = sql`case
  when args ? 'lead_uid' then jsonb_build_object('lead_uid', args -> 'lead_uid')
  when args ? 'client_uid' then jsonb_build_object('client_uid', args -> 'client_uid')
  else 'null'::jsonb
end`

export const PLACES: readonly Place[] = [
  {
    table: 'timeline',
    rows: (person) => sql<boolean>`(${isOfPresentLead(person)} or ${isOfFormerLead(person)})`,
    columns: {
      changes: sql`coalesce((
        select jsonb_object_agg(c.key, c.value)
        from jsonb_each(changes) c
        where c.key = any(${FIGURES}::text[])), '{}')`,
    },
  },
  {
    table: 'command_log',
    rows: ({ uids, mentions: { documents } }) =>
      sql<boolean>`${textOf(['args', 'result'])} like any(${[...uids.map((uid) => `%${uid}%`), ...documents]}::text[])`,
    columns: { args: ABOUT, result: SETTLED },
    isCopy: true,
  },
  {
    table: 'obligations',
    rows: ofLeads('lead_uid'),
    columns: {
      note: blank,
      proof: blank,
      done_day: sql`coalesce(done_day, current_date)`,
      outcome: sql`coalesce(outcome, 'erased')`,
    },
  },
  { table: 'schedulings', rows: ofLeads('lead_uid'), columns: { description: keptNote('description') } },
  {
    table: 'calls',
    rows: ofLeadsBySaying(({ mentions: { contacts } }) => matches(sql`phone`, contacts)),
    columns: { phone: blank },
  },
  {
    table: 'elective_leads',
    rows: ofLeadsBySaying(isAbout('client_informations', 'additional_information')),
    columns: {
      client_informations: emptyObject,
      product_informations: emptyObject,
      additional_information: blank,
    },
  },
  {
    table: 'elective_leads',
    rows: unlinked('client_informations', 'additional_information'),
    columns: ['client_informations', 'product_informations', 'additional_information'],
  },
  {
    table: 'lead_temps',
    rows: ofLeadsBySaying(isAbout('client_info', 'additional_information')),
    columns: { client_info: emptyObject, product: blank, additional_information: blank },
  },
  {
    table: 'lead_temps',
    rows: unlinked('client_info', 'additional_information'),
    columns: ['client_info', 'product', 'additional_information'],
  },
  { table: 'renewal_import_rows', rows: isAbout('data'), columns: ['data'], isCopy: true },
  { table: 'renewal_import_decisions', rows: isAbout('data'), columns: ['data'], isCopy: true },
  { table: 'import_rows', rows: isAbout('data'), columns: ['data'], isCopy: true },
  { table: 'import_decisions', rows: isAbout('data'), columns: ['data'], isCopy: true },
  // A reason quotes the text that named no entry, which may be a client's by mistake.
  { table: 'import_refusals', rows: mentions('reason'), columns: ['reason'], isCopy: true },
  {
    table: 'external_indications',
    rows: ofIndicated,
    // Without its digest no code opens it: docs/rules.md#receipt
    columns: { client: emptyObject, details: emptyObject, receipt_digest: nothing },
  },
  { table: 'external_indications', rows: unlinked('client', 'details'), columns: ['client', 'details'] },
  { table: 'held_indications', rows: isAbout('args'), columns: ['args'] },
  {
    table: 'whatsapp_events',
    rows: hasNumber(sql`payload ->> 'number'`),
    columns: ['payload'],
    isCopy: true,
  },
  { table: 'whatsapp_people', rows: hasNumber(sql`number`), columns: ['bsuid', 'number'], isCopy: true },
  { table: 'whatsapp_strangers', rows: hasNumber(sql`number`), columns: ['known_by', 'number', 'name'] },
  {
    table: 'lead_duplicates',
    rows: (person) =>
      sql<boolean>`(proposal = any(${[...person.proposals]}::text[]) or ${mentions('client_name', 'vehicle')(person)})`,
    columns: { client_name: blank, vehicle: blank },
  },
  { table: 'renewals', rows: ofLeads('lead_uid'), columns: { policy_number: nothing } },
  {
    table: 'chat_history',
    rows: mentions(...EXCHANGE_TEXTS),
    columns: EXCHANGE_TEXTS,
  },
  {
    table: 'mails',
    rows: isAbout('subject', 'body_text', 'body_html'),
    columns: ['subject', 'body_text', 'body_html'],
    isCopy: true,
  },
  // A mail with an inviter's link has no name of its recipient.
  {
    table: 'mails',
    rows: ({ mentions: { contacts } }) =>
      sql<boolean>`(purpose = 'external_link' and ${matches(sql`recipient`, contacts)})`,
    columns: ['recipient'],
    isCopy: true,
  },
  // A view by the client's name shows nothing any more.
  { table: 'report_views', rows: mentions('name', 'filter'), columns: ['name', 'filter'], isCopy: true },
  {
    table: 'cep_cache',
    rows: ({ ceps }) => sql<boolean>`cep = any(${[...ceps]}::text[])`,
    columns: ['cep', 'address'],
    isCopy: true,
  },
  // An answer holds many rows, each with name and document, so the whole answer is removed.
  { table: 'quiver_answers', rows: mentions('answer'), columns: ['answer'], isCopy: true },
  // The fact, kind and time of the request are kept, as proof that it was answered.
  {
    table: 'data_requests',
    rows: (person) =>
      sql<boolean>`(client_uid = ${person.clientUid} or ${isAbout(...REQUEST_TEXTS)(person)})`,
    columns: {
      ...Object.fromEntries(REQUEST_TEXTS.map((name) => [name, blank])),
      name: sql`${ERASED_NAME}`,
    },
    // A form that shows the texts is not saved. The answer that follows an erasure is: its client is known as erased.
    revision: sql`revision + (client_uid is null or answer <> '')::int`,
  },
  // What waits to be sent goes: nobody is left to send it to.
  { table: 'message_sendings', rows: ofLeads('lead_uid'), columns: ['phone', 'message'], isCopy: true },
  { table: 'lead_files', rows: ofLeads('lead_uid'), columns: ['path'] },
  {
    table: 'uploaded_files',
    rows: ({ fileUids }) => sql<boolean>`uid = any(${[...fileUids]}::uuid[])`,
    columns: ['path'],
    isCopy: true,
  },
  {
    table: 'leads',
    rows: ofLeads('uid'),
    columns: {
      product: nothing,
      product_details: json(ERASED_LEAD.product_details),
      insurance_details: nothing,
      suggested_message: nothing,
      obligations: nothing,
      additional_information: blank,
      notes_as_referred: blank,
      // The referrer's uid and number stay, so that its devices see the same client without its data.
      client_as_referred: sql`client_as_referred || ${json(REFERRED)}`,
      file_path: nothing,
      scheduling_description: keptNote('scheduling_description'),
    },
  },
  // Without its values a merge can't be undone, and is refused as erased before that.
  {
    table: 'client_merges',
    rows: ({ uids }) =>
      sql<boolean>`(
        survivor_uid = any(${[...uids]}::uuid[])
        or (undone_at is null and alias_uid = any(${[...uids]}::uuid[])))`,
    columns: { alias_row: emptyObject, survivor_before: emptyObject, survivor_after: emptyObject },
  },
  {
    table: 'client_merge_leads',
    rows: ofLeads('lead_uid'),
    columns: { before: nothing, frozen: nothing },
    isCopy: true,
  },
  {
    table: 'clients',
    rows: ({ clientUid }) => sql<boolean>`uid = ${clientUid}`,
    columns: {
      ...ofPerson(() => blank, nothing),
      name: sql`${ERASED_NAME}`,
      name_folded: sql`${foldText(ERASED_NAME)}`,
      ...ofAddress(() => blank),
    },
  },
]
