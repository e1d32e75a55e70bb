/** Shown after the browser cleared this device's database: what was restored, and what to check. */
import { Anchor, CloseButton } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NoticeBar } from '../../ui/NoticeBar.tsx'

interface ClearedNoticeProps {
  /** Number of commands restored from their copy. */
  readonly restored: number
  readonly onClose: () => void
}

export function ClearedNotice({ restored, onClose }: ClearedNoticeProps) {
  if (restored === 0) return null
  return (
    <NoticeBar
      icon={<IconDatabaseOff size={18} />}
      action={<CloseButton aria-label="Fechar aviso" onClick={onClose} />}
    >
      O navegador apagou os dados do Farol neste aparelho.{' '}
      {restored === 1
        ? 'A alteração que esperava envio foi recuperada'
        : `As ${restored} alterações que esperavam envio foram recuperadas`}
      ; arquivos anexados precisam ser escolhidos de novo.{' '}
      <Anchor component={Link} to="/sincronizacao" inherit c="inherit" underline="always">
        Ver a fila
      </Anchor>
    </NoticeBar>
  )
}
