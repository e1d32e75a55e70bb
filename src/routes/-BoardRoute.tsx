/** The board with the form of the lead that the address names, its dialogs and its timeline. */
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { later } from '../device/later.tsx'
import { useCatalogues } from '../device/useCatalogues.ts'
import { NO_NAMES } from '../domain/lead/field-words.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { BoardScreen } from '../features/board/BoardScreen.tsx'
import type { BoardSlots } from '../features/board/board-slots.ts'
import { keepFocus } from '../features/board/keep-focus.ts'
import { useCardCalls } from '../features/lead/actions/useCardCalls.ts'
import { useLastCalls } from '../features/lead/calls/useLastCalls.ts'

const desk = () => import('./-lead-desk.ts')
const CallLine = later(async () => (await desk()).CallLine)
const SchedulingDialog = later(async () => (await desk()).SchedulingDialog)
const EditLead = later(async () => (await desk()).EditLead)
const LeadTimeline = later(async () => (await desk()).LeadTimeline)
const ViewActions = later(async () => (await desk()).ViewActions)
const LeadProblems = later(async () => (await desk()).LeadProblems)

interface BoardRouteProps {
  readonly user: SessionUser
  /** Number of the lead to show. */
  readonly lead: number | undefined
  /** Uid of the lead whose form is open. */
  readonly form: string | undefined
}

export function BoardRoute({ user, lead, form }: BoardRouteProps) {
  const { __TSR_key: visit } = useLocation({ select: (location) => location.state })
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  const names = useCatalogues(user.id) ?? NO_NAMES
  const calls = useCardCalls(user)
  const lastCalls = useLastCalls(user.id)
  // A new visit with a lead's number opens that lead again. A visit that opens the form keeps the board.
  const boardKey = lead === undefined ? 'board' : (visit ?? 'board')
  const [shown, setShown] = useState({ lead, key: boardKey })
  if (form === undefined && shown.key !== boardKey) setShown({ lead, key: boardKey })

  const close = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ search: ({ form: _closed, ...search }) => search, replace: true })
  }
  const correct = (key: string) => void navigate({ to: '/sincronizacao', search: { corrigir: key } })
  const slots: BoardSlots = {
    onWork: ({ uid }) => void navigate({ search: (search) => ({ ...search, form: uid }) }),
    scheduling: (dialog) => <SchedulingDialog userId={user.id} {...dialog} />,
    notice: ({ uid }) => <LeadProblems userId={user.id} leadUid={uid} onCorrect={correct} />,
    viewActions: (subject, onCovered) => <ViewActions lead={subject} user={user} onCovered={onCovered} />,
    ...calls,
    callLine: (subject) => {
      const call = lastCalls.get(subject.uid)
      return call === undefined ? null : <CallLine call={call} lead={subject} user={user} />
    },
    history: (subject, client) => (
      <LeadTimeline lead={subject} client={client} userId={user.id} names={names} />
    ),
  }
  return (
    <>
      <BoardScreen key={shown.key} user={user} leadId={shown.lead} slots={slots} />
      <EditLead
        user={user}
        leadUid={form ?? null}
        notice={
          form === undefined ? null : <LeadProblems userId={user.id} leadUid={form} onCorrect={correct} />
        }
        onClose={close}
        onClosed={keepFocus}
      />
    </>
  )
}
