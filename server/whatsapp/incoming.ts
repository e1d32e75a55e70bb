/**
 * What Meta sends, read as far as Farol keeps it: a message's text only where the house keeps texts, no picture, no address book.
 * docs/whatsapp.md
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LONGEST_TEXT, messageKind, messageStatus } from '../../src/domain/whatsapp/message.ts'
import { nationalOf } from '../../src/domain/whatsapp/number.ts'
import { isOptOutText } from '../../src/domain/whatsapp/opt-out.ts'

const id = z.string().min(1).max(512)
/** Seconds since 1970, as text. The year 2200 is beyond any clock. */
const timestamp = z.coerce.number().int().positive().max(7_258_118_400)
const LONGEST_NAME = 120

const captioned = z.object({ caption: z.string().optional() }).optional().catch(undefined)
const contents = {
  type: z.string().max(60).catch('other'),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: captioned,
  video: captioned,
  document: captioned,
}
const original = z.object({ original_message_id: id })

const messageSchema = z.object({
  id,
  timestamp,
  from: z.string().max(40).optional().catch(undefined),
  to: z.string().max(40).optional().catch(undefined),
  from_user_id: id.optional().catch(undefined),
  to_user_id: id.optional().catch(undefined),
  group_id: z.unknown().optional(),
  ...contents,
  edit: original.extend({ message: z.object(contents).optional().catch(undefined) }).optional(),
  revoke: original.optional(),
})
type Message = z.output<typeof messageSchema>

const statusSchema = z.object({
  id,
  timestamp,
  status: z.string().max(40),
  recipient_id: z.string().max(40).optional().catch(undefined),
  recipient_user_id: id.optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.number().int() }))
    .optional()
    .catch(undefined),
})

const contactSchema = z.object({
  wa_id: z.string().max(40).optional().catch(undefined),
  user_id: id.optional().catch(undefined),
  profile: z.object({ name: z.string() }).optional().catch(undefined),
})

const metadata = z.object({ phone_number_id: z.string().max(60) })
const list = z.array(z.unknown()).max(1000)

const valueSchema = z.object({
  metadata: metadata.optional().catch(undefined),
  contacts: list.optional().catch(undefined),
  messages: list.optional().catch(undefined),
  message_echoes: list.optional().catch(undefined),
  statuses: list.optional().catch(undefined),
  history: list.optional().catch(undefined),
  event: z
    .string()
    .regex(/^[A-Z0-9_]{1,60}$/)
    .optional()
    .catch(undefined),
})
type Value = z.output<typeof valueSchema>

export const bodySchema = z.object({
  object: z.string().max(60),
  entry: z
    .array(
      z.object({
        id: z.coerce.string().max(60),
        changes: z.array(z.object({ field: z.string().max(60), value: z.unknown().optional() })).max(1000),
      }),
    )
    .max(1000),
})
export type WebhookBody = z.output<typeof bodySchema>

const at = z.iso.datetime()
const person = { number: z.string().nullable(), bsuid: z.string().nullable() }

/** An event as it is stored until its turn. */
export const incomingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    /** Of the message's id, which has the number in it. */
    hash: z.string(),
    at,
    isSent: z.boolean(),
    phoneNumberId: z.string(),
    ...person,
    /** Of the profile; '' for a message that was sent. */
    name: z.string(),
    what: z.string(),
    text: z.string().nullable(),
    /** The client wrote that it wants no messages: judged here, where the text is. */
    optsOut: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('edit'), about: z.string(), at, text: z.string().nullable() }),
  z.object({ kind: z.literal('revoke'), about: z.string(), at }),
  z.object({
    kind: z.literal('status'),
    about: z.string(),
    at,
    status: z.string(),
    code: z.number().nullable().default(null),
    ...person,
  }),
])
export type Incoming = z.output<typeof incomingSchema>

/** An event with the key by which it is stored once. */
export interface Keyed {
  readonly key: string
  readonly event: Incoming
}

