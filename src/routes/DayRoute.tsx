/** /hoje: docs/rules.md#my-day */
import { useSearch } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { DayScreen } from '../features/board/day/DayScreen.tsx'
import { useLeadDesk } from './useLeadDesk.tsx'

export function DayRoute({ user }: { readonly user: SessionUser }) {
  const { form } = useSearch({ from: '/_session/hoje' })
  const desk = useLeadDesk({ user, path: '/hoje', form, replaces: false })
  return (
    <>
      <DayScreen user={user} slots={desk.slots} isCovered={form !== undefined} />
      {desk.form}
    </>
  )
}
