/** The place of the warning of a known contact. Its code follows the first screen. docs/rules.md#known-contacts */
import classes from './KnownContact.module.css'
import type { KnownContactNoticeProps } from './KnownContactNotice.tsx'
import { later } from './later.tsx'

export function KnownContactNote() {
  return (
    <p className={classes.note}>Se outro cliente seu já tem este telefone ou e-mail, o Farol avisa aqui.</p>
  )
}

const Place = () => (
  <div className={classes.place}>
    <div className={classes.line}>
      <KnownContactNote />
    </div>
  </div>
)

export const KnownContact = later<KnownContactNoticeProps>(
  async () => (await import('./KnownContactNotice.tsx')).KnownContactNotice,
  Place,
)
