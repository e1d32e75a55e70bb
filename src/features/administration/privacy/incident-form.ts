/** The values of the form of an incident, and of its drafts; its fields in words. */
import { z } from 'zod'
import type { Incident } from '../../../contract/administration/incidents.ts'
import { INCIDENT_FIELDS } from '../../../domain/privacy/incident-fields.ts'
import { DATA_KIND_WORDS, SUBJECT_KIND_WORDS, TOLD_WORDS } from '../../../domain/privacy/incidents.ts'
import { partsOf } from '../../../domain/record/parts.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'

export const incidentValuesSchema = z.object(partsOf(INCIDENT_FIELDS, 'typed'))
export type IncidentValues = z.infer<typeof incidentValuesSchema>

/** A new one begins with the contact that the last one had. */
export function incidentValues(
  incident: Incident | null,
  { today, contact }: { readonly today: string; readonly contact: string },
): IncidentValues {
  if (incident === null)
    return { ...partsOf(INCIDENT_FIELDS, 'empty'), known_on: today, dpo_contact: contact }
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

interface Line {
  readonly key: string
  readonly label: string
  readonly words: string
}

/** What is filled in, in the order of the ANPD's form. */
export function incidentLines(incident: Incident): Line[] {
  const day = (value: string | null) => (value === null ? '' : formatDay(value))
  const counted = (value: number | null) => (value === null ? '' : formatNumber(value))
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
