/** A message in a lead's history: what is kept of it, and its words. docs/rules.md#whatsapp */

/** What the history calls each kind of message. Any other is a 'mensagem'. */
const KIND_WORDS = {
  text: '',
  image: 'imagem',
  audio: 'áudio',
  video: 'vídeo',
  document: 'documento',
  sticker: 'figurinha',
  location: 'localização',
  contacts: 'contato',
  template: 'modelo',
  other: 'mensagem',
} as const
export type MessageKind = keyof typeof KIND_WORDS
const isKind = (kind: unknown): kind is MessageKind =>
  typeof kind === 'string' && Object.hasOwn(KIND_WORDS, kind)

/** Returns the kind of a message by the type that Meta gives. */
export const messageKind = (type: string): MessageKind => (isKind(type) ? type : 'other')

export type MessageStatus = 'sent' | 'delivered' | 'read' | 'failed'
const RANKS: Readonly<Record<MessageStatus, number>> = { sent: 0, delivered: 1, read: 2, failed: 3 }
const isStatus = (status: string): status is MessageStatus => Object.hasOwn(RANKS, status)

/** null: Meta's word is none of these. */
export const messageStatus = (status: string): MessageStatus | null => (isStatus(status) ? status : null)

/** Whether the status says more than the one before: they arrive in any order. */
export const isLaterStatus = (status: MessageStatus, before: MessageStatus | null): boolean =>
  before === null || RANKS[status] > RANKS[before]

/** WhatsApp's own limit of a text. */
export const LONGEST_TEXT = 4096

/** The field of the timeline's entry. */
export const MESSAGE_FIELD = 'whatsapp_message'
export const SENT_ENTRY = 'whatsapp.sent'
export const RECEIVED_ENTRY = 'whatsapp.received'

export interface MessageEntry {
  readonly kind: MessageKind
  /** null: the house keeps no texts, the message has none, or it was revoked. */
  readonly text: string | null
  readonly edited: boolean
  readonly revoked: boolean
  readonly failed: boolean
}

export const newEntry = (kind: MessageKind, text: string | null): MessageEntry => ({
  kind,
  text,
  edited: false,
  revoked: false,
  failed: false,
})

/** Without a schema: the history is drawn before the schemas' code is loaded. Returns null for any other value. */
export function messageEntryOf(value: unknown): MessageEntry | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !isKind(value.kind)) return null
  return {
    kind: value.kind,
    text: 'text' in value && typeof value.text === 'string' ? value.text : null,
    edited: 'edited' in value && value.edited === true,
    revoked: 'revoked' in value && value.revoked === true,
    failed: 'failed' in value && value.failed === true,
  }
}

/** Returns 'Mensagem de WhatsApp enviada: imagem (editada)'. */
export function messageWords({ kind, edited, revoked, failed }: MessageEntry, isSent: boolean): string {
  const what = KIND_WORDS[kind]
  const states = [...(revoked ? ['apagada'] : edited ? ['editada'] : []), ...(failed ? ['não entregue'] : [])]
  return (
    `Mensagem de WhatsApp ${isSent ? 'enviada' : 'recebida'}` +
    (what === '' || what === 'mensagem' ? '' : `: ${what}`) +
    (states.length === 0 ? '' : ` (${states.join(', ')})`)
  )
}
