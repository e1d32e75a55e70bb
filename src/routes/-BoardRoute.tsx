/** The board with the form of the lead that the address names, its dialogs and its timeline. */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCatalogues } from '../device/useCatalogues.ts'
import { NO_NAMES } from '../domain/lead/field-words.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { BoardScreen } from '../features/board/BoardScreen.tsx'
import type { BoardSlots } from '../features/board/board-slots.ts'
import { keepFocus } from '../features/board/keep-focus.ts'
import { useCardCalls } from '../features/lead/actions/useCardCalls.ts'
import { useLastCalls } from '../features/lead/calls/useLastCalls.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import { goBack } from '../ui/leaving/guard-leaving.ts'

const desk = () => import('./-lead-desk.ts')
const CallLine = lazyAfterPaint(async () => (await desk()).CallLine)
const SchedulingDialog = lazyAfterPaint(async () => (await desk()).SchedulingDialog)
const EditLead = lazyAfterPaint(async () => (await desk()).EditLead)
const LeadTimeline = lazyAfterPaint(async () => (await desk()).LeadTimeline)
const ViewActions = lazyAfterPaint(async () => (await desk()).ViewActions)
const LeadProblems = lazyAfterPaint(async () => (await desk()).LeadProblems)

interface BoardRouteProps {
  readonly user: SessionUser
  /** Number of the lead whose view is open. */
  readonly lead: number | undefined
  /** Uid of the lead whose form is open. */
  readonly form: string | undefined
}

export function BoardRoute({ user, lead, form }: BoardRouteProps) {
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  const names = useCatalogues(user.id) ?? NO_NAMES
  const calls = useCardCalls(user)
  const lastCalls = useLastCalls(user.id)

  const close = () => {
    if (!goBack(router)) void navigate({ search: ({ form: _closed, ...search }) => search, replace: true })
  }
  const correct = (key: string) => void navigate({ to: '/sincronizacao', search: { corrigir: key } })
  const slots: BoardSlots = {
    // The form takes the place of the view that the address opened: closed, it leads to where the user came from.
    onWork: ({ uid }) =>
      void navigate({ search: { form: uid }, replace: lead !== undefined, resetScroll: false }),
    onLeave: () => {
      if (lead !== undefined)
        void navigate({
          search: ({ lead: _left, ...search }) => search,
          replace: true,
          resetScroll: false,
        })
    },
    scheduling: (dialog) => <SchedulingDialog user={user} {...dialog} />,
    notice: (subject) => <LeadProblems userId={user.id} lead={subject} onCorrect={correct} />,
    viewActions: (subject, onCovered) => <ViewActions lead={subject} user={user} onCovered={onCovered} />,
    ...calls,
    callLine: (subject) => {
      const call = lastCalls.get(subject.uid)
      return call === undefined ? null : <CallLine call={call} lead={subject} user={user} />
    },
    history: (subject, client) => <LeadTimeline lead={subject} client={client} user={user} names={names} />,
  }
  return (
    <>
      <BoardScreen user={user} leadId={lead} slots={slots} />
      <EditLead
        user={user}
        leadUid={form ?? null}
        notice={
          form === undefined ? null : (
            <LeadProblems userId={user.id} lead={{ uid: form }} onCorrect={correct} />
          )
        }
        onClose={close}
        onClosed={keepFocus}
      />
    </>
  )
}
