/** 'Desfazer' of a transfer, and what it says. docs/rules.md#transfers */
import { call } from '../api/call.ts'
import { type UndoneTransfer, undoTransferRoute } from '../contract/transfers.ts'
import { leadCount } from '../domain/lead/transfer.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync } from '../workers/sync-bridge.ts'
import { failureWords, online } from './online.ts'

/** 'Desfeito: 12 leads voltaram' and who did not. */
export function undoneWords({ returned, left, user_left }: UndoneTransfer): string {
  const back = returned === 1 ? '1 lead voltou' : `${leadCount(returned)} voltaram`
  const stayed =
    left === 0 ? '' : left === 1 ? ', 1 ficou como está' : `, ${leadCount(left)} ficaram como estão`
  return `Desfeito: ${back}${stayed}${user_left ? '. O usuário mudou depois e ficou como está' : ''}`
}

/** Undoes a transfer and shows a toast. Returns the leads that stayed, or null when it failed. */
export async function undoTransfer(uid: string): Promise<UndoneTransfer | null> {
  const result = await online((token) => call(undoTransferRoute, { token, params: { uid } }))
  const message = failureWords(result, 'desfazer a transferência', 'foi desfeita')
  if (result.kind !== 'ok') {
    notify.error(message ?? '')
    return null
  }
  nudgeSync()
  if (result.value.left === 0 && !result.value.user_left) notify.success(undoneWords(result.value))
  else notify.warning(undoneWords(result.value), result.value.left)
  return result.value
}
