/** Asked when one signs out while work waits on this device: send, keep, discard, or stay. */
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconArchive, IconCloudUp, IconTrash } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { openMirror } from '../../db/mirror.ts'
import { pendingCounts } from '../../db/reads.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { nudgeSync } from '../../workers/sync-bridge.ts'

interface LogoutDialogProps {
  readonly userId: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onLeave: (choice: { keepQueue: boolean }) => void
}

export function LogoutDialog({ userId, opened, onClose, onLeave }: LogoutDialogProps) {
  const { online } = useNetwork()
  const [discarding, setDiscarding] = useState(false)
  const counts = useLiveQuery(() => pendingCounts(openMirror(userId)), [userId])
  const waiting = counts === undefined ? null : counts.pending + counts.problems
  const sent = waiting === 0

  return (
    <>
      <Modal opened={opened && !discarding} onClose={onClose} title="Sair com alterações por enviar?">
        <Stack gap="md">
          <Text aria-live="polite">
            {sent
              ? 'Tudo foi enviado. Você já pode sair.'
              : `${waiting === 1 ? 'Uma alteração feita' : `${waiting ?? ''} alterações feitas`} neste aparelho ainda não ${waiting === 1 ? 'chegou' : 'chegaram'} ao servidor.`}
          </Text>
          <Stack gap="xs">
            {sent ? (
              <Button onClick={() => onLeave({ keepQueue: false })}>Sair</Button>
            ) : (
              <>
                <Button
                  leftSection={<IconCloudUp size={18} />}
                  disabled={!online}
                  onClick={() => nudgeSync()}
                >
                  {online ? 'Enviar agora' : 'Enviar agora (sem conexão)'}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconArchive size={18} />}
                  onClick={() => onLeave({ keepQueue: true })}
                >
                  Sair e guardar a fila neste aparelho
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={18} />}
                  onClick={() => setDiscarding(true)}
                >
                  Descartar e sair
                </Button>
              </>
            )}
            <Button variant="subtle" color="gray" onClick={onClose}>
              Cancelar
            </Button>
          </Stack>
          {sent ? null : (
            <Text size="sm" c="dimmed">
              Guardada, a fila é enviada quando você entrar de novo neste aparelho.
            </Text>
          )}
        </Stack>
      </Modal>
      <ConfirmDialog
        opened={opened && discarding}
        title="Descartar as alterações?"
        confirm="Descartar e sair"
        danger
        onConfirm={() => onLeave({ keepQueue: false })}
        onClose={() => setDiscarding(false)}
      >
        O que você fez neste aparelho e o servidor não tem se perde. Não há como desfazer.
      </ConfirmDialog>
    </>
  )
}
