/** Shows the screen to roles that may visit it, and an explanation to the others: docs/rules.md#routes. */
import type { ReactNode } from 'react'
import { mayVisit } from '../../domain/permissions/routes.ts'
import type { RoleId } from '../../domain/session/session-user.ts'
import { DeniedScreen, NotFoundScreen } from './screens.tsx'

interface ScreenGuardProps {
  readonly path: string
  readonly role: RoleId
  readonly children: ReactNode
}

export function ScreenGuard({ path, role, children }: ScreenGuardProps) {
  const visit = mayVisit(path, role)
  if (visit === 'denied') return <DeniedScreen />
  if (visit === 'unknown') return <NotFoundScreen />
  return children
}
