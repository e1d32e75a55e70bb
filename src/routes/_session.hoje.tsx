/** /hoje: docs/rules.md#my-day */
import { createFileRoute } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { DayScreen } from '../features/board/day/DayScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useLeadDesk } from './-useLeadDesk.tsx'

interface DaySearch {
  /** Uid of the lead whose form is open. */
  form?: string
}

export const Route = createFileRoute('/_session/hoje')({
  validateSearch: (search: Record<string, unknown>): DaySearch =>
    typeof search.form === 'string' ? { form: search.form } : {},
  component: DayRoute,
})

function DayRoute() {
  const user = useSessionUser()
  const { form } = Route.useSearch()
  return user === null ? null : <Day user={user} form={form} />
}

function Day({ user, form }: { readonly user: SessionUser; readonly form: string | undefined }) {
  const desk = useLeadDesk({ user, path: '/hoje', form, replaces: false })
  return (
    <>
      <DayScreen user={user} slots={desk.slots} isCovered={form !== undefined} />
      {desk.form}
    </>
  )
}
