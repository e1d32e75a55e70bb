/**
 * A client as the database knows it: every uid, and every name, document and contact that it has or had. Rows without a
 * link to the client are found by these. docs/rules.md#personal-data
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { KnownPerson } from '../../../src/domain/client/mentioned.ts'
import { formatDocument, isDocument } from '../../../src/domain/documents/cpf-cnpj.ts'
import { formatPhone, isPhone } from '../../../src/domain/phone/phone.ts'
import type { Reader } from '../../queries/lead-row.ts'

export interface Person {
  readonly clientUid: string
  readonly leadUids: readonly string[]
  /** The client, its aliases and its leads. */
  readonly uids: readonly string[]
  readonly fileUids: readonly string[]
  readonly proposals: readonly string[]
  readonly ceps: readonly string[]
  /** Patterns of `ilike`. A name counts from two words on, because many people share a single one. */
  readonly mentions: {
    readonly names: readonly string[]
    readonly documents: readonly string[]
    readonly contacts: readonly string[]
  }
  /** The same as it is known, for texts that mention the person. */
  readonly known: KnownPerson
}

const rowSchema = z.object({
  leads: z.array(z.object({ uid: z.string(), proposal: z.string().nullable() })),
  aliases: z.array(z.string()),
  files: z.array(z.string()),
  /** Names of fields with a value that the client has or had. */
  values: z.array(z.object({ field: z.string(), value: z.string() })),
})

const HOME = 'address.'

/** Every text in a JSON object with its key, two levels deep: a client with its address. */
const textsOf = (json: RawBuilder<unknown>) => sql`
  select e.key as field, e.value #>> '{}' as value
  from jsonb_each(${json}) e
  where jsonb_typeof(e.value) = 'string'
  union all
  select ${sql.lit(HOME)} || h.key, h.value #>> '{}'
  from jsonb_each(case when jsonb_typeof(${json} -> 'address') = 'object' then ${json} -> 'address' else '{}' end) h
  where jsonb_typeof(h.value) = 'string'`

/** A lead that came from another client has values of that person from before: docs/rules.md#identity-of-a-client */
export async function personOf(db: Reader, clientUid: string): Promise<Person> {
  const { rows } = await sql<{ row: unknown }>`
    with own as materialized (
      select l.uid, l.proposal, l.file_path, l.client_as_referred, (
          select max(t.id) from timeline t where t.lead_uid = l.uid and t.changes ? 'client_number'
        ) as came
      from leads l
      where l.client_uid = ${clientUid}
    ), always_own as (
      select * from own where came is null
    )
    select json_build_object(
      'leads', (select coalesce(json_agg(json_build_object('uid', uid, 'proposal', proposal)), '[]') from own),
      'aliases', (
        select coalesce(json_agg(a.uid), '[]')
        from client_aliases a
        where a.client_uid = ${clientUid}
      ),
      'files', (
        select coalesce(json_agg(distinct f.uid), '[]')
        from uploaded_files f
        where f.uid in (select lf.id from lead_files lf where lf.lead_uid in (select uid from own))
          or f.uid::text in (select file_path from own)
      ),
      'values', (
        select coalesce(json_agg(json_build_object('field', v.field, 'value', v.value)), '[]')
        from (
          select t.field, t.value
          from clients c
          cross join lateral (${textsOf(sql`to_jsonb(c)`)}) t
          where c.uid = ${clientUid}
          union
          select t.field, t.value
          from always_own
          cross join lateral (${textsOf(sql`always_own.client_as_referred`)}) t
          where always_own.client_as_referred is not null
          union
          -- What it was called before it was merged, and what a merge wrote over.
          select t.field, t.value
          from client_merges m
          cross join lateral (values (m.alias_row), (m.survivor_before)) as v (json)
          cross join lateral (${textsOf(sql`v.json`)}) t
          where m.undone_at is null
            and m.alias_uid in (select a.uid from client_aliases a where a.client_uid = ${clientUid})
          union
          select t.field, t.value
          from always_own
          join client_merge_leads m on m.lead_uid = always_own.uid
          cross join lateral (${textsOf(sql`m.before`)}) t
          where m.before is not null
          union
          select t.field, t.value
          from elective_leads e
          cross join lateral (${textsOf(sql`e.client_informations`)}) t
          where e.lead_uid in (select uid from always_own)
          union
          select changed.key, side.value
          from own
          join timeline t on t.lead_uid = own.uid and (own.came is null or t.id >= own.came)
          cross join lateral jsonb_each(t.changes) changed
          cross join lateral jsonb_each_text(
            case when jsonb_typeof(changed.value) = 'object' then changed.value else '{}' end) side
          where side.value is not null
          union
          select 'phone', k.phone
          from calls k
          where k.lead_uid in (select uid from always_own)
        ) v
      )) as row`.execute(db)
  return personFrom(clientUid, rowSchema.parse(rows[0]?.row))
}

/** 'client.address.cep' and 'typed.client.cep' name what 'cep' names. */
const lastPart = (field: string) => field.slice(field.lastIndexOf('.') + 1)

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const distinct = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

function personFrom(clientUid: string, { leads, aliases, files, values }: z.infer<typeof rowSchema>): Person {
  const valuesOf = (...names: readonly string[]) =>
    distinct(values.flatMap(({ field, value }) => (names.includes(lastPart(field)) ? [value.trim()] : [])))
  const names = valuesOf('name', 'client_name').filter((name) => /\S+\s+\S+/.test(name))
  const documents = valuesOf('cpf', 'client_cpf').filter(isDocument)
  const phones = valuesOf('phone', 'cellphone', 'call', 'conversation').filter(isPhone)
  const mails = valuesOf('mail', 'email').filter((mail) => mail.includes('@'))
  const leadUids = leads.map(({ uid }) => uid)
  return {
    clientUid,
    leadUids,
    uids: [clientUid, ...aliases, ...leadUids],
    fileUids: files,
    proposals: distinct(leads.map(({ proposal }) => proposal?.trim() ?? '')),
    ceps: valuesOf('cep'),
    known: { names, documents: distinct([...documents, ...valuesOf('rg')]), phones, mails },
    mentions: {
      names: names.map(like),
      documents: documents.flatMap((text) => [text, formatDocument(text)]).map(like),
      contacts: distinct([...mails, ...phones.flatMap((text) => [text, formatPhone(text)])]).map(like),
    },
  }
}
