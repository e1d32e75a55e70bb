/** One command for each line. Works offline, and does not wait for the network. */
import { uuidv7 } from 'uuidv7'
import type { DraftAfter } from '../../db/outbox/run-command.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { queueCommand } from '../../device/run-command-with-toast.ts'
import { sendAgain } from '../../device/send-again.ts'
import { tellCommands } from '../../device/tell-commands.ts'
import { insuranceDetailsSchema } from '../../domain/indication/details.ts'
import {
  chosenTabs,
  type Indication,
  indicationsOf,
  type TypedIndication,
  withLine,
} from '../../domain/indication/form.ts'
import { type IndicationTab, tabKeyOf } from '../../domain/indication/lines.ts'
import { INDICATION_FAILED, INDICATION_SAVED } from '../../domain/indication/words.ts'

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
  /** The command that the last line replaces. */
  readonly refused?: Refused
}

/**
 * Values without problems. Returns what is still to be sent: the typed values without the lines that are queued, so that
 * the next attempt doubles none. Null: everything is queued. Throws before it queues anything.
 */
export async function submitIndications(attempt: Attempt): Promise<TypedIndication | null> {
  const { userId, draftName, typed, tabs, refused = null } = attempt
  const lines = inOrder(chosenTabs(typed, tabs), refused).flatMap((tab) =>
    indicationsOf(typed, [tab]).map((indication) => ({ tab, fields: fieldsOf(indication) })),
  )
  const sent: OutboxRecord[] = []
  let left = typed
  for (const [place, { tab, fields }] of lines.entries()) {
    const isLast = place === lines.length - 1
    const after = withLine(left, tab, { on: false })
    const draft = { name: draftName, values: isLast ? null : { values: after } }
    const queued =
      isLast && refused !== null ? await replace(userId, refused, fields) : await queue(userId, fields, draft)
    if (queued === null) return left
    sent.push(queued)
    left = after
  }
  tellCommands(userId, sent, { told: INDICATION_SAVED, failed: INDICATION_FAILED })
  return null
}

/**
 * The line of the refused command last: it is the one that is corrected, and until then the command keeps the key by
 * which its form and its draft find it.
 */
function inOrder(tabs: readonly IndicationTab[], refused: Refused | null): readonly IndicationTab[] {
  if (refused === null) return tabs
  const own = tabKeyOf(refused.insurance_id)
  return tabs.toSorted((one, other) => Number(one.key === own) - Number(other.key === own))
}

const fieldsOf = ({ insurance, details, client }: Indication) => ({
  insurance_id: insurance,
  details: insuranceDetailsSchema.parse(details),
  client,
})

type Fields = ReturnType<typeof fieldsOf>

const queue = (userId: number, fields: Fields, draft: DraftAfter) =>
  queueCommand(
    userId,
    'indication.external',
    { lead_uid: uuidv7(), client_uid: uuidv7(), ...fields },
    { failed: INDICATION_FAILED, draft },
  )

const replace = (userId: number, { key, lead_uid, client_uid }: Refused, fields: Fields) =>
  sendAgain(userId, key, { lead_uid, client_uid, ...fields })
