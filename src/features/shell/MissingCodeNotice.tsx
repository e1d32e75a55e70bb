/** Shown above the screen while some of the app's code did not come. */
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useMissingCode } from '../../opening/import-with-retry.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'

export function MissingCodeNotice() {
  const isMissing = useMissingCode()
  const { online } = useNetwork()
  if (!isMissing) return null
  return (
    <NoticeBar
      icon={<IconPlugConnectedX size={18} />}
      action={
        // Without a network the browser might have nothing to show after it.
        <Button size="xs" variant="default" disabled={!online} onClick={() => window.location.reload()}>
          Recarregar
        </Button>
      }
    >
      A conexão caiu antes de o Farol carregar por completo, e alguns botões ainda não respondem. Quando
      houver conexão, recarregue a página.
    </NoticeBar>
  )
}
