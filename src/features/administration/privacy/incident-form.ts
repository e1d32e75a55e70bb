/** The values of the form of an incident, and of its drafts; its fields in words. */
import { z } from 'zod'
import type { Incident } from '../../../contract/administration/incidents.ts'
import { INCIDENT_FIELDS } from '../../../domain/privacy/incident-fields.ts'
import { DATA_KIND_WORDS, SUBJECT_KIND_WORDS, TOLD_WORDS } from '../../../domain/privacy/incidents.ts'
import { askedWords } from '../../../domain/record/asked-words.ts'
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

const LABELS = partsOf(INCIDENT_FIELDS, 'label')
export const INCIDENT_WORDS = askedWords(INCIDENT_FIELDS)

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
    [LABELS.description, incident.description],
    [LABELS.occurred_on, day(incident.occurred_on) || 'Não se sabe'],
    [LABELS.known_on, day(incident.known_on)],
    [LABELS.subject_kinds, kinds.join(', ')],
    [LABELS.subjects, counted(incident.subjects)],
    [INCIDENT_WORDS.minors, counted(incident.minors)],
    [INCIDENT_WORDS.elderly, counted(incident.elderly)],
    [LABELS.data_kinds, incident.data_kinds.map((kind) => DATA_KIND_WORDS[kind]).join(', ')],
    [LABELS.measures_before, incident.measures_before],
    [LABELS.measures_after, incident.measures_after],
    [LABELS.risks, incident.risks],
    [LABELS.measures_taken, incident.measures_taken],
    [LABELS.delay_reasons, incident.delay_reasons],
    [LABELS.dpo_contact, incident.dpo_contact],
    [LABELS.subjects_told, TOLD_WORDS[incident.subjects_told]],
    [LABELS.subjects_told_on, day(incident.subjects_told_on)],
    [LABELS.subjects_told_how, incident.subjects_told_how],
    [LABELS.anpd_told_on, day(incident.anpd_told_on)],
    [LABELS.anpd_protocol, incident.anpd_protocol],
    [LABELS.anpd_not_told_reason, incident.anpd_not_told_reason],
    ['Registrado por', incident.created_by?.name ?? ''],
  ]
  return lines.flatMap(([label, words]) => (words === '' ? [] : [{ key: label, label, words }]))
}
