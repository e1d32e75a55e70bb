/** The outlines of a screen while its code comes: name, filters, rows. docs/rules.md#top-bar */
import { useSessionUser } from '../features/session/useSessionUser.ts'
import classes from './ScreenWaiting.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function ScreenWaiting() {
  // Outside the frame the page has the logo.
  if (useSessionUser() === null) return null
  return (
    <div className={classes.root} role="status" aria-busy="true" aria-label="Carregando">
      <span className={classes.filters} />
      {ROWS.map((row) => (
        <span key={row} className={classes.row} />
      ))}
    </div>
  )
}
