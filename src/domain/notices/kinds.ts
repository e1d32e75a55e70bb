/** The kinds of notices, who gets which, and the switches of a user: docs/rules.md#notices */
import { z } from 'zod'
import { type Action, may } from '../permissions/actions.ts'
import type { RoleId } from '../session/session-user.ts'

interface NoticeKindLine {
  readonly kind: string
  readonly label: string
  readonly help: string
  /** Users who may do this action get the notices. */
  readonly action: Action
}

/** In the order of the switches. */
export const NOTICE_KINDS = [
  {
    kind: 'assigned',
    label: 'Leads passados a mim',
    help: 'Outra pessoa deixou um lead com você.',
    action: 'board.read',
  },
  {
    kind: 'schedule',
    label: 'Agendamentos',
    help: 'Faltam 15 minutos, ou a hora já passou.',
    action: 'board.read',
  },
  {
    kind: 'queue',
    label: 'Conflitos e recusas',
    help: 'Uma alteração sua espera que você decida.',
    action: 'session.use',
  },
  {
    kind: 'renewal',
    label: 'Prazo de renovações',
    help: 'Falta um dia para o limite de captura de uma renovação sua, ou ele já passou.',
    action: 'board.read',
  },
  {
    kind: 'law',
    label: 'Prazos da lei',
    help: 'A metade de um prazo da lei passou, ele está na véspera ou atrasado.',
    action: 'board.read',
  },
  {
    kind: 'automation',
    label: 'Automações',
    help: 'Uma regra da corretora avisou de um lead, ou foi pausada.',
    action: 'automations.hear',
  },
  {
    kind: 'import',
    label: 'Importações de renovações',
    help: 'Uma importação que você começou terminou.',
    action: 'renewals.import',
  },
  {
    kind: 'link',
    label: 'Meu link de indicação',
    help: 'Alguém preencheu o formulário do seu link, recebeu uma ligação, fechou ou não, ou um e-mail seu não foi entregue.',
    action: 'externalLink.use',
  },
  {
    kind: 'receipt',
    label: 'Andamento das minhas indicações',
    help: 'Uma pessoa que você indicou foi atendida, cotada, fechou ou não.',
    action: 'receipts.follow',
  },
  {
    kind: 'device',
    label: 'Segurança da minha conta',
    help: 'Uma entrada em um aparelho novo, um código errado depois da senha certa, uma mudança no segundo fator ou no PIN.',
    action: 'session.use',
  },
  {
    kind: 'stuck',
    label: 'Aparelhos com trabalho parado',
    help: 'Um aparelho tem há mais de um dia alterações que não foram enviadas.',
    action: 'devices.readAll',
  },
  {
    kind: 'held',
    label: 'Indicações suspeitas',
    help: 'Muitas indicações de uma vez por um link esperam por um olhar.',
    action: 'heldIndications.decide',
  },
  {
    kind: 'account',
    label: 'Contas de administradores',
    help: 'Alguém pediu ou confirmou a troca do e-mail de um administrador.',
    action: 'audit.read',
  },
] as const satisfies readonly NoticeKindLine[]

export type NoticeKind = (typeof NOTICE_KINDS)[number]['kind']

/** The kinds that a role can get, in the order of the switches. */
export const kindsFor = (role: RoleId): (typeof NOTICE_KINDS)[number][] =>
  NOTICE_KINDS.filter(({ action }) => may(action, role))

const kindSchema = z.enum(NOTICE_KINDS.map(({ kind }) => kind))

/** A user's switches. A kind that is not named is on, so a new kind begins switched on. */
export const noticeSwitchesSchema = z.object({ off: z.array(kindSchema).max(NOTICE_KINDS.length) })
export type NoticeSwitches = z.infer<typeof noticeSwitchesSchema>

export const ALL_ON: NoticeSwitches = { off: [] }

export const isOn = ({ off }: NoticeSwitches, kind: NoticeKind): boolean => !off.includes(kind)

/** Returns the switches after one of them was set. */
export const switched = ({ off }: NoticeSwitches, kind: NoticeKind, on: boolean): NoticeSwitches => ({
  off: [...off.filter((other) => other !== kind), ...(on ? [] : [kind])],
})
