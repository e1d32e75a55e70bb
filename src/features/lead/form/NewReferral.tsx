/** The referral form of roles 4 to 7, beside their list. It never closes; closing empties it. */
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { CreateLead } from './CreateLead.tsx'
import classes from './CreateLeadScreen.module.css'

export function NewReferral({ user }: { user: SessionUser }) {
  return (
    <section className={classes.referral} aria-labelledby="nova-indicacao">
      <h2 id="nova-indicacao" className={classes.title}>
        Nova indicação
      </h2>
      <CreateLead user={user} path="/" />
    </section>
  )
}
