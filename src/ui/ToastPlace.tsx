/** A line for the toast at the foot of a screen, above the buttons: the toast covers no field there. */
import classes from './Toaster.module.css'
import { offerToastPlace } from './toast-places.ts'

export function ToastPlace() {
  return <div ref={offerToastPlace} className={classes.place} />
}
