/** The board with the form of the lead that the address names, its dialogs and its timeline. */
import { useNavigate } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { BoardScreen } from '../features/board/BoardScreen.tsx'
import type { BoardSlots } from '../features/board/board-slots.ts'
import type { DeskSearch } from './desk-path.ts'
import { useLeadDesk } from './useLeadDesk.tsx'

interface BoardRouteProps {
  readonly user: SessionUser
  /** Number of the lead whose view is open. */
  readonly lead: number | undefined
  /** Uid of the lead whose form is open. */
  readonly form: string | undefined
}

export function BoardRoute({ user, lead, form }: BoardRouteProps) {
  const navigate = useNavigate({ from: '/' })
  const desk = useLeadDesk({ user, path: '/', form, replaces: lead !== undefined })
  const slots: BoardSlots = {
    ...desk.slots,
    onLeave: () => {
      if (lead !== undefined)
        void navigate({
          search: ({ lead: _left, ...search }: DeskSearch) => search,
          replace: true,
          resetScroll: false,
        })
    },
  }
  return (
    <>
      <BoardScreen user={user} leadId={lead} slots={slots} />
      {desk.form}
    </>
  )
}
