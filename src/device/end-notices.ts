/** Removes what this device shows of a session outside its pages: docs/rules.md#notices and docs/rules.md#push */
import { showAppBadge } from './app-badge.ts'
import { closeNotifications } from './notifications.ts'
import { dropPush } from './push.ts'

/** Clears the badge, closes the notifications and ends the browser's subscription. It needs no network. Never rejects. */
export async function endNotices(): Promise<void> {
  showAppBadge(0)
  // A notification that stays names no person, and a click on it shows the sign-in.
  await closeNotifications().catch(() => undefined)
  // The server ends its copy with the session.
  await dropPush().catch(() => undefined)
}
