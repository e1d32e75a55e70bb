/**
 * A call to a lead's client. A phone system rings the broker; without one this device dials by itself. The call is
 * recorded in both cases, with or without a network. docs/rules.md#calls
 */
import { loadStore } from '../../../db/store.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { CallWay } from '../../../domain/lead/calls.ts'
import { isMobile, telLink } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { Integrations } from '../../../domain/settings/integrations.ts'
import { useStored } from '../../../opening/useStored.ts'
import { notify } from '../../../ui/notify.ts'

export interface Calls {
  /** True once the call is started and recorded. */
  readonly call: (leadUid: string, phone: string) => Promise<boolean>
  /** Records a conversation that a link opens. */
  readonly record: (leadUid: string, phone: string) => Promise<boolean>
}

const UNREACHABLE = { kind: 'unreachable' } as const

/** A started call with its uid. */
interface Started {
  readonly call_uid: string
  readonly way: CallWay
}

/** The call is recorded, but its line with 'Desfazer' and 'Como foi?' could not be stored. */
const notKept = (way: CallWay) =>
  `${way === 'whatsapp' ? 'Conversa' : 'Ligação'} registrada, mas sem 'Desfazer' neste aparelho`

/** The phone system reports under the uid of its request: a call by another way needs another uid. */
const started = (way: CallWay): Started => ({ call_uid: crypto.randomUUID(), way })

export function useCalls(user: SessionUser): Calls {
  const telephony = useIntegrations(user.id)?.telephony ?? false
  const record = (lead_uid: string, phone: string, call: Started) =>
    runCommandWithToast(
      user.id,
      'lead.recordCall',
      { lead_uid, phone, ...call },
      {
        done: null,
        failed: FAILED,
        queued: {
          keep: async ({ occurredAt }) => {
            const { keepLastCall, openMirror } = await loadStore()
            await keepLastCall(openMirror(user.id), {
              lead_uid,
              called_at: occurredAt,
              mobile: isMobile(phone),
              ...call,
            })
          },
          notKept: notKept(call.way),
        },
      },
    )
  return {
    record: (leadUid, phone) => record(leadUid, phone, started('whatsapp')),
    call: async (leadUid, phone) => {
      const call = telephony ? await throughSystem(phone, user.login) : dial(phone)
      return call !== null && (await record(leadUid, phone, call))
    },
  }
}

/** Dials by the device's own telephone. Works without a network. */
function dial(phone: string): Started | null {
  const link = telLink(phone)
  if (link === null) return null
  window.location.assign(link)
  return started('device')
}

/** Calls by the phone system. Without a connection to it this device dials. */
async function throughSystem(phone: string, login: string): Promise<Started | null> {
  const call = started('phone_system')
  const system = await import('./phone-system.ts').catch(() => null)
  // The code was not kept on this device, and there is no network.
  const answer = (await system?.ringThroughSystem(phone, login, call.call_uid)) ?? UNREACHABLE
  if (answer.kind === 'ok') {
    notify.success(answer.value.message)
    return call
  }
  if (answer.kind === 'unreachable') {
    notify.warning('Sem conexão com o sistema de telefonia: a ligação sai por este aparelho.')
    return dial(phone)
  }
  if (answer.body.code === 'not_configured') return dial(phone)
  notify.error(answer.body.message, 'top')
  return null
}

/** The outside services of this Farol, as of the last sync. Returns undefined until they are read. */
function useIntegrations(userId: number): Integrations | undefined {
  return useStored(
    async ({ catalogue, integrationsFrom, openMirror }) =>
      integrationsFrom(await catalogue(openMirror(userId), 'setting')),
    [userId],
  )
}
