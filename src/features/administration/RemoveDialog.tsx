/** Asks before a row of reference data is deleted. What is in use can't be, and the answer says who uses it. */
import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { failureWords, online } from '../../device/online.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { type CatalogueList, readRow } from './catalogue-list.ts'

interface RemoveDialogProps<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> {
  readonly list: CatalogueList<Kind, Body>
  readonly row: CatalogueValue<Kind>
  readonly name: string
  readonly opened: boolean
  readonly onClose: () => void
}

export function RemoveDialog<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>({ list, row, name, opened, onClose }: RemoveDialogProps<Kind, Body>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Others name the row: it can only be deactivated. */
  const [used, setUsed] = useState(false)
  const close = () => {
    setProblem(null)
    setUsed(false)
    onClose()
  }
  const remove = async () => {
    setBusy(true)
    const result = await online((token) => call(list.remove, { token, params: { id: list.idOf(row) } }))
    setBusy(false)
    const message = failureWords(result, `remover ${list.words.object}`, 'foi removido')
    setUsed(result.kind === 'refused' && result.body.code === 'in_use')
    if (message !== null) return setProblem(message)
    nudgeSync()
    notify.saved('Removido com sucesso')
    close()
  }
  const deactivate = async () => {
    setBusy(true)
    const result = await online(async (token) => {
      const opened = await readRow(list, token, list.idOf(row))
      if (opened.kind !== 'ok') return opened
      const { values, revision } = opened.value
      const body = { ...values, active: false, revision }
      return call(list.update, { token, params: { id: list.idOf(row) }, body })
    })
    setBusy(false)
    const message = failureWords(result, `desativar ${list.words.object}`, 'foi desativado')
    if (message !== null) return setProblem(message)
    nudgeSync()
    notify.saved(list.words.changed)
    close()
  }
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={used ? `Não é possível remover ${name}` : `Tem certeza que deseja remover ${name}?`}
      confirm={used ? 'Desativar cadastro' : 'Remover cadastro'}
      busy={busy}
      onConfirm={() => void (used ? deactivate() : remove())}
      onClose={close}
    >
      {problem === null ? (
        'Esta ação não pode ser desfeita.'
      ) : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
