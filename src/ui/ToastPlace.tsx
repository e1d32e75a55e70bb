/** A line for the toast at the foot of a screen: it stands there, above the buttons, and not over the fields. */
import classes from './Toaster.module.css'
import { offerToastPlace } from './toast-places.ts'

export function ToastPlace() {
  return <div ref={offerToastPlace} className={classes.place} />
}
