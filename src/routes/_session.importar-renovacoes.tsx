/** /importar-renovacoes: docs/rules.md#renewal-import */
import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '../features/renewals/ImportScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/importar-renovacoes')({ component: ImportRoute })

function ImportRoute() {
  const user = useSessionUser()
  return user === null ? null : <ImportScreen user={user} />
}
