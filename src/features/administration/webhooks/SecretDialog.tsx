/** The secret of a webhook, shown once. docs/rules.md#webhooks */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { MadeWebhook } from '../../../contract/administration/webhooks.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCopied } from '../../../ui/useCopied.ts'

interface SecretDialogProps {
  readonly made: MadeWebhook
  readonly onClose: () => void
}

export function SecretDialog({ made, onClose }: SecretDialogProps) {
  const { isCopied, copy } = useCopied(made.secret, 'key')
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Dialog
        opened
        onClose={() => (isCopied ? onClose() : setLeaving(true))}
        title={`Segredo de ${made.name}`}
        size="lg"
      >
        <Stack gap="md">
          <Text size="sm">
            Com ele o sistema que recebe confere se a mensagem veio deste Farol. Copie agora: ele não é
            mostrado de novo.
          </Text>
          <Text
            ff="monospace"
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
            role="status"
            aria-label="Segredo"
          >
            {made.secret}
          </Text>
          {made.old_secret_until === null ? null : (
            <Text size="sm" c="dimmed">
              O segredo anterior ainda assina, junto com este, até {formatDateTime(made.old_secret_until)}.
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              variant={isCopied ? 'default' : 'filled'}
              leftSection={
                isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              onClick={() => void copy()}
              data-autofocus
            >
              {isCopied ? 'Copiado' : 'Copiar segredo'}
            </Button>
            <Button variant="default" onClick={() => (isCopied ? onClose() : setLeaving(true))}>
              Fechar
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        danger
        title="Fechar sem copiar o segredo?"
        confirm="Fechar sem copiar"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        Ele não é mostrado de novo. Para ter outro, renove o segredo.
      </ConfirmDialog>
    </>
  )
}
