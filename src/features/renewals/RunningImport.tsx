/** The import that runs: how far it is, and its end. It goes on when this screen is closed. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RenewalImport } from '../../contract/renewals.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { useDialog } from '../../ui/useDialog.ts'

interface RunningImportProps {
  readonly running: RenewalImport
  readonly onCancel: (id: number) => Promise<void>
}

export function RunningImport({ running, onCancel }: RunningImportProps) {
  const asking = useDialog<number>()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    await onCancel(running.id)
    setBusy(false)
    asking.close()
  }
  return (
    <Paper withBorder p="lg" component="section" aria-label="Importação em andamento">
      <Stack gap="md">
        <Text fw={640}>{running.file_name}</Text>
        <ProgressLine label="Importando" done={running.done} expected={running.total} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            A importação continua no servidor, mesmo que você feche esta tela.
          </Text>
          <Button variant="default" onClick={() => asking.open(running.id)}>
            Cancelar importação
          </Button>
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
        O que já foi importado fica. As outras linhas podem ser importadas de novo pelo mesmo arquivo.
      </ConfirmDialog>
    </Paper>
  )
}
