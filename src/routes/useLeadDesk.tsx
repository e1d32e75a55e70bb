/** What the board and the day show of a lead but other features have: its form, dialogs, calls and timeline. */

import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCatalogues } from '../device/useCatalogues.ts'
import { NO_NAMES } from '../domain/lead/field-words.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { BoardSlots } from '../features/board/board-slots.ts'
import { keepFocus } from '../features/board/keep-focus.ts'
import { useCardCalls } from '../features/lead/actions/useCardCalls.ts'
import { useLastCalls } from '../features/lead/calls/useLastCalls.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import { goBack } from '../ui/leaving/guard-leaving.ts'
import type { DeskPath, DeskSearch } from './desk-path.ts'

const desk = () => import('./lead-desk.ts')
const CallLine = lazyAfterPaint(async () => (await desk()).CallLine)
const SchedulingDialog = lazyAfterPaint(async () => (await desk()).SchedulingDialog)
const NoteDialog = lazyAfterPaint(async () => (await desk()).NoteDialog)
const EditInList = lazyAfterPaint(async () => (await desk()).EditInList)
const LeadMessages = lazyAfterPaint(async () => (await desk()).LeadMessages)
const LeadTimeline = lazyAfterPaint(async () => (await desk()).LeadTimeline)
const ViewActions = lazyAfterPaint(async () => (await desk()).ViewActions)
const LeadProblems = lazyAfterPaint(async () => (await desk()).LeadProblems)

interface LeadDesk {
  readonly slots: Omit<BoardSlots, 'onLeave'>
  /** The form of the lead that the address names. */
  readonly form: ReactNode
}

interface Desk {
  readonly user: SessionUser
  readonly path: DeskPath
  /** Uid of the lead whose form is open. */
  readonly form: string | undefined
  /** The form takes the place of the view that the address opened: closed, it leads to where the user came from. */
  readonly replaces: boolean
}

export function useLeadDesk({ user, path, form, replaces }: Desk): LeadDesk {
  const navigate = useNavigate({ from: path })
  const router = useRouter()
  const names = useCatalogues(user.id) ?? NO_NAMES
  const calls = useCardCalls(user)
  const lastCalls = useLastCalls(user.id)
  /** What an outcome opened the form on. A form that the address alone names opens as ever. */
  const [aim, setAim] = useState<{ readonly uid: string; readonly at: 'sale' | 'loss' } | null>(null)

  // In the place of this one: Back leads to the list.
  const go = (uid: string) =>
    void navigate({
      search: (search: DeskSearch) => ({ ...search, form: uid }),
      replace: true,
      resetScroll: false,
    })
  const close = () => {
    if (!goBack(router))
      void navigate({ search: ({ form: _closed, ...search }: DeskSearch) => search, replace: true })
  }
  const correct = (key: string) => void navigate({ to: '/sincronizacao', search: { corrigir: key } })
  const problems = (subject: Parameters<BoardSlots['notice']>[0]) => (
    <LeadProblems userId={user.id} lead={subject} onCorrect={correct} />
  )
  return {
    slots: {
      onWork: ({ uid }, at) => {
        setAim(at === undefined ? null : { uid, at })
        void navigate({ search: { form: uid }, replace: replaces, resetScroll: false })
      },
      scheduling: (dialog) => <SchedulingDialog user={user} {...dialog} />,
      noting: (dialog) => <NoteDialog user={user} {...dialog} />,
      notice: problems,
      viewActions: (subject) => <ViewActions lead={subject} user={user} />,
      ...calls,
      callLine: (subject, options) => {
        const call = lastCalls.get(subject.uid)
        return call === undefined ? null : <CallLine call={call} lead={subject} user={user} {...options} />
      },
      // Most leads have no suggestion, and a card needs no code for them.
      messages: (subject, look) =>
        look === 'line' && (subject.suggested_message ?? null) === null ? null : (
          <LeadMessages lead={subject} user={user} look={look} />
        ),
      history: (subject, client, first) => (
        <LeadTimeline lead={subject} client={client} user={user} names={names} first={first} />
      ),
    },
    form: (
      <EditInList
        user={user}
        leadUid={form ?? null}
        aim={aim !== null && aim.uid === form ? aim.at : null}
        path={path}
        onGo={go}
        notice={form === undefined ? null : problems({ uid: form })}
        onClose={close}
        onClosed={keepFocus}
      />
    ),
  }
}
