/** The brokerage's name and logo above a printed screen. docs/rules.md#brokerage */
import { useBrokerage } from '../../device/brokerage.ts'
import classes from './PrintHead.module.css'

export function PrintHead() {
  const { name, logo } = useBrokerage()
  if (name === null && logo === null) return null
  return (
    <div className={classes.root} aria-hidden>
      {logo === null ? null : <img className={classes.logo} src={logo} alt="" />}
      {name === null ? null : <span className={classes.name}>{name}</span>}
    </div>
  )
}
