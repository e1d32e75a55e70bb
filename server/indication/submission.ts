/** An indication that was sent by an inviter's link, without login: docs/rules.md#external-indication */
import { uuidv7 } from 'uuidv7'
import { commands } from '../../src/commands/registry.ts'
import type { ExternalAnswer, ExternalIndicationRequest } from '../../src/contract/external.ts'
import {
  CONSENT_VERSIONS,
  HEALTH_CONSENT_VERSIONS,
  RECEIPT_CONSENTS,
} from '../../src/domain/indication/consent.ts'
import { HEALTH_FIELDS, withoutHealth } from '../../src/domain/indication/detail-fields.ts'
import { readReceiptCode } from '../../src/domain/indication/receipt-code.ts'
import { INDICATION_FAILED, INDICATION_SAVED, INVITER_MISSING } from '../../src/domain/indication/words.ts'
import { executeCommand, LINK_KEY } from '../commands/execute-command.ts'
import { clampOccurredAt } from '../commands/handle-command.ts'
import type { AppContext } from '../context/app-context.ts'
import { digest, uidFrom } from '../context/request-key.ts'
import { holdIndication, wasHeld } from './held.ts'
import { inviterOfCode } from './links.ts'
import { receiptDigest } from './receipt-digest.ts'
import { judgeIndication } from './sent-indication.ts'
import { judgeStamp } from './stamp.ts'

/** Labels of the counter in /metrics. */
export type SubmissionOutcome =
  | 'accepted'
  | 'held'
  | 'refused_trap'
  | 'refused_inviter'
  | 'refused_stamp'
  | 'refused_fast'
  | 'refused_consent'
  | 'refused_rule'

export interface Submission {
  readonly outcome: SubmissionOutcome
  readonly answer: ExternalAnswer
}

const NO_CONSENT = 'Para enviar, é preciso autorizar o uso dos dados'
const RELOAD = `${INDICATION_FAILED}. Abra o link de novo e envie outra vez.`
const TOO_FAST = `${INDICATION_FAILED}. Espere alguns segundos e envie de novo.`

const refused = (
  outcome: SubmissionOutcome,
  message: string,
  errors?: Record<string, string[]>,
): Submission => ({
  outcome,
  answer: { status: 'fail', message, ...(errors === undefined ? {} : { errors }) },
})

/**
 * `key`: the caller's Idempotency-Key. The order of the checks puts those first that read nothing. `limit` throws when
 * the link was used too often, and says whether the indication waits for a look.
 */
export async function submitByLink(
  context: AppContext,
  {
    body,
    key,
    limit,
  }: {
    readonly body: ExternalIndicationRequest
    readonly key: string | null
    readonly limit: () => Promise<{ readonly isHeld: boolean }>
  },
): Promise<Submission> {
  if (body.website !== '') return refused('refused_trap', RELOAD)
  const found = await inviterOfCode(context, body.inviter_id)
  if (found === null) return refused('refused_inviter', INVITER_MISSING)
  const { user, link } = found
  const { consent } = body
  const hasConsent = consent !== null && CONSENT_VERSIONS.includes(consent.version)
  const noConsent = hasConsent ? {} : { 'consent.version': [NO_CONSENT] }
  const stamp = judgeStamp(link.secret, body.stamp, context.now())
  // The page asks for another stamp by itself.
  if (stamp === 'void') return refused('refused_stamp', RELOAD, { stamp: [RELOAD], ...noConsent })
  if (stamp === 'fast') return refused('refused_fast', TOO_FAST, { stamp: [TOO_FAST], ...noConsent })
  if (!hasConsent) return refused('refused_consent', NO_CONSENT, noConsent)
  // What is refused above uses up nothing of the link.
  const { isHeld } = await limit()

  const nowMs = context.now()
  const health = healthConsentOf(body)
  // Without the consent also what an earlier page queued, which did not ask for it: docs/rules.md#health-consent
  const details = health === null ? withoutHealth(body.details) : body.details
  const judged = judgeIndication({ ...body, details }, nowMs)
  if (judged.kind === 'refused') return { outcome: 'refused_rule', answer: judged.answer }
  const own = [link.code, key ?? uuidv7()] as const
  const linkKey = `${LINK_KEY}${digest(...own).slice(0, 48)}`
  const args = {
    lead_uid: uidFrom(...own, 'lead'),
    client_uid: uidFrom(...own, 'client'),
    insurance_id: body.insurance,
    details: judged.details,
    client: body.client,
  }
  const byLink = {
    consentVersion: consent.version,
    consentAt: clampOccurredAt(consent.at ?? '', nowMs),
    health: health === null ? null : { version: health.version, at: clampOccurredAt(health.at ?? '', nowMs) },
    receipt: receiptOf(body, consent.version),
  }
  // The sender learns nothing of it: a program would go on by another way.
  if (isHeld || (await wasHeld(context, linkKey))) {
    await holdIndication(context, { key: linkKey, inviterId: user.id, args, byLink })
    return { outcome: 'held', answer: { status: 'successMail', message: INDICATION_SAVED } }
  }
  const result = await executeCommand(context, {
    key: linkKey,
    command: 'indication.external',
    schemaVersion: commands['indication.external'].version,
    args,
    base: {},
    // The server's clock, because an unknown person's clock could make a lead that is late already.
    occurredAt: new Date(nowMs).toISOString(),
    dependsOn: null,
    user,
    deviceId: null,
    byLink,
  })
  if (result.outcome === 'applied')
    return { outcome: 'accepted', answer: { status: 'successMail', message: INDICATION_SAVED } }
  if (result.outcome === 'rejected') return refused('refused_rule', result.message, result.errors)
  return refused('refused_rule', INDICATION_FAILED)
}

/** Null also where the text that was agreed to names no receipt. */
function receiptOf({ receipt }: ExternalIndicationRequest, consentVersion: string): string | null {
  const code = readReceiptCode(receipt)
  return code === null || !RECEIPT_CONSENTS.includes(consentVersion) ? null : receiptDigest(code)
}

/** Null also where no text of health was shown: a line that does not ask, or a text that never was. */
function healthConsentOf({ health_consent: given, details }: ExternalIndicationRequest) {
  if (given === null || !HEALTH_CONSENT_VERSIONS.includes(given.version)) return null
  return Object.keys(details).some((name) => HEALTH_FIELDS.has(name)) ? given : null
}
