/** A new security incident, or a change of one. docs/rules.md#incidents */
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  createIncidentRoute,
  type Incident,
  incidentBodySchema,
  incidentRoute,
  updateIncidentRoute,
} from '../../../contract/administration/incidents.ts'
import { draftOfPrivacy } from '../../../db/session/draft-names.ts'
import { FormDraft } from '../../../device/FormDraft.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { IncidentFields } from './IncidentFields.tsx'
import { type IncidentValues, incidentBody, incidentValues, incidentValuesSchema } from './incident-form.ts'
import { useRecordSave } from './useRecordSave.ts'

interface IncidentDialogProps {
  readonly userId: number
  /** null: a new one. */
  readonly incident: Incident | null
  /** Of whom the last incident named as responsible. */
  readonly contact: string
  /** By the server's clock, YYYY-MM-DD. */
  readonly today: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const validate = (values: IncidentValues) => problemsOf(incidentBodySchema, incidentBody(values))

export function IncidentDialog({ userId, incident, contact, today, onSaved, onClose }: IncidentDialogProps) {
  const [initial] = useState(() => incidentValues(incident, { today, contact }))
  const { save, close, dropDraft } = useRecordSave({
    what: 'salvar o incidente',
    row: incident,
    valuesOf: (row: Incident) => incidentValues(row, { today: row.known_on, contact }),
    bodyOf: (values: IncidentValues) => incidentBodySchema.safeParse(incidentBody(values)).data ?? null,
    send: (token, body, target) =>
      target.row === null
        ? call(createIncidentRoute, { token, body: { ...body, uid: target.uid } })
        : call(updateIncidentRoute, {
            token,
            params: { id: target.row.id },
            body: { ...body, revision: target.row.revision },
          }),
    read: (token, { id }) => call(incidentRoute, { token, params: { id } }),
    done: { created: 'Incidente registrado', changed: 'Incidente alterado' },
    onSaved,
    onClose,
  })
  return (
    <FormDialog<IncidentValues>
      title={incident === null ? 'Novo incidente de segurança' : `Incidente ${incident.id}`}
      size="xl"
      initial={initial}
      validate={validate}
      onSave={save}
      onClose={close}
    >
      {(form) => (
        <Stack gap="md">
          <FormDraft
            userId={userId}
            name={draftOfPrivacy('incident', incident?.id ?? null)}
            form={form}
            initial={initial}
            schema={incidentValuesSchema}
            dropDraft={dropDraft}
          />
          <IncidentFields form={form} />
        </Stack>
      )}
    </FormDialog>
  )
}
