/** Where toasts appear: bottom right. A chunk of its own; `notify` brings it in. */
import { Notifications } from '@mantine/notifications'
import { MOST_TOASTS } from './notify.ts'

export default function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={3000}
      limit={MOST_TOASTS}
      zIndex={400}
      transitionDuration={120}
    />
  )
}
