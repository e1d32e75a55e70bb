/** Asked at a sign-out while the device has what the server does not: queued commands and drafts. */
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconArchive, IconCheck, IconCloudUp, IconLogout, IconTrash } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { type UnsavedCounts, unsavedCounts } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import type { WhatStays } from '../../db/sign-out.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { nudgeSync } from '../../workers/sync-bridge.ts'

/** Texts of the sign-out question, by the number of unsent commands and drafts. */
const DRAFT_WORDS = {
  label: (drafts: number) =>
    drafts === 1 ? 'Guardar 1 rascunho neste aparelho' : `Guardar ${drafts} rascunhos neste aparelho`,
  description:
    'Rascunho é o que você digitou em um formulário e não salvou. ' +
    'Guardado, espera por você até 30 dias. Desmarque para apagar ao sair.',
  kept: 'Os rascunhos ficam guardados.',
  dropped: 'Os rascunhos também são apagados.',
} as const

function questionTitle({ commands, drafts }: UnsavedCounts): string {
  return commands === 0 && drafts > 0 ? 'Sair com rascunhos não salvos?' : 'Sair com alterações por enviar?'
}

function waitingWords({ commands, drafts }: UnsavedCounts): string {
  if (commands === 0) return drafts === 0 ? 'Tudo foi enviado. Você já pode sair.' : 'Tudo foi enviado.'
  return commands === 1
    ? 'Uma alteração feita neste aparelho ainda não chegou ao servidor.'
    : `${commands} alterações feitas neste aparelho ainda não chegaram ao servidor.`
}

/** Returns the label of the sign-out button, which states what happens to the work. */
function leaveWords({ commands, drafts }: UnsavedCounts, keepsDrafts: boolean): string {
  if (commands > 0) return 'Sair e guardar a fila neste aparelho'
  if (drafts === 0) return 'Sair'
  const what = drafts === 1 ? 'o rascunho' : 'os rascunhos'
  return keepsDrafts ? `Guardar ${what} e sair` : `Apagar ${what} e sair`
}

interface LogoutDialogProps {
  readonly userId: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onLeave: (stays: WhatStays) => void
}

export function LogoutDialog({ userId, opened, onClose, onLeave }: LogoutDialogProps) {
  const [discarding, setDiscarding] = useState(false)
  const [keepsDrafts, setKeepsDrafts] = useState(true)
  const counts = useLiveQuery(async () => unsavedCounts(openMirror(userId)), [userId])
  if (counts === undefined) return null
  const close = () => {
    setKeepsDrafts(true)
    onClose()
  }
  return (
    <>
      <Dialog opened={opened && !discarding} onClose={close} title={questionTitle(counts)} centered={false}>
        <Question
          counts={counts}
          keepsDrafts={keepsDrafts}
          onKeepDrafts={setKeepsDrafts}
          onLeave={() => onLeave({ queue: true, drafts: keepsDrafts })}
          onDiscard={() => setDiscarding(true)}
          onClose={close}
        />
      </Dialog>
      <ConfirmDialog
        opened={opened && discarding}
        title="Descartar as alterações?"
        confirm="Descartar alterações e sair"
        danger
        onConfirm={() => onLeave({ queue: false, drafts: keepsDrafts })}
        onClose={() => setDiscarding(false)}
      >
        O que você fez neste aparelho e o servidor não tem se perde. Não há como desfazer.
        {counts.drafts === 0 ? null : ` ${DRAFT_WORDS[keepsDrafts ? 'kept' : 'dropped']}`}
      </ConfirmDialog>
    </>
  )
}

interface QuestionProps {
  readonly counts: UnsavedCounts
  readonly keepsDrafts: boolean
  readonly onKeepDrafts: (keeps: boolean) => void
  readonly onLeave: () => void
  readonly onDiscard: () => void
  readonly onClose: () => void
}

function Question({ counts, keepsDrafts, onKeepDrafts, onLeave, onDiscard, onClose }: QuestionProps) {
  const { online } = useNetwork()
  /** The button stays when the queue is empty, so that no other button moves under a finger. */
  const [hadQueue] = useState(counts.commands > 0)
  const waits = counts.commands > 0
  const send = online ? 'Enviar agora' : 'Enviar agora (sem conexão)'
  return (
    <Stack gap="md">
      {hadQueue || waits ? (
        // Always two lines: the buttons below stay in place when all is sent.
        <Text aria-live="polite" mih="3em">
          {waitingWords(counts)}
        </Text>
      ) : null}
      {counts.drafts === 0 ? null : (
        <Checkbox
          size="md"
          checked={keepsDrafts}
          onChange={(event) => onKeepDrafts(event.currentTarget.checked)}
          label={DRAFT_WORDS.label(counts.drafts)}
          description={DRAFT_WORDS.description}
        />
      )}
      <Stack gap="xs">
        {hadQueue || waits ? (
          <Button
            leftSection={waits ? <IconCloudUp size={18} /> : <IconCheck size={18} />}
            disabled={!online || !waits}
            onClick={() => nudgeSync()}
          >
            {waits ? send : 'Tudo enviado'}
          </Button>
        ) : null}
        <Button
          variant={waits ? 'default' : 'filled'}
          leftSection={waits ? <IconArchive size={18} /> : <IconLogout size={18} />}
          onClick={onLeave}
        >
          {leaveWords(counts, keepsDrafts)}
        </Button>
        {waits ? (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onDiscard}>
            Descartar as alterações e sair
          </Button>
        ) : null}
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancelar
        </Button>
      </Stack>
      {waits ? (
        <Text size="sm" c="dimmed">
          Guardada, a fila é enviada quando você entrar de novo neste aparelho.
        </Text>
      ) : null}
    </Stack>
  )
}
