/** Asks where the chosen leads go, and transfers them. docs/rules.md#transfers */
import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { call } from '../../../api/call.ts'
import { transferRoute } from '../../../contract/transfers.ts'
import { failureWords, online } from '../../../device/online.ts'
import { LeftLeads } from '../../../device/RecentTransfers.tsx'
import { undoTransfer } from '../../../device/undo-transfer.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { brokerChoices } from '../../../domain/lead/assignable-broker.ts'
import { leadCount, type Share } from '../../../domain/lead/transfer.ts'
import { AlertDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { ShareTable, sharesProblem } from './ShareTable.tsx'

interface TransferDialogProps {
  readonly uids: readonly string[]
  readonly users: Catalogues['users']
  /** YYYY-MM-DD. */
  readonly today: string
  /** Who was named already. */
  readonly brokerId?: number | null
  readonly onClose: () => void
  /** The leads are elsewhere now. */
  readonly onDone: () => void
}

const KINDS = [
  { value: 'broker', label: 'Para um corretor' },
  { value: 'share', label: 'Repartir entre os corretores' },
  { value: 'origin', label: 'De volta a Origem, sem corretor' },
] as const
type Kind = (typeof KINDS)[number]['value']

interface Values extends Record<string, unknown> {
  readonly kind: Kind
  readonly broker_id: number | null
  /** null: the server has proposed nothing yet. */
  readonly shares: readonly Share[] | null
  /** Leads to be shared out. */
  readonly open: number
}

export function TransferDialog({
  uids,
  users,
  today,
  brokerId = null,
  onClose,
  onDone,
}: TransferDialogProps) {
  // Each dialog has one uid, so that sending again after a lost answer transfers only once.
  const [uid] = useState(() => uuidv7())
  const [left, setLeft] = useState<Parameters<typeof LeftLeads>[0] | null>(null)
  const transfer = async (values: Values): Promise<SaveOutcome<Values>> => {
    const to = destinationOf(values)
    const result = await online((token) =>
      call(transferRoute, { token, params: { uid }, body: { leads: [...uids], to } }),
    )
    if (result.kind !== 'ok') {
      const errors = result.kind === 'refused' ? result.body.errors : undefined
      const message = failureWords(result, 'transferir leads', 'os leads foram transferidos') ?? ''
      return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
    }
    const { moved } = result.value
    nudgeSync()
    onDone()
    if (moved > 0)
      notify.success(moved === 1 ? '1 lead transferido' : `${leadCount(moved)} transferidos`, {
        label: 'Desfazer',
        run: () => void undoTransfer(uid).then(onDone),
      })
    if (result.value.left === 0) return { kind: 'saved' }
    setLeft(result.value)
    return { kind: 'refused', message: '' }
  }
  if (left !== null)
    return (
      <AlertDialog
        opened
        title={left.left === 1 ? '1 lead ficou como estava' : `${leadCount(left.left)} ficaram como estavam`}
        onClose={onClose}
      >
        <LeftLeads {...left} />
      </AlertDialog>
    )
  return (
    <FormDialog<Values>
      title={`Transferir ${leadCount(uids.length)}`}
      initial={{ kind: 'broker', broker_id: brokerId, shares: null, open: 0 }}
      validate={({ kind, broker_id, shares, open }) => {
        if (kind === 'broker' && broker_id === null) return { broker_id: 'Selecione o corretor' }
        const problem = kind === 'share' ? sharesProblem(shares, open) : null
        return problem === null ? {} : { shares: problem }
      }}
      onSave={transfer}
      onClose={onClose}
      saveLabel="Transferir"
    >
      {(form) => (
        <Stack gap="md">
          <Select
            label="Destino"
            required
            withAsterisk={false}
            data={[...KINDS]}
            value={form.values.kind}
            onChange={(kind) => {
              const chosen = KINDS.find(({ value }) => value === kind)
              if (chosen !== undefined) form.setValues({ kind: chosen.value })
            }}
          />
          {form.values.kind === 'broker' ? (
            <IdSelect
              label="Corretor que recebe"
              required
              choices={brokerChoices(users.values(), { today })}
              value={form.values.broker_id}
              onChange={(broker_id) => form.setValues({ broker_id })}
              error={form.errors.broker_id}
            />
          ) : null}
          {form.values.kind === 'share' ? (
            <ShareTable
              uids={uids}
              users={users}
              shares={form.values.shares}
              onShares={(shares, open) => form.setValues({ shares, open })}
              problem={sharesProblem(form.values.shares, form.values.open)}
            />
          ) : null}
          <Text size="sm" c="dimmed" mt="xs">
            {HELP[form.values.kind]} Você pode desfazer por uma hora.
          </Text>
        </Stack>
      )}
    </FormDialog>
  )
}

function destinationOf({ kind, broker_id, shares }: Values) {
  switch (kind) {
    case 'broker':
      return { kind, broker_id: broker_id ?? 0 }
    case 'share':
      return { kind, shares: (shares ?? []).filter(({ total }) => total > 0) }
    case 'origin':
      return { kind }
  }
}

const HELP: Readonly<Record<Kind, string>> = {
  broker: 'Status, agendamentos e histórico vão junto com os leads.',
  share:
    'A proposta dá cada lead a quem tem menos leads em aberto, entre os corretores do canal. Mude os números se quiser.',
  origin: 'Os leads esperam em Origem até que alguém da equipe os capture. Agendamentos e histórico ficam.',
}
