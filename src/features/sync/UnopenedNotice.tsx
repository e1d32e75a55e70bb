/** Own work of a protected device that does not open: kept as it is, and named. docs/security.md#protected-devices */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import { openMirror } from '../../db/open.ts'

export function UnopenedNotice({ userId }: { readonly userId: number }) {
  const unopened = useMemo(() => openMirror(userId).unopened, [userId])
  const count = useSyncExternalStore(
    (listener) => unopened.onChange(listener),
    () => unopened.ownCount,
  )
  if (count === 0) return null
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle />}
      title={
        count === 1 ? '1 registro deste aparelho não abre' : `${count} registros deste aparelho não abrem`
      }
    >
      É trabalho seu que só existe aqui, e que foi alterado ou danificado no disco. O Farol o guarda como está
      e segue com o resto. Peça ajuda antes de sair da conta: a saída apaga.
    </Alert>
  )
}
