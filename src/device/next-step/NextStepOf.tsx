/** The line of a lead that only its uid is known of: the form reads its lead itself. */
import { useLiveQuery } from 'dexie-react-hooks'
import { leadsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { NextStepLine } from './NextStepLine.tsx'

export function NextStepOf({ uid, user }: { readonly uid: string; readonly user: SessionUser }) {
  const lead = useLiveQuery(async () => (await leadsByUid(openMirror(user.id), [uid]))[0], [user.id, uid])
  return lead === undefined ? null : <NextStepLine lead={lead} user={user} />
}
