/**
 * The fields of an incident, each declared once, in the order of the wire: docs/rules.md#incidents. What a call sends, what the
 * form has and begins with, their names, the columns and what the audit leaves out follow.
 */
import { z } from 'zod'
import { DATA_KINDS, SUBJECT_KINDS, TOLD_STATES } from './incidents.ts'

/**
 * `sent`: as a call brings it. `typed`: in the form and its drafts. `empty`: of a new form. `asked`: in the form, where that is not the
 * label. `mentions`: `src/domain/client/personal-tables.ts`.
 */
const day = {
  sent: z.iso.date({ error: 'Use uma data válida' }).nullable().default(null),
  typed: z.string().nullable(),
  empty: null,
} as const
const text = {
  sent: z.string().trim().max(10_000).default(''),
  typed: z.string(),
  empty: '',
  isText: true,
} as const
/** null: not known yet. An empty field of a number is ''. */
const count = {
  sent: z
    .number({ error: 'Use um número inteiro' })
    .int('Use um número inteiro')
    .min(0, 'Use um número inteiro')
    .max(2_000_000_000, 'Use um número menor')
    .nullable()
    .default(null),
  typed: z.union([z.number(), z.literal('')]),
  empty: '',
} as const
const some = <const Kind extends string>(kinds: readonly Kind[]) => ({
  sent: z.array(z.enum(kinds)).max(kinds.length),
  typed: z.array(z.enum(kinds)),
  empty: Array.of<Kind>(),
})

export const INCIDENT_FIELDS = {
  description: { ...text, label: 'O que aconteceu', mentions: 'O que aconteceu' },
  /** null: not known. */
  occurred_on: { ...day, label: 'Data do incidente', asked: 'Data do incidente (se souber)' },
  known_on: { ...day, label: 'Conhecido em' },
  subject_kinds: { ...some(SUBJECT_KINDS), label: 'Quem foi afetado' },
  subjects: { ...count, label: 'Titulares afetados' },
  minors: { ...count, label: 'Crianças e adolescentes afetados', asked: 'Crianças e adolescentes' },
  elderly: { ...count, label: 'Idosos afetados', asked: 'Idosos' },
  data_kinds: { ...some(DATA_KINDS), label: 'Tipos de dados' },
  measures_before: { ...text, label: 'Segurança antes do incidente', mentions: 'Segurança antes' },
  measures_after: { ...text, label: 'Segurança depois do incidente', mentions: 'Segurança depois' },
  risks: {
    ...text,
    label: 'Riscos e possíveis danos',
    asked: 'Riscos e possíveis danos para as pessoas',
    mentions: 'Riscos',
  },
  delay_reasons: { ...text, label: 'Motivos da demora', mentions: 'Motivos da demora' },
  measures_taken: {
    ...text,
    label: 'Medidas tomadas',
    asked: 'Medidas tomadas para desfazer ou diminuir os danos',
    mentions: 'Medidas tomadas',
  },
  dpo_contact: {
    ...text,
    label: 'Contato do encarregado',
    asked: 'Contato do encarregado (DPO)',
    mentions: 'Contato do encarregado',
  },
  subjects_told: {
    sent: z.enum(TOLD_STATES).default('no'),
    typed: z.enum(TOLD_STATES),
    empty: 'no',
    label: 'Titulares avisados',
    asked: 'Os titulares foram avisados?',
  },
  subjects_told_on: { ...day, label: 'Titulares avisados em' },
  subjects_told_how: { ...text, label: 'Como foram avisados', mentions: 'Como foram avisados' },
  anpd_told_on: { ...day, label: 'Comunicado à ANPD em' },
  anpd_protocol: { ...text, sent: z.string().trim().max(200).default(''), label: 'Protocolo da ANPD' },
  /** Why the ANPD need not be notified. It ends the deadline as a notification does. */
  anpd_not_told_reason: {
    ...text,
    label: 'Motivo para não comunicar',
    asked: 'Motivo para não comunicar à ANPD',
    mentions: 'Por que não foi comunicado',
  },
} as const
