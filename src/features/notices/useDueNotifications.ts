/** A notification at the time of each appointment, while a page of the app lives: docs/rules.md#notices */
import { useEffect, useEffectEvent } from 'react'
import { openMirror } from '../../db/open.ts'
import { claimNotification } from '../../db/session/shown-notifications.ts'
import { notificationPermission, showNotification } from '../../device/notifications.ts'
import { useCorrectedClock } from '../../device/useCorrectedNow.ts'
import { dueNotifications } from '../../domain/notices/notification.ts'
import type { OwnOpenLead } from '../../domain/notices/own-open-lead.ts'
import { MINUTE_MS } from '../../domain/time/durations.ts'

/** Longer timers are inexact, since the device may sleep. */
const LONGEST_WAIT_MS = MINUTE_MS

export function useDueNotifications(userId: number, leads: readonly OwnOpenLead[], isOn: boolean): void {
  // The present estimate of the server's clock, however long ago the timer began.
  const clock = useEffectEvent(useCorrectedClock(userId))
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = async () => {
      for (const due of dueNotifications(leads, clock())) {
        if (due.dueMs > clock() || notificationPermission() !== 'granted') return
        if (await claimNotification(openMirror(userId), due.tag, clock())) await showNotification(due)
      }
    }
    const wait = () => {
      const next = dueNotifications(leads, clock()).find(({ dueMs }) => dueMs > clock())
      if (next === undefined) return
      timer = setTimeout(run, Math.min(next.dueMs - clock(), LONGEST_WAIT_MS))
    }
    const run = () => {
      show().catch(() => {
        // The disk is full, or the user has signed out. The bell shows the same.
      })
      wait()
    }
    run()
    return () => clearTimeout(timer)
  }, [userId, leads, isOn])
}
