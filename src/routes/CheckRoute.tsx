/** /conferir: checks a signed file on the device. It needs no token. */
import { useLocation } from '@tanstack/react-router'
import { paperHead } from '../domain/dossier/paper-head.ts'
import { CheckScreen } from '../features/dossier/CheckScreen.tsx'

export function CheckRoute() {
  const fragment = useLocation({ select: ({ hash }) => hash })
  return <CheckScreen paper={paperHead(fragment)} />
}
