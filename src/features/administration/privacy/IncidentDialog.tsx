/** A new security incident, or a change of one. docs/rules.md#incidents */
import { Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  createIncidentRoute,
  type Incident,
  incidentBodySchema,
  incidentRoute,
  updateIncidentRoute,
} from '../../../contract/administration/incidents.ts'
import { draftOfPrivacy } from '../../../db/session/draft-names.ts'
import { type DropDraft, FormDraft } from '../../../device/FormDraft.tsx'
import { online } from '../../../device/online.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { refusal } from '../CatalogueDialog.tsx'
import { IncidentFields } from './IncidentFields.tsx'
import { type IncidentValues, incidentBody, incidentValues, incidentValuesSchema } from './incident-form.ts'

interface IncidentDialogProps {
  readonly userId: number
  /** null: a new one. */
  readonly incident: Incident | null
  /** Of whom the last incident named as responsible. */
  readonly contact: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const WHAT = 'salvar o incidente'

const validate = (values: IncidentValues) => problemsOf(incidentBodySchema, incidentBody(values))

export function IncidentDialog({ userId, incident, contact, onSaved, onClose }: IncidentDialogProps) {
  const [present, setPresent] = useState(incident)
  const [initial] = useState(() => incidentValues(incident, { today: saoPauloDay(Date.now()), contact }))
  const dropDraft: DropDraft = useRef(null)
  const save = async (values: IncidentValues): Promise<SaveOutcome<IncidentValues>> => {
    const body = incidentBody(values)
    const result = await online((token) =>
      present === null
        ? call(createIncidentRoute, { token, body })
        : call(updateIncidentRoute, {
            token,
            params: { id: present.id },
            body: { ...body, revision: present.revision },
          }),
    )
    if (present !== null && result.kind === 'refused' && result.body.code === 'conflict') {
      const now = await online((token) => call(incidentRoute, { token, params: { id: present.id } }))
      if (now.kind !== 'ok') return refusal(now, WHAT)
      setPresent(now.value)
      return {
        kind: 'changed',
        message: result.body.message,
        present: incidentValues(now.value, { today: now.value.known_on, contact }),
      }
    }
    if (result.kind !== 'ok') return refusal(result, WHAT)
    notify.saved(present === null ? 'Incidente registrado' : 'Incidente alterado')
    onSaved()
    return { kind: 'saved' }
  }
  const close = () => {
    dropDraft.current?.()
    onClose()
  }
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
