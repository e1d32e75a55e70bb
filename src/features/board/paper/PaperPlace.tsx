/** The room of the button that prints the list, before its code has come: what stands after it stays where it is. */
import classes from './PaperPlace.module.css'

export const PaperPlace = () => <span className={classes.place} />
