/** What works beside the screens of a session, and ends it. It is loaded after the first painting. */

export { unsavedCounts } from '../db/mirror/reads.ts'
export { openMirror } from '../db/open.ts'
export { endNotices } from '../device/end-notices.ts'
export { reportFileOutcomes } from '../device/file-outcomes.ts'
export { followBrokerage } from '../device/follow-brokerage.ts'
export { handOverWork } from '../device/hand-over/work.ts'
export { keepQueueCopy } from '../device/keep-queue-copy.ts'
export { renewPush } from '../device/push.ts'
export { reportDevice } from '../device/report-device.ts'
export { signOut } from '../features/session/sign-out.ts'
export { takeTypedDrafts, tellDrafts } from '../page-life/typed-drafts.ts'
