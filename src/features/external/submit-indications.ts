/** One command for each line. Works offline, and does not wait for the network. */
import { uuidv7 } from 'uuidv7'
import type { DraftAfter } from '../../db/outbox/run-command.ts'
import { runCommandWithToast } from '../../device/run-command-with-toast.ts'
import { sendAgain } from '../../device/send-again.ts'
import { insuranceDetailsSchema } from '../../domain/indication/details.ts'
import {
  chosenTabs,
  EMPTY_INDICATION,
  type Indication,
  indicationsOf,
  type TypedIndication,
  withLine,
} from '../../domain/indication/form.ts'
import { type IndicationTab, tabKeyOf } from '../../domain/indication/lines.ts'
import { INDICATION_FAILED, INDICATION_SAVED } from '../../domain/indication/words.ts'
import { notify } from '../../ui/notify.ts'

/** A refused command, by the uids of its rows. */
interface Refused {
  readonly key: string
  readonly lead_uid: string
  readonly client_uid: string
  readonly insurance_id: number
}

interface Attempt {
  readonly userId: number
  /** The form's draft follows what is queued. */
  readonly draftName: string
  readonly typed: TypedIndication
  readonly tabs: readonly IndicationTab[]
  /** The command that the first line replaces. */
  readonly refused?: Refused
}

/**
 * Values without problems. Returns what is still to be sent: an empty
 * form, or the typed values without the lines that are queued, so that the next attempt doubles none.
 */
export async function submitIndications(attempt: Attempt): Promise<TypedIndication> {
  const { userId, draftName, typed, tabs, refused = null } = attempt
  let left = typed
  let replaced = refused
  for (const tab of inOrder(tabs, refused)) {
    const [indication] = indicationsOf(typed, [tab])
    if (indication === undefined) continue
    const fields = fieldsOf(indication)
    const after = withLine(left, tab, { on: false })
    const isLast = chosenTabs(after, tabs).length === 0
    const draft = { name: draftName, values: isLast ? null : { values: after } }
    const queued =
      replaced === null ? await queue(userId, fields, draft) : await replace(userId, replaced, fields)
    if (!queued) return left
    replaced = null
    left = after
  }
  notify.saved(INDICATION_SAVED)
  return EMPTY_INDICATION
}

/** The line of the refused command first: it is the one that is corrected. */
function inOrder(tabs: readonly IndicationTab[], refused: Refused | null): readonly IndicationTab[] {
  if (refused === null) return tabs
  const own = tabKeyOf(refused.insurance_id)
  return tabs.toSorted((one, other) => Number(other.key === own) - Number(one.key === own))
}

const fieldsOf = ({ insurance, details, client }: Indication) => ({
  insurance_id: insurance,
  details: insuranceDetailsSchema.parse(details),
  client,
})

type Fields = ReturnType<typeof fieldsOf>

const queue = (userId: number, fields: Fields, draft: DraftAfter) =>
  runCommandWithToast(
    userId,
    'indication.external',
    { lead_uid: uuidv7(), client_uid: uuidv7(), ...fields },
    { done: null, failed: INDICATION_FAILED, draft },
  )

const replace = (userId: number, { key, lead_uid, client_uid }: Refused, fields: Fields) =>
  sendAgain(userId, key, { lead_uid, client_uid, ...fields })
