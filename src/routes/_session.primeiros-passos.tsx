/** /primeiros-passos: docs/rules.md#first-steps */
import { createFileRoute } from '@tanstack/react-router'
import { FirstStepsScreen } from '../features/administration/first-steps/FirstStepsScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/primeiros-passos')({ component: FirstStepsRoute })

function FirstStepsRoute() {
  const user = useSessionUser()
  return user === null ? null : <FirstStepsScreen user={user} />
}
