/** Shown after commands of this device went with the personal data of an erased client. docs/rules.md#personal-data */
import { CloseButton } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/mirror/mirror.ts'
import { commandsLetGo, forgetCommandsLetGo } from '../../db/outbox/let-go-erased.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'

export function ErasedNotice({ userId }: { userId: number }) {
  const count = useLiveQuery(async () => commandsLetGo(openMirror(userId)), [userId]) ?? 0
  if (count === 0) return null
  const close = () => void forgetCommandsLetGo(openMirror(userId))
  return (
    <NoticeBar
      icon={<IconEraser size={18} />}
      action={<CloseButton aria-label="Fechar aviso" onClick={close} />}
    >
      {count === 1 ? '1 alteração saiu da fila' : `${count} alterações saíram da fila`}: os dados pessoais do
      cliente foram apagados.
    </NoticeBar>
  )
}
