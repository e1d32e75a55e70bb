/** `/`: the lead board for roles below 4, 'Indicação' for the others (first text, section 2). Over the board stands the form of the lead that the address names. */
import { createFileRoute, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Lead } from '../domain/lead/lead.ts'
import { roleOf, type SessionUser } from '../domain/session/session-user.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'

const BoardScreen = lazy(async () => ({
  default: (await import('../features/board/BoardScreen.tsx')).BoardScreen,
}))
const IndicationScreen = lazy(async () => ({
  default: (await import('./-IndicationScreen.tsx')).IndicationScreen,
}))
const EditLead = lazy(async () => ({
  default: (await import('../features/lead/form/EditLead.tsx')).EditLead,
}))

interface HomeSearch {
  /** Number of a lead to show at once, from the search panel. */
  lead?: number
  /** Uid of the lead whose form is open: a link to it, a reload and the browser's back do what one expects. */
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
  if (user === null) return null
  return <Suspense>{roleOf(user) <= 3 ? <BoardRoute user={user} /> : <IndicationScreen user={user} />}</Suspense>
}

function BoardRoute({ user }: { user: SessionUser }) {
  const { lead, form } = Route.useSearch()
  const { __TSR_key: visit } = useLocation({ select: (location) => location.state })
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  // A lead that is looked for again opens again: each visit with one is its own. The form's visits are not the board's.
  const boardKey = lead === undefined ? 'board' : (visit ?? 'board')
  const [shown, setShown] = useState({ lead, key: boardKey })
  if (form === undefined && shown.key !== boardKey) setShown({ lead, key: boardKey })

  const open = ({ uid }: Lead) => void navigate({ search: (search) => ({ ...search, form: uid }) })
  const close = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ search: ({ form: _closed, ...search }) => search, replace: true })
  }
  return (
    <>
      <BoardScreen key={shown.key} user={user} leadId={shown.lead} onWork={open} />
      <Suspense>
        <EditLead user={user} leadUid={form ?? null} onClose={close} />
      </Suspense>
    </>
  )
}
