/**
 * What a push carries, and how it is worded: docs/rules.md#push. It passes through the browser maker's service, so it has
 * the kind, a lead's number and a scheduling's time, and nothing else. Service worker and server share it.
 */
import { z } from 'zod'
import type { RoleId } from '../session/session-user.ts'
import { formatTime } from '../time/sao-paulo.ts'
import { kindsFor, type NoticeKind } from './kinds.ts'
import { targetPath } from './notice.ts'

/** Conflicts and refusals happen on the device itself, so nothing is pushed about them. */
export const pushKindSchema = z.enum([
  'assigned',
  'schedule',
  'renewal',
  'law',
  'automation',
  'import',
] satisfies NoticeKind[])
export type PushKind = z.infer<typeof pushKindSchema>

/** Whether any notice for the role is pushed. */
export const receivesPush = (role: RoleId): boolean =>
  kindsFor(role).some(({ kind }) => pushKindSchema.safeParse(kind).success)

/** The latest moment that a date can have. */
const LATEST_MS = 8.64e15

export const pushPayloadSchema = z.object({
  kind: pushKindSchema,
  /** Number of the lead; null: about no single lead. */
  lead: z.number().int().positive().nullable(),
  /** When the scheduling is, epoch ms. Other kinds have none. */
  atMs: z.number().int().min(0).max(LATEST_MS).optional(),
})
export type PushPayload = z.infer<typeof pushPayloadSchema>

export interface PushWords {
  readonly title: string
  readonly body: string
  /** A notification replaces an earlier one with the same tag. */
  readonly tag: string
  /** Where a click leads. */
  readonly path: string
}

interface KindWords {
  readonly title: string
  readonly several: string
}

const WORDS: Readonly<Record<PushKind, KindWords>> = {
  assigned: { title: 'Um lead foi passado a você', several: 'Há novos leads com você' },
  schedule: { title: 'Você tem um agendamento', several: 'Você tem agendamentos' },
  renewal: { title: 'Renovação no limite de captura', several: 'Renovações no limite de captura' },
  law: { title: 'Prazo da lei perto do fim', several: 'Prazos da lei perto do fim' },
  automation: { title: 'Uma automação avisa de um lead', several: 'Há avisos de automações' },
  import: { title: 'A importação terminou', several: 'A importação terminou' },
}

/** The words of a push that can't be read: a browser requires that each push shows something. */
const UNREADABLE: PushWords = { title: 'Farol: há novidades', body: '', tag: 'novidades', path: '/' }

/** Returns the words for what a push brought, whatever it is. */
export function pushWords(received: unknown): PushWords {
  const payload = pushPayloadSchema.safeParse(received).data
  if (payload === undefined) return UNREADABLE
  const { kind, lead, atMs } = payload
  const { title, several } = WORDS[kind]
  const tag = pushTag(payload)
  if (lead === null)
    return { title: several, body: '', tag, path: kind === 'import' ? targetPath({ to: 'imports' }) : '/' }
  // It may be shown before or after the time.
  const words = atMs === undefined ? title : `Agendamento às ${formatTime(atMs)}`
  return { title: words, body: `Lead ${lead}`, tag, path: targetPath({ to: 'lead', id: lead }) }
}

export const pushTag = ({ kind, lead }: PushPayload): string => (lead === null ? kind : `${kind}-${lead}`)
