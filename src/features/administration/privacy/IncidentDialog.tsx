/** A new security incident, or a change of one. docs/rules.md#incidents */
import { call } from '../../../api/call.ts'
import {
  createIncidentRoute,
  type Incident,
  incidentBodySchema,
  incidentRoute,
  updateIncidentRoute,
} from '../../../contract/administration/incidents.ts'
import { IncidentFields } from './IncidentFields.tsx'
import { incidentBody, incidentValues, incidentValuesSchema } from './incident-form.ts'
import { RecordDialog, type RecordDialogBasics } from './RecordDialog.tsx'

interface IncidentDialogProps extends RecordDialogBasics {
  /** null: a new one. */
  readonly incident: Incident | null
  /** Of whom the last incident named as responsible. */
  readonly contact: string
}

export function IncidentDialog({ incident, contact, today, ...basics }: IncidentDialogProps) {
  return (
    <RecordDialog
      {...basics}
      title={incident === null ? 'Novo incidente de segurança' : `Incidente ${incident.id}`}
      size="xl"
      what="salvar o incidente"
      row={incident}
      draft="incident"
      valuesOf={(row: Incident | null) => incidentValues(row, { today, contact })}
      valuesSchema={incidentValuesSchema}
      bodyOf={incidentBody}
      bodySchema={incidentBodySchema}
      send={(token, body, { row, uid }) =>
        row === null
          ? call(createIncidentRoute, { token, body: { ...body, uid } })
          : call(updateIncidentRoute, {
              token,
              params: { id: row.id },
              body: { ...body, revision: row.revision },
            })
      }
      read={(token, { id }) => call(incidentRoute, { token, params: { id } })}
      done={{ created: 'Incidente registrado', changed: 'Incidente alterado' }}
    >
      {(form) => <IncidentFields form={form} />}
    </RecordDialog>
  )
}
