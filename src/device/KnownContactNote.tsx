/** The placeholder of the warning until there is one. */
import classes from './KnownContact.module.css'

export function KnownContactNote() {
  return (
    <p className={classes.note}>Se outro cliente seu já tem este telefone ou e-mail, o Farol avisa aqui.</p>
  )
}
