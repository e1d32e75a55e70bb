/**
 * A call to a lead's client, wherever its phone is tapped: the phone system rings the broker where there is one, else this
 * device dials by itself; either way the call is recorded, without a network too. First text, sections 2, 5 and 7.
 */
import { placeCall } from '../../../api/telephony.ts'
import { FAILED, runWithWords } from '../../../device/run-with-words.ts'
import { telLink } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { online } from './online.ts'
import { useIntegrations } from './useIntegrations.ts'

export interface Calls {
  /** True when it was started and recorded. */
  readonly call: (leadUid: string, phone: string) => Promise<boolean>
  /** A conversation that a link opens. */
  readonly record: (leadUid: string, phone: string) => Promise<boolean>
}

export function useCalls(user: SessionUser): Calls {
  const { telephony } = useIntegrations(user.id)
  const record = (leadUid: string, phone: string) =>
    runWithWords(user.id, 'lead.recordCall', { lead_uid: leadUid, phone }, { done: null, failed: FAILED })
  return {
    record,
    call: async (leadUid, phone) => {
      const started = telephony ? await throughSystem(phone, user.login) : dial(phone)
      return started && (await record(leadUid, phone))
    },
  }
}

/** The device's own telephone; works without a network. */
function dial(phone: string): boolean {
  const link = telLink(phone)
  if (link !== null) window.location.assign(link)
  return link !== null
}

/** The phone system; without a connection this device dials. */
async function throughSystem(phone: string, login: string): Promise<boolean> {
  const answer = await online((token) => placeCall(token, { phone, user: login }))
  if (answer.kind === 'ok') {
    notify.success(answer.value)
    return true
  }
  if (answer.kind === 'unreachable') {
    notify.warning('Sem conexão com o sistema de telefonia: a ligação sai por este aparelho.')
    return dial(phone)
  }
  if (answer.body.code === 'not_configured') return dial(phone)
  notify.error(answer.body.message, 'top')
  return false
}