/** What a body had. */
export interface Read {
  readonly events: readonly Keyed[]
  /** Numbers that it is about. */
  readonly numbers: readonly string[]
  /** Messages of an imported history, which count as nothing. */
  readonly history: number
  /** Names of what Meta tells of the account. */
  readonly account: readonly string[]
  readonly hasUnreadable: boolean
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The database stores neither NUL nor half of a surrogate pair. */
const clean = (text: string, longest: number): string =>
  text.toWellFormed().replaceAll('\0', '').slice(0, longest).toWellFormed()

const NOT_MESSAGES: readonly string[] = ['reaction', 'system', 'unsupported_system']
const SYNC_FIELDS: readonly string[] = ['smb_app_state_sync']

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

function textOf({ text, image, video, document }: Pick<Message, 'text' | 'image' | 'video' | 'document'>) {
  const found = text?.body ?? image?.caption ?? video?.caption ?? document?.caption
  return found === undefined ? null : clean(found, LONGEST_TEXT)
}

interface Reading {
  readonly phoneNumberId: string
  readonly keepsText: boolean
  readonly contacts: readonly z.output<typeof contactSchema>[]
}

/** null: it is of a group, or no message at all. */
function eventOf(message: Message, isSent: boolean, reading: Reading): Keyed | null {
  if (message.group_id !== undefined && message.group_id !== null) return null
  const { keepsText, phoneNumberId, contacts } = reading
  const when = iso(message.timestamp)
  const key = (kind: string) => hashOf(`${kind} ${message.id}`)
  if (message.edit !== undefined) {
    const edited = message.edit.message
    const text = keepsText && edited !== undefined ? textOf(edited) : null
    const about = hashOf(message.edit.original_message_id)
    return { key: key('edit'), event: { kind: 'edit', about, at: when, text } }
  }
  if (message.revoke !== undefined) {
    const about = hashOf(message.revoke.original_message_id)
    return { key: key('revoke'), event: { kind: 'revoke', about, at: when } }
  }
  if (NOT_MESSAGES.includes(message.type)) return null
  const who = isSent ? message.to : message.from
  const bsuid = (isSent ? message.to_user_id : message.from_user_id) ?? null
  const contact = contacts.find(
    ({ wa_id, user_id }) =>
      (who !== undefined && wa_id === who) || (bsuid !== null && user_id !== undefined && user_id === bsuid),
  )
  const written = who ?? contact?.wa_id ?? null
  const number = written === null ? null : nationalOf(written)
  // A number that is given and is another country's is no client's here, whatever else names the person.
  if (written !== null && written !== '' && number === null) return null
  const known = bsuid ?? contact?.user_id ?? null
  if (number === null && known === null) return null
  return {
    key: key('message'),
    event: {
      kind: 'message',
      hash: hashOf(message.id),
      at: when,
      isSent,
      phoneNumberId,
      number,
      bsuid: known === null ? null : clean(known, 512),
      name: isSent ? '' : clean(contact?.profile?.name ?? '', LONGEST_NAME).trim(),
      what: messageKind(message.type),
      text: keepsText ? textOf(message) : null,
      optsOut: !isSent && isOptOutText(message.text?.body ?? ''),
    },
  }
}

const statusEvent = ({
  id: wamid,
  timestamp: seconds,
  ...given
}: z.output<typeof statusSchema>): Keyed | null => {
  const status = messageStatus(given.status)
  if (status === null) return null
  const number = given.recipient_id === undefined ? null : nationalOf(given.recipient_id)
  return {
    key: hashOf(`status ${status} ${wamid}`),
    event: {
      kind: 'status',
      about: hashOf(wamid),
      at: iso(seconds),
      status,
      code: given.errors?.[0]?.code ?? null,
      number,
      bsuid: given.recipient_user_id === undefined ? null : clean(given.recipient_user_id, 512),
    },
  }
}

const historySchema = z.object({
  threads: z.array(z.object({ messages: z.array(z.unknown()).catch([]) })).catch([]),
})

const countHistory = (history: readonly unknown[]): number =>
  history
    .flatMap((chunk) => historySchema.safeParse(chunk).data?.threads ?? [])
    .reduce((sum, { messages }) => sum + messages.length, 0)

/** Each by itself: one that can't be read takes no other along. */
function eachOf<Schema extends z.ZodType>(schema: Schema, given: readonly unknown[] | undefined) {
  const parsed = (given ?? []).map((one) => schema.safeParse(one))
  return {
    read: parsed.flatMap(({ data }) => (data === undefined ? [] : [data])),
    isWhole: parsed.every(({ success }) => success),
  }
}

interface Change {
  readonly field: string
  readonly value: Value
}

function readChange({ field, value }: Change, keepsText: boolean): Read {
  const nothing = { events: [], numbers: [], history: 0, account: [], hasUnreadable: false }
  if (SYNC_FIELDS.includes(field)) return nothing
  if (field === 'history') return { ...nothing, history: countHistory(value.history ?? []) }
  const phoneNumberId = value.metadata?.phone_number_id
  if (phoneNumberId === undefined)
    return value.event === undefined ? nothing : { ...nothing, account: [value.event] }
  const contacts = eachOf(contactSchema, value.contacts).read
  const received = eachOf(messageSchema, value.messages)
  const sent = eachOf(messageSchema, value.message_echoes)
  const statuses = eachOf(statusSchema, value.statuses)
  const reading = { phoneNumberId, keepsText, contacts }
  return {
    events: [
      ...received.read.map((message) => eventOf(message, false, reading)),
      ...sent.read.map((message) => eventOf(message, true, reading)),
      ...statuses.read.map(statusEvent),
    ].filter((event) => event !== null),
    numbers: [phoneNumberId],
    history: 0,
    account: [],
    hasUnreadable: !(received.isWhole && sent.isWhole && statuses.isWhole),
  }
}

/** Reads the changes of one account. What is about numbers that are not `numbers` is left out by the caller. */
export function readEntry(
  { changes }: WebhookBody['entry'][number],
  { keepsText, isKnown }: { readonly keepsText: boolean; readonly isKnown: (number: string) => boolean },
): Read {
  const all = changes.map(({ field, value }): Read => {
    const parsed = valueSchema.safeParse(value)
    if (!parsed.success) return { events: [], numbers: [], history: 0, account: [], hasUnreadable: true }
    const read = readChange({ field, value: parsed.data }, keepsText)
    return read.numbers.every(isKnown) ? read : { ...read, events: [] }
  })
  return {
    events: all.flatMap(({ events }) => events),
    numbers: all.flatMap(({ numbers }) => numbers),
    history: all.reduce((sum, { history }) => sum + history, 0),
    account: all.flatMap(({ account }) => account),
    hasUnreadable: all.some(({ hasUnreadable }) => hasUnreadable),
  }
}
