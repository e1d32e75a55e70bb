/** Clients that are one person: docs/rules.md#merging-clients */
import { z } from 'zod'
import { clientSchema } from '../domain/client/client.ts'
import { REASONS } from '../domain/client/likeness.ts'
import { storedMail } from '../domain/client/mail-address.ts'
import { MERGE_FIELDS } from '../domain/client/merge-fields.ts'
import { storedDocument } from '../domain/documents/read-document.ts'
import { nationalNumber } from '../domain/phone/national-number.ts'
import { numberFrom } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'

const { get, post, put } = routesOf('Clientes repetidos')
const uid = z.uuid()

/** One side of a comparison. The merge sends its `version` back. */
const comparedClientSchema = z.object({
  client: clientSchema,
  created_at: z.string(),
  leads: z.number().int(),
  /** The latest day of its leads, or of its creation. */
  last_activity: z.string(),
})
export type ComparedClient = z.infer<typeof comparedClientSchema>

const likenessSchema = z.object({
  /** 0 to 100; `strengthOf` has the word. */
  score: z.number().int(),
  reasons: z.array(z.enum(REASONS)),
})

const pairSchema = likenessSchema.extend({
  /** The one that was there first. */
  older: comparedClientSchema,
  younger: comparedClientSchema,
})
export type ClientPair = z.infer<typeof pairSchema>

/** The strongest first, and of the same score the newest. Without those that are dismissed. */
export const clientDuplicatesRoute = get('/client-duplicates', 'clients.merge', {
  query: z.object({
    /** From 1. */
    page: numberFrom(1, 100_000).default(1),
    per_page: numberFrom(1, 100).default(20),
  }),
  answer: listOf(pairSchema).extend({ pagination: z.object({ total: z.number().int() }) }),
})

/** Any two clients side by side. A uid may be an alias. 404: one is missing, or both are one client. */
export const clientComparisonRoute = get('/client-comparison', 'clients.merge', {
  query: z.object({ first_uid: uid, second_uid: uid }),
  answer: z.object({ data: pairSchema }),
})

/** 'Não são a mesma pessoa'; `dismissed` false takes it back. Repeating it changes nothing. */
export const dismissDuplicateRoute = put('/client-duplicates/dismissed', 'clients.merge', {
  body: z.object({ first_uid: uid, second_uid: uid, dismissed: z.boolean().default(true) }),
  answer: z.object({ dismissed: z.boolean() }),
})

const mergeSchema = z.object({
  id: z.uuid(),
  survivor: z.object({ uid: z.string(), id: z.number().int(), name: z.string() }),
  /** The client that became an alias, with its name at that time. */
  alias: z.object({ uid: z.string(), id: z.number().int(), name: z.string() }),
  merged_at: z.string(),
  /** null: the user is gone. */
  merged_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** After it an undo is refused. */
  undo_until: z.string(),
  undone_at: z.string().nullable(),
  leads: z.number().int(),
})
export type ClientMerge = z.infer<typeof mergeSchema>

/**
 * Merges two clients. Repeated it answers the merge that is there. 409: one of them was changed or merged meanwhile, or
 * the same clients were merged with other fields. 410: one of them was erased.
 */
export const mergeClientsRoute = post('/client-merges', 'clients.merge', {
  body: z.object({
    survivor_uid: uid,
    alias_uid: uid,
    /** The fields that take the alias' value. All others keep the survivor's. */
    from_alias: z.array(z.enum(MERGE_FIELDS)).default([]),
    /** `version` of both clients as the user saw them. */
    survivor_version: z.number().int(),
    alias_version: z.number().int(),
  }),
  answer: z.object({ merge: mergeSchema, client: clientSchema }),
})

/** Those that can still be undone; with `client_uid` all of that client, which may be an alias. The latest first. */
export const clientMergesRoute = get('/client-merges', 'clients.merge', {
  query: z.object({ client_uid: uid.optional() }),
  answer: listOf(mergeSchema),
})

/** Undoes a merge. Repeated it answers the same. 409 with a sentence when it can't be undone any more. */
export const undoMergeRoute = post('/client-merges/:id/undo', 'clients.merge', {
  params: z.object({ id: z.uuid().meta({ title: 'Identificador da junção' }) }),
  answer: z.object({
    merge: mergeSchema,
    survivor: clientSchema,
    revived: clientSchema,
    /** Fields of the survivor that were typed anew after the merge, and stay so. */
    kept: z.array(z.enum(MERGE_FIELDS)),
  }),
})

/** At most so many clients have a contact by the answer. */
export const KNOWN_CONTACTS = 5

/**
 * Which clients of the caller's own scope have this phone, mail or document. Roles 4 to 7 find only those that they
 * typed. It counts as a look-up. 429: too many.
 */
export const knownContactRoute = get('/known-contact', 'client.lookUp', {
  query: z.object({
    phone: z.string().max(40).transform(nationalNumber).optional(),
    mail: z.string().max(200).overwrite(storedMail).optional(),
    document: z.string().max(40).transform(storedDocument).optional(),
  }),
  answer: z.object({
    data: z.array(z.object({ client: clientSchema, by: z.array(z.enum(['phone', 'mail', 'document'])) })),
  }),
})
