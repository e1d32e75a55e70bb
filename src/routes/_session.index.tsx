/** `/`: the lead board for roles below 4, 'Indicação' for the others. docs/rules.md#routes */
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { mayRun } from '../domain/permissions/actions.ts'
import { isBroker } from '../domain/permissions/roles.ts'
import { roleOf } from '../domain/session/role.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import { noteEntered, startsWithDay } from '../opening/start-page.ts'
import { BoardRoute, IndicationRoute } from './-home-screens.ts'

const FirstStepsOffer = lazyAfterPaint(
  async () => (await import('../features/administration/first-steps/FirstStepsOffer.tsx')).FirstStepsOffer,
)

interface HomeSearch {
  /** Number of a lead to show, from the search panel. */
  lead?: number
  /** Uid of the lead whose form is open. As a part of the address it survives links, reloads and the back button. */
  form?: string
}

export const Route = createFileRoute('/_session/')({
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...(typeof search.lead === 'number' ? { lead: search.lead } : {}),
    ...(typeof search.form === 'string' ? { form: search.form } : {}),
  }),
  component: HomeRoute,
})

function HomeRoute() {
  const user = useSessionUser()
  const { lead, form } = Route.useSearch()
  // Decided once: a choice that another device made comes while the board is shown.
  const [leaves] = useState(() => user !== null && isBroker(roleOf(user)) && startsWithDay(user.id))
  useEffect(noteEntered, [])
  if (user === null) return null
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
