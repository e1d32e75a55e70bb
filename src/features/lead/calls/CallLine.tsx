/**
 * The line after a call: 'Ligação registrada · Desfazer', and 'Como foi?' with one tap an answer. It waits without a
 * time limit, and disappears with the answer or the next call: docs/rules.md#calls. A call that only waits is told as waiting.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { discardCall, dropLastCall, isCallQueued, type LastCall } from '../../../db/last-calls.ts'
import { openMirror } from '../../../db/open.ts'
import { FAILED, notifyFailure, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { useSyncStatus } from '../../../device/useSyncStatus.ts'
import { ANSWERABLE, CALL_RESULTS, callResultWords, offersTakingBack } from '../../../domain/lead/calls.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { callProblem, callResultProblem, undoCallProblem } from '../../../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDate, formatTime, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import answers from './Answers.module.css'
import classes from './CallLine.module.css'

/** How the line ended: the caller's answer, or the undo. */
export type CallEnd = (typeof ANSWERABLE)[number] | 'undone'

interface CallLineProps {
  readonly call: LastCall
  readonly lead: Lead
  readonly user: SessionUser
  readonly onEnd?: (end: CallEnd) => void
  /** False: the screen asks how the call was in another way. */
  readonly asksResult?: boolean
}

const ANSWERS = ANSWERABLE.flatMap((status) =>
  CALL_RESULTS.flatMap(({ var_id, value }) => (var_id === status ? [{ status, value }] : [])),
)

interface Moment {
  readonly isFresh: boolean
  readonly waits: boolean
  readonly nowMs: number
}

function wordsOf({ way, called_at }: LastCall, { isFresh, waits, nowMs }: Moment): string {
  const what = way === 'whatsapp' ? 'Conversa' : 'Ligação'
  if (waits) return `${what} por enviar`
  if (way === 'whatsapp' || isFresh) return `${what} registrada`
  const isToday = saoPauloDay(Date.parse(called_at)) === saoPauloDay(nowMs)
  return isToday ? `Ligação das ${formatTime(called_at)}` : `Ligação de ${formatDate(called_at)}`
}

/** Whether the call is in the queue, and nothing sends the queue now. docs/rules.md#waiting-changes */
function useWaits(call: LastCall, userId: number): boolean {
  const { connection, needsLogin } = useSyncStatus(userId)
  const isQueued = useLiveQuery(async () => isCallQueued(openMirror(userId), call), [userId, call.call_uid])
  return isQueued === true && (connection === 'offline' || needsLogin)
}

export function CallLine({ call, lead, user, onEnd, asksResult = true }: CallLineProps) {
  const root = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const nowMs = useCorrectedNow(user.id)
  const isFresh = offersTakingBack(call.called_at, nowMs)
  const waits = useWaits(call, user.id)
  const isCall = call.way !== 'whatsapp'
  const asks = asksResult && isCall && callResultProblem(lead, user) === null
  const undoes = isFresh && undoCallProblem(lead, user) === null
  // A conversation has no question, so its line ends with the undo. A lead that ended shows no line.
  if ((!asks && !undoes) || callProblem(lead, user) !== null) return null

  const { lead_uid, call_uid, called_at } = call
  /** If `act` succeeds the line disappears, and the focus moves to the call button. */
  const settle = async (end: CallEnd, act: () => Promise<boolean>) => {
    const line = root.current
    const place = line?.closest('[data-call-place]')
    const hadFocus = line?.contains(document.activeElement) === true
    setBusy(true)
    try {
      if (await act()) {
        onEnd?.(end)
        await dropLastCall(openMirror(user.id), call_uid)
        if (hadFocus) place?.querySelector<HTMLElement>('[data-calls]')?.focus({ preventScroll: true })
      }
    } catch (error) {
      notifyFailure(FAILED, error)
    }
    setBusy(false)
  }
  const undo = async () => {
    const done = isCall ? 'Ligação desfeita' : 'Conversa desfeita'
    if (!(await discardCall(openMirror(user.id), call)))
      return runCommandWithToast(
        user.id,
        'lead.undoCall',
        { lead_uid, call_uid, called_at },
        { done, failed: FAILED },
      )
    nudgeSync()
    notify.saved(done)
    return true
  }
  const answer = (status: (typeof ANSWERABLE)[number]) => {
    const done = `Ligação: ${callResultWords({ status, duration: null })}`
    return runCommandWithToast(
      user.id,
      'lead.callResult',
      { lead_uid, call_uid, status },
      { done, failed: FAILED },
    )
  }
  const question = `como-foi-${call_uid}`
  return (
    <div className={classes.place}>
      <div ref={root} className={classes.root} role="group" aria-label="Última ligação">
        <span className={classes.words}>
          <span role="status">{wordsOf(call, { isFresh, waits, nowMs })}</span>
          {undoes ? (
            <>
              <span aria-hidden> · </span>
              <button
                type="button"
                className={classes.undo}
                disabled={busy}
                onClick={() => void settle('undone', undo)}
              >
                Desfazer
              </button>
            </>
          ) : null}
        </span>
        {asks ? (
          <>
            <span className={classes.question} id={question}>
              Como foi?
            </span>
            <div className={answers.answers} role="group" aria-labelledby={question}>
              {ANSWERS.map(({ status, value }) => (
                <button
                  key={status}
                  type="button"
                  className={answers.answer}
                  disabled={busy}
                  onClick={() => void settle(status, () => answer(status))}
                >
                  {value}
                </button>
              ))}
            </div>
          </>
        ) : null}
      </div>
    </div>
  )
}
