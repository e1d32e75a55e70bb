/** What became of the user's link: docs/rules.md#notices */
import { z } from 'zod'
import { mailStateSchema, undeliveredWords } from '../mail/mailed.ts'
import { isStaff } from '../permissions/roles.ts'
import type { RoleId } from '../session/session-user.ts'
import { leadName, type Notice } from './notice.ts'

const instant = z.string()

/** A lead that came through the user's link, with the fields that its inviter may see. */
export const linkIndicationSchema = z.object({
  uid: z.string(),
  client_uid: z.string(),
  id: z.number().int().nullable(),
  client_name: z.string(),
  filled_at: instant,
  called_at: instant.nullable(),
  ended_at: instant.nullable(),
  sold: z.boolean(),
})
export type LinkIndication = z.infer<typeof linkIndicationSchema>

/** A mail with the user's link. */
export const linkMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  state: mailStateSchema,
  /** The mail server refused the address for good. */
  address_refused: z.boolean(),
  at: instant,
})
export type LinkMail = z.infer<typeof linkMailSchema>

export interface LinkNews {
  readonly indications: readonly LinkIndication[]
  readonly mails: readonly LinkMail[]
}

export const NO_NEWS: LinkNews = { indications: [], mails: [] }

function ofIndication(lead: LinkIndication, role: RoleId): Notice[] {
  const { uid, id, client_name: name, filled_at, called_at, ended_at, sold } = lead
  const notice = (step: string, at: string, text: string): Notice => ({
    key: `link:${uid}:${step}`,
    kind: 'link',
    atMs: Date.parse(at),
    momentMs: Date.parse(at),
    title: `${leadName(id)} · ${name}`,
    text,
    note: '',
    isUrgent: false,
    target: id !== null && isStaff(role) ? { to: 'lead', id } : { to: 'referrals' },
  })
  return [
    notice('filled', filled_at, 'Preencheu o formulário do seu link'),
    ...(called_at === null ? [] : [notice('called', called_at, 'Um corretor já ligou')]),
    ...(ended_at === null
      ? []
      : [notice('ended', ended_at, sold ? 'Fechou o seguro' : 'Não fechou desta vez')]),
  ]
}

function ofMail({ id, recipient, state, address_refused, at }: LinkMail): Notice[] {
  if (state !== 'failed') return []
  return [
    {
      key: `link:${id}:mail`,
      kind: 'link',
      atMs: Date.parse(at),
      momentMs: Date.parse(at),
      title: 'E-mail com o seu link',
      text: undeliveredWords(recipient, address_refused),
      note: '',
      isUrgent: true,
      target: { to: 'link' },
    },
  ]
}

export const linkNotices = ({ indications, mails }: LinkNews, role: RoleId): Notice[] => [
  ...indications.flatMap((lead) => ofIndication(lead, role)),
  ...mails.flatMap(ofMail),
]
