/** The links of a dossier in words: for its PDF and the page without login. docs/rules.md#dossier */
import { z } from 'zod'
import { fieldLabel, fieldValue, isEmpty, type Names, NO_NAMES } from '../lead/field-words.ts'
import { formatDateTime } from '../time/sao-paulo.ts'
import { MESSAGE_FIELD, messageEntryOf, messageWords, SENT_ENTRY } from '../whatsapp/message.ts'
import { CAUSE_WORDS, KIND_WORDS } from './break-words.ts'
import { saidOf } from './chain.ts'
import type { DossierBody } from './dossier.ts'

export interface DossierLine {
  readonly seq: number
  readonly entry: number
  /** What was done, and what became of the entry. */
  readonly what: string
  readonly who: string
  readonly when: string
  /** 'Entrada mudada: …'; null: it was written and stayed. */
  readonly fate: string | null
  /** `before` is '' where there was nothing. */
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  readonly hash: string
}

const changesSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
export type Changes = z.infer<typeof changesSchema>

/** null: the link has no content, or none of Farol's. */
export function contentOf({ content }: { readonly content: string | null }): Changes | null {
  if (content === null) return null
  try {
    return changesSchema.safeParse(JSON.parse(content)).data ?? null
  } catch {
    // No JSON.
    return null
  }
}

/** Fields that are no news to a person. */
const SILENT: ReadonlySet<string> = new Set(['version', 'uid', 'client_uid', 'id', MESSAGE_FIELD])

export function namesOf({ names }: Pick<DossierBody, 'names'>): Names {
  const words = (list: readonly { id: number; name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]))
  const named = (list: readonly { id: number; name: string }[]) => new Map(list.map((one) => [one.id, one]))
  return {
    ...NO_NAMES,
    users: named(names.users),
    channels: named(names.channels),
    insurances: words(names.insurances),
    partners: words(names.partners),
  }
}

/** `commandLabel` says what a command does. */
export function dossierLines(dossier: DossierBody, commandLabel: (command: string) => string): DossierLine[] {
  const names = namesOf(dossier)
  return dossier.links.map((link) => {
    const said = saidOf(link)
    const { seq, hash } = link
    if (said === null)
      return {
        seq,
        hash,
        entry: 0,
        what: 'Registro que não se lê',
        who: '',
        when: '',
        fate: null,
        changes: [],
      }
    const { entry, kind, cause, command, user, occurred_at } = said
    const content = contentOf(link)
    const message = messageEntryOf(content?.[MESSAGE_FIELD]?.after)
    const changes = Object.entries(content ?? {}).flatMap(([field, { before, after }]) => {
      if (SILENT.has(field)) return []
      const words = { before: fieldValue(field, before, names), after: fieldValue(field, after, names) }
      if (words.before === words.after) return []
      return [{ label: fieldLabel(field), ...words, before: isEmpty(before) ? '' : words.before }]
    })
    const text = message?.text ?? null
    return {
      seq,
      hash,
      entry,
      what: message === null ? commandLabel(command) : messageWords(message, command === SENT_ENTRY),
      who: user === null ? 'Farol' : (names.users.get(user)?.name ?? `Usuário ${user}`),
      when: formatDateTime(occurred_at),
      fate:
        kind === 'added'
          ? content === null && link.salt === null
            ? 'O conteúdo mudou depois: veja o último registro desta entrada'
            : null
          : `${KIND_WORDS[kind]}${cause === null ? '' : `: ${CAUSE_WORDS[cause]}`}`,
      changes: text === null ? changes : [...changes, { label: 'Texto', before: '', after: text }],
    }
  })
}
