/** Shown after commands of this device went with the personal data of an erased client. docs/rules.md#personal-data */
import { CloseButton } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useStoreCode, useStored } from '../../opening/useStored.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'

export function ErasedNotice({ userId }: { userId: number }) {
  const code = useStoreCode()
  const count = useStored(
    async ({ evictedCommands, openMirror }) => evictedCommands(openMirror(userId)),
    [userId],
  )
  if (code === null || count === undefined || count === 0) return null
  const close = () => void code.forgetEvictedCommands(code.openMirror(userId))
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
