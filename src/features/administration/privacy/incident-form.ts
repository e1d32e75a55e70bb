/** The values of the form of an incident, and of its drafts; its fields in words. */
import { z } from 'zod'
import type { Incident } from '../../../contract/administration/incidents.ts'
import {
  DATA_KIND_WORDS,
  DATA_KINDS,
  SUBJECT_KIND_WORDS,
  SUBJECT_KINDS,
  TOLD_STATES,
  TOLD_WORDS,
} from '../../../domain/privacy/incidents.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'

/** An empty field of a number is ''. */
const count = z.union([z.number(), z.literal('')])

export const incidentValuesSchema = z.object({
  description: z.string(),
  occurred_on: z.string().nullable(),
  known_on: z.string().nullable(),
  subject_kinds: z.array(z.enum(SUBJECT_KINDS)),
  subjects: count,
  minors: count,
  elderly: count,
  data_kinds: z.array(z.enum(DATA_KINDS)),
  measures_before: z.string(),
  measures_after: z.string(),
  risks: z.string(),
  delay_reasons: z.string(),
  measures_taken: z.string(),
  dpo_contact: z.string(),
  subjects_told: z.enum(TOLD_STATES),
  subjects_told_on: z.string().nullable(),
  subjects_told_how: z.string(),
  anpd_told_on: z.string().nullable(),
  anpd_protocol: z.string(),
  anpd_not_told_reason: z.string(),
})
export type IncidentValues = z.infer<typeof incidentValuesSchema>

/** A new one begins with the contact that the last one had. */
export function incidentValues(
  incident: Incident | null,
  { today, contact }: { readonly today: string; readonly contact: string },
): IncidentValues {
  if (incident === null)
    return {
      description: '',
      occurred_on: null,
      known_on: today,
      subject_kinds: [],
      subjects: '',
      minors: '',
      elderly: '',
      data_kinds: [],
      measures_before: '',
      measures_after: '',
      risks: '',
      delay_reasons: '',
      measures_taken: '',
      dpo_contact: contact,
      subjects_told: 'no',
      subjects_told_on: null,
      subjects_told_how: '',
      anpd_told_on: null,
      anpd_protocol: '',
      anpd_not_told_reason: '',
    }
  const { id: _id, revision: _revision, created_by: _by, ...values } = incident
  const { subjects, minors, elderly } = values
  return { ...values, subjects: subjects ?? '', minors: minors ?? '', elderly: elderly ?? '' }
}

const numberOf = (typed: number | '') => (typed === '' ? null : typed)

export const incidentBody = (values: IncidentValues) => ({
  ...values,
  known_on: values.known_on ?? '',
  subjects: numberOf(values.subjects),
  minors: numberOf(values.minors),
  elderly: numberOf(values.elderly),
})

const number = new Intl.NumberFormat('pt-BR')

interface Line {
  readonly key: string
  readonly label: string
  readonly words: string
}

/** What is filled in, in the order of the ANPD's form. */
export function incidentLines(incident: Incident): Line[] {
  const day = (value: string | null) => (value === null ? '' : formatDay(value))
  const counted = (value: number | null) => (value === null ? '' : number.format(value))
  const kinds = incident.subject_kinds.map((kind) => SUBJECT_KIND_WORDS[kind])
  const lines: readonly (readonly [label: string, words: string])[] = [
    ['O que aconteceu', incident.description],
    ['Data do incidente', day(incident.occurred_on) || 'Não se sabe'],
    ['Conhecido em', day(incident.known_on)],
    ['Quem foi afetado', kinds.join(', ')],
    ['Titulares afetados', counted(incident.subjects)],
    ['Crianças e adolescentes', counted(incident.minors)],
    ['Idosos', counted(incident.elderly)],
    ['Tipos de dados', incident.data_kinds.map((kind) => DATA_KIND_WORDS[kind]).join(', ')],
    ['Segurança antes do incidente', incident.measures_before],
    ['Segurança depois do incidente', incident.measures_after],
    ['Riscos e possíveis danos', incident.risks],
    ['Medidas tomadas', incident.measures_taken],
    ['Motivos da demora', incident.delay_reasons],
    ['Contato do encarregado', incident.dpo_contact],
    ['Titulares avisados', TOLD_WORDS[incident.subjects_told]],
    ['Titulares avisados em', day(incident.subjects_told_on)],
    ['Como foram avisados', incident.subjects_told_how],
    ['Comunicado à ANPD em', day(incident.anpd_told_on)],
    ['Protocolo da ANPD', incident.anpd_protocol],
    ['Motivo para não comunicar', incident.anpd_not_told_reason],
    ['Registrado por', incident.created_by?.name ?? ''],
  ]
  return lines.flatMap(([label, words]) => (words === '' ? [] : [{ key: label, label, words }]))
}
