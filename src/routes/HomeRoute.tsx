/** `/`: the lead board for roles below 4, 'Indicação' for the others. docs/rules.md#routes */
import { Navigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { mayRun } from '../domain/permissions/actions.ts'
import { isBroker } from '../domain/permissions/roles.ts'
import { roleOf } from '../domain/session/role.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import { noteEntered, startsWithDay } from '../opening/start-page.ts'
import { BoardRoute, IndicationRoute } from './home-screens.ts'

const FirstStepsOffer = lazyAfterPaint(
  async () => (await import('../features/administration/first-steps/FirstStepsOffer.tsx')).FirstStepsOffer,
)

export function HomeRoute({ user }: { readonly user: SessionUser }) {
  const { lead, form } = useSearch({ from: '/_session/' })
  // Decided once: a choice that another device made comes while the board is shown.
  const [leaves] = useState(() => isBroker(roleOf(user)) && startsWithDay(user.id))
  useEffect(noteEntered, [])
  if (leaves) return <Navigate to="/hoje" replace />
  return (
    <Suspense>
      {mayRun('settings.manage', user) ? <FirstStepsOffer user={user} /> : null}
      {mayRun('board.read', user) ? (
        <BoardRoute user={user} lead={lead} form={form} />
      ) : (
        <IndicationRoute user={user} />
      )}
    </Suspense>
  )
}
