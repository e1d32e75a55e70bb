/** Starts what works beside a session's screens, after the first painting. */
import { useEffect } from 'react'
import type { DeviceSession } from '../db/schema/records.ts'
import { firstScreenShown } from '../opening/first-screen.ts'
import { importWithRetry } from '../opening/import-with-retry.ts'
import type * as sessionWorkCode from './session-work.ts'

type SessionWork = typeof sessionWorkCode

/** Its code. Rejects when it does not arrive: src/opening/import-with-retry.ts. */
export const sessionWork = (): Promise<SessionWork> => import('./session-work.ts')

const sealedWork = () => import('./sealed-work.ts')

/** Runs `start` after the first painting, unless the effect has ended by then. Returns the effect's end. */
const afterFirstScreen = (start: (work: SessionWork) => (() => void) | undefined) =>
  withCode(sessionWork, start)

function withCode<Code>(
  load: () => Promise<Code>,
  start: (code: Code) => (() => void) | undefined,
): () => void {
  let current = true
  let stop: (() => void) | undefined
  void firstScreenShown()
    .then(() => importWithRetry(load))
    .then((work) => {
      if (current) stop = start(work)
    })
  return () => {
    current = false
    stop?.()
  }
}

/** `onRestored` gets the number of commands that were restored from the queue's copy. */
export function useSessionWork(
  { user, token, mode }: DeviceSession,
  onRestored: (count: number) => void,
): void {
  const { id } = user
  const isSealed = mode === 'sealed'
  useEffect(
    () => (isSealed ? withCode(sealedWork, (work) => work.sealedWork(id)) : undefined),
    [id, isSealed],
  )
  useEffect(() => afterFirstScreen(({ reportFileOutcomes }) => reportFileOutcomes(id)), [id])
  useEffect(() => afterFirstScreen(({ followBrokerage }) => followBrokerage(id)), [id])
  useEffect(() => afterFirstScreen(({ reportDevice }) => reportDevice(id)), [id])
  useEffect(() => afterFirstScreen(({ handOverWork }) => handOverWork(id)), [id])
  useEffect(() => afterFirstScreen(({ keepQueueCopy }) => keepQueueCopy(id, onRestored)), [id, onRestored])
  useEffect(
    () =>
      afterFirstScreen(({ takeTypedDrafts }) => {
        void takeTypedDrafts(id)
        return undefined
      }),
    [id],
  )
  useEffect(
    () =>
      afterFirstScreen(({ renewPush }) => {
        renewPush(id).catch(() => {
          // The user has signed out. Other failures are sentences that the switch shows: `pushStanding` tries again.
        })
        return undefined
      }),
    // A new sign-in of the same user has another session.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [id, token],
  )
}
