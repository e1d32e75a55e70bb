/** What is taken away leaves a line in the security log: docs/operations.md#security-log */
import { z } from 'zod'
import type { AppContext } from '../context/app-context.ts'
import type { SecurityFacts } from '../context/security-log.ts'
import type { Revocation } from '../db/revocations/lines.ts'
import type { Reconciled } from './reconcile.ts'

/** Lines that the calls write themselves, with the reason. */
const NOTED: readonly string[] = ['session', 'password', 'passkey', 'code-app', 'erased']

function factsOf({ kind, about }: Revocation): SecurityFacts {
  const { user_id, id, partner_id, team_id, device_id } = about
  const user = kind === 'email' ? id : user_id
  const subject = z.union([z.int(), z.string()]).safeParse(partner_id ?? team_id ?? device_id).data
  return {
    ...(typeof user === 'number' ? { user_id: user } : {}),
    about: subject === undefined ? kind : `${kind} ${subject}`,
  }
}

type Noting = Pick<AppContext, 'store' | 'security'>

export function noteRevocations({ store, security }: Noting): void {
  store.recorder.listen((committed) => {
    for (const revocation of committed) {
      if (revocation.kind === 'erase') security.note('device_erase_ordered', factsOf(revocation))
      else if (!NOTED.includes(revocation.kind)) security.note('access_taken', factsOf(revocation))
    }
  })
}

export function noteReconciled(
  { security }: Pick<AppContext, 'security'>,
  { carriedOut, doubt }: Reconciled,
): void {
  for (const revocation of carriedOut) security.note('access_taken_again', factsOf(revocation))
  if (doubt !== null) security.note('everything_ended', { about: `revocations ${doubt}` })
}
