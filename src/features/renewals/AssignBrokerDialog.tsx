/** Gives renewals without a renewer to a broker; they become leads then. docs/rules.md#renewal-import */
import { Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import { assignRenewalsBodySchema, assignRenewalsRoute } from '../../contract/renewals.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useToday } from '../../device/useToday.ts'
import { brokerChoices } from '../../domain/lead/assignable-broker.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'

interface AssignBrokerDialogProps {
  readonly user: Pick<SessionUser, 'id'>
  /** Numbers of rows of `lead_temps`. */
  readonly ids: readonly number[]
  /** Called after the dialog saved or was closed; `changed`: the rows are others now. */
  readonly onDone: (changed: boolean) => void
}

function assignedWords(assigned: number, skipped: number): string {
  const done = assigned === 1 ? '1 renovação atribuída' : `${formatNumber(assigned)} renovações atribuídas`
  return skipped === 0 ? done : `${done}, ${formatNumber(skipped)} ficaram como estavam`
}

interface Values extends Record<string, unknown> {
  readonly ids: number[]
  readonly broker_id: number | null
}

/** Mounted while it is open. */
export function AssignBrokerDialog({ user, ids, onDone }: AssignBrokerDialogProps) {
  const catalogues = useCatalogues(user.id)
  const brokers = brokerChoices(catalogues?.users.values() ?? [], { today: useToday(user.id) })
  const save = async ({ broker_id }: Values): Promise<SaveOutcome> => {
    if (broker_id === null) return { kind: 'refused', message: 'Selecione o corretor' }
    const result = await online((token) =>
      call(assignRenewalsRoute, { token, body: { ids: [...ids], broker_id } }),
    )
    if (result.kind !== 'ok') {
      const errors = result.kind === 'refused' ? result.body.errors : undefined
      return {
        kind: 'refused',
        message: failureWords(result, 'atribuir renovações', 'as renovações foram atribuídas') ?? '',
        ...(errors === undefined ? {} : { errors }),
      }
    }
    const { assigned, skipped } = result.value
    if (assigned === 0)
      return { kind: 'refused', message: skipped[0]?.reason ?? 'Nenhuma renovação foi atribuída.' }
    nudgeSync()
    notify.success(assignedWords(assigned, skipped.length))
    onDone(true)
    return { kind: 'saved' }
  }
  return (
    <FormDialog<Values>
      title={ids.length === 1 ? 'Atribuir renovação' : `Atribuir ${formatNumber(ids.length)} renovações`}
      initial={{ ids: [...ids], broker_id: null }}
      validate={(values) =>
        values.broker_id === null
          ? { broker_id: 'Selecione o corretor' }
          : problemsOf(assignRenewalsBodySchema, values)
      }
      onSave={save}
      onClose={() => onDone(false)}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed" mb="md">
            Cada renovação vira um lead deste corretor, agendado como os outros da importação.
          </Text>
          <IdSelect
            label="Corretor"
            required
            data-autofocus
            choices={brokers}
            value={form.values.broker_id}
            onChange={(broker_id) => form.setValues({ broker_id })}
            error={form.errors.broker_id}
          />
        </>
      )}
    </FormDialog>
  )
}
