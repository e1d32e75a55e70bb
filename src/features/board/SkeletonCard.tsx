/** Placeholder in a card's shape while its row is read. Plain boxes, since most are never seen. */
import classes from './CardGrid.module.css'

export function SkeletonCard() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <div className={classes.bone} data-of="number" />
      <div className={classes.bone} data-of="name" />
      <div className={classes.bone} data-of="document" />
      <div className={classes.bone} data-of="chips" />
      <div className={classes.bone} data-of="facts" />
      <div className={classes.bone} data-of="actions" />
    </div>
  )
}
