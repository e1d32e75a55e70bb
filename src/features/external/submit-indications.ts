/** One command for each line. Works offline, and does not wait for the network. */
import { uuidv7 } from 'uuidv7'
import { runCommandWithToast } from '../../device/run-command-with-toast.ts'
import { insuranceDetailsSchema } from '../../domain/indication/details.ts'
import {
  EMPTY_INDICATION,
  indicationsOf,
  type TypedIndication,
  withLine,
} from '../../domain/indication/form.ts'
import type { IndicationTab } from '../../domain/indication/lines.ts'
import { INDICATION_FAILED, INDICATION_SAVED } from '../../domain/indication/words.ts'
import { notify } from '../../ui/notify.ts'

/**
 * Values without problems. Returns what is still to be sent: an empty form, or the typed values without the lines that are
 * queued, so that the next attempt doubles none.
 */
export async function submitIndications(
  userId: number,
  typed: TypedIndication,
  tabs: readonly IndicationTab[],
): Promise<TypedIndication> {
  let left = typed
  for (const tab of tabs) {
    const [indication] = indicationsOf(typed, [tab])
    if (indication === undefined) continue
    const { insurance: insurance_id, client } = indication
    const details = insuranceDetailsSchema.parse(indication.details)
    const args = { lead_uid: uuidv7(), client_uid: uuidv7(), insurance_id, details, client }
    const words = { done: null, failed: INDICATION_FAILED }
    if (!(await runCommandWithToast(userId, 'indication.external', args, words))) return left
    left = withLine(left, tab, { on: false })
  }
  notify.saved(INDICATION_SAVED)
  return EMPTY_INDICATION
}
