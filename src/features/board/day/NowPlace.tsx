/** The place of 'Agora: …' above a broker's cards. It has its height before the words come: no card moves. docs/rules.md#my-day */
import { isBroker } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import classes from './NowPlace.module.css'

const NowBand = lazyAfterPaint(async () => (await import('./NowBand.tsx')).NowBand)

export function NowPlace({ user }: { readonly user: SessionUser }) {
  if (!isBroker(roleOf(user))) return null
  return (
    <div className={classes.place} data-fleeting="content">
      <NowBand user={user} />
    </div>
  )
}
