/** Where toasts appear: bottom right. A chunk of its own; `notify` brings it in. */
import { Notifications } from '@mantine/notifications'

export default function Toasts() {
  return (
    <Notifications position="bottom-right" autoClose={3000} limit={8} zIndex={400} transitionDuration={120} />
  )
}
