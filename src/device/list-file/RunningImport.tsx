/** The progress and the end of a running import. The import goes on when the screen is closed. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { useDialog } from '../../ui/useDialog.ts'

export interface Running {
  readonly id: number
  readonly file_name: string
  readonly done: number
  /** null: not known yet. */
  readonly total: number | null
  /** 'Importando'. */
  readonly label: string
}

interface RunningImportProps {
  readonly running: Running
  /** null: it can't be stopped. */
  readonly onCancel: ((id: number) => Promise<void>) | null
  /** The words of the question before a stop about what happens to the lines that are done. */
  readonly cancelWords: string
}

export function RunningImport({ running, onCancel, cancelWords }: RunningImportProps) {
  const asking = useDialog<number>()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    await onCancel?.(running.id)
    setBusy(false)
    asking.close()
  }
  return (
    <Paper withBorder p="lg" component="section" aria-label="Importação em andamento">
      <Stack gap="md">
        <Text fw={640}>{running.file_name}</Text>
        <ProgressLine label={running.label} done={running.done} expected={running.total} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Continua no servidor, mesmo que você feche esta tela.
          </Text>
          {onCancel === null ? null : (
            <Button variant="default" onClick={() => asking.open(running.id)}>
              Cancelar importação
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking.opened}
        danger
        title="Cancelar a importação?"
        confirm="Cancelar importação"
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={asking.close}
      >
        {cancelWords}
      </ConfirmDialog>
    </Paper>
  )
}
