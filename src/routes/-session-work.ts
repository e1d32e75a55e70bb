/** What works beside the screens of a session, and ends it. It is loaded after the first painting. */
export { openMirror } from '../db/mirror/mirror.ts'
export { unsavedCounts } from '../db/mirror/reads.ts'
export { endNotices } from '../device/end-notices.ts'
export { reportFileOutcomes } from '../device/file-outcomes.ts'
export { renewPush } from '../device/push.ts'
export { signOut } from '../features/session/sign-out.ts'
export { keepQueueCopy } from '../workers/queue-copy-bridge.ts'
export { takeTypedDrafts } from '../workers/typed-bridge.ts'
