/** The question before an import is taken back: what is removed, and what stays. docs/rules.md#any-import */
import { List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DataImport } from '../../contract/imports.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { comingInWords } from '../../domain/time/near-days.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countedRows } from './list-words.ts'

interface UndoDialogProps {
  readonly userId: number
  /** null: nothing is asked. */
  readonly dataImport: DataImport | null
  readonly opened: boolean
  readonly onUndo: (id: number) => Promise<boolean>
  readonly onClose: () => void
}

export function UndoDialog({ userId, dataImport, opened, onUndo, onClose }: UndoDialogProps) {
  const [busy, setBusy] = useState(false)
  const now = useCorrectedNow(userId)
  if (dataImport === null) return null
  const { id, list, file_name, made, updated, undo_until } = dataImport
  const undo = async () => {
    setBusy(true)
    await onUndo(id)
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title="Desfazer a importação?"
      confirm="Desfazer importação"
      busy={busy}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {`‘${file_name}’ trouxe ${countedRows(list, made)}${updated === 0 ? '' : ` e completou ${countedRows(list, updated)} que já existiam`}.`}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>
            <b>Sai</b>: o que a importação criou e ninguém mexeu desde então. O que ela completou volta a
            ficar em branco.
          </List.Item>
          <List.Item>
            <b>Fica</b>: o que alguém alterou, atendeu, ligou, anexou ou usou. No fim, há uma lista com o
            motivo de cada um.
          </List.Item>
        </List>
        {undo_until === null ? null : (
          <Text
            size="sm"
            c="dimmed"
          >{`Pode ser desfeita até ${comingInWords(Date.parse(undo_until), now)}.`}</Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
