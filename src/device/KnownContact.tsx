/** The place of the warning of a known contact. Its code follows the first screen. docs/rules.md#known-contacts */

import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import classes from './KnownContact.module.css'
import { KnownContactNote } from './KnownContactNote.tsx'
import type { KnownContactNoticeProps } from './KnownContactNotice.tsx'

const Place = () => (
  <div className={classes.place}>
    <div className={classes.line}>
      <KnownContactNote />
    </div>
  </div>
)

export const KnownContact = lazyAfterPaint<KnownContactNoticeProps>(
  async () => (await import('./KnownContactNotice.tsx')).KnownContactNotice,
  Place,
)
