/** /importar: docs/rules.md#any-import */
import { createFileRoute } from '@tanstack/react-router'
import { DataImportScreen } from '../features/imports/DataImportScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/importar')({ component: ImportRoute })

function ImportRoute() {
  const user = useSessionUser()
  return user === null ? null : <DataImportScreen user={user} />
}
