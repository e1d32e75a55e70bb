/** The choices of 'Camila saiu', and what they send. docs/rules.md#departures */

import type { Departure, Hanging } from '../../../contract/transfers.ts'
import { ORIGIN } from '../../../domain/lead/status.ts'
import { leadCount } from '../../../domain/lead/transfer.ts'

export const LEAD_CHOICES = [
  { value: 'broker', label: 'Para um corretor' },
  { value: 'share', label: 'Repartir entre os corretores' },
  { value: 'origin', label: 'De volta a Origem, sem corretor' },
  { value: 'stay', label: 'Ficam como estão' },
] as const
type LeadChoice = (typeof LEAD_CHOICES)[number]['value']
export const RULE_CHOICES = [
  { value: 'broker', label: 'Para um corretor' },
  { value: 'off', label: 'Desativar' },
  { value: 'stay', label: 'Ficam como estão, sem mandar leads' },
] as const
type RuleChoice = (typeof RULE_CHOICES)[number]['value']
export const MAIL_CHOICES = [
  { value: 'stop', label: 'Parar os envios' },
  { value: 'stay', label: 'Ficam como estão' },
] as const
type MailChoice = (typeof MAIL_CHOICES)[number]['value']

export interface DepartureValues extends Record<string, unknown> {
  /** By status. */
  readonly leads: Readonly<Record<number, LeadChoice>>
  readonly rules: RuleChoice
  readonly mailed_views: MailChoice
  readonly broker_id: number | null
}

/**
 * Proposes that leads that are not captured go back to Origem and the others are shared out, so that no lead waits for
 * the user who left.
 */
export const beginningOf = ({ leads }: Hanging): DepartureValues => ({
  leads: Object.fromEntries(leads.map(({ status }) => [status, status === ORIGIN ? 'origin' : 'share'])),
  rules: 'off',
  mailed_views: 'stop',
  broker_id: null,
})

export const needsBroker = ({ leads, rules }: DepartureValues): boolean =>
  rules === 'broker' || Object.values(leads).includes('broker')

/** Whether there is anything to ask about. */
export const hangsAnything = ({ leads, rules, mailed_views }: Hanging): boolean =>
  leads.length + rules + mailed_views > 0

export function departureOf(uid: string, values: DepartureValues): Departure {
  const broker_id = values.broker_id ?? 0
  const to = (kind: LeadChoice) => (kind === 'broker' ? { kind, broker_id } : { kind })
  return {
    uid,
    leads: Object.entries(values.leads).map(([status, kind]) => ({ status: Number(status), to: to(kind) })),
    rules: values.rules === 'broker' ? { kind: 'broker', broker_id } : { kind: values.rules },
    mailed_views: values.mailed_views,
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What else the administrator should know: schedules go with their leads, sessions end, devices may hold work. */
export function furtherWords({ schedules, sessions, devices, documents }: Hanging, ends: boolean): string[] {
  const returned = devices.reduce((sum, device) => sum + device.returned, 0)
  return [
    ...(schedules === 0
      ? []
      : [`${counted(schedules, 'agendamento espera', 'agendamentos esperam')} e vão com os seus leads.`]),
    ...(sessions === 0
      ? []
      : [
          `${counted(sessions, 'sessão aberta', 'sessões abertas')}${ends ? (sessions === 1 ? ', que termina agora' : ', que terminam agora') : ''}.`,
        ]),
    ...(returned === 0
      ? []
      : [
          `O servidor devolveu ${counted(returned, 'alteração', 'alterações')}, que podem esperar num aparelho.`,
        ]),
    ...(documents === 0
      ? []
      : [
          `${counted(documents, 'documento chegou', 'documentos chegaram')} sem a alteração que os liga a um lead.`,
        ]),
    ...(devices.length === 0
      ? []
      : [
          'O que um aparelho ainda não enviou o servidor não sabe. Nada se perde: fica no aparelho, com a explicação.',
        ]),
  ]
}

export const departedWords = (name: string, moved: number) =>
  moved === 0
    ? `${name} saiu`
    : `${name} saiu: ${moved === 1 ? '1 lead transferido' : `${leadCount(moved)} transferidos`}`
