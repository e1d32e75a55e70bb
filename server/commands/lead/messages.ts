/**
 * Messages that Meta's service sends: what only the server knows of them. The command queues the message in its transaction;
 * server/whatsapp/sending.ts sends it. docs/rules.md#messages-sent
 */
import { sql } from 'kysely'
import {
  decideMessage as decideMessageCommand,
  sendMessage as sendMessageCommand,
} from '../../../src/commands/messages.ts'
import { cleanPhone } from '../../../src/domain/phone/phone.ts'
import type { OutgoingMessage } from '../../../src/domain/whatsapp/outgoing.ts'
import {
  asParameter,
  NO_NUMBER,
  NOT_APPROVED,
  NOT_CONNECTED,
  optOutProblem,
  STALE_MS,
  WAITED_TOO_LONG,
  WINDOW_CLOSED,
  WINDOW_MS,
} from '../../../src/domain/whatsapp/sending.ts'
import {
  fieldsIn,
  filledText,
  missingFields,
  TEMPLATE_FIELDS,
  type TemplateField,
} from '../../../src/domain/whatsapp/template-fields.ts'
import type { Tx } from '../../db/database.ts'
import { readNumbers, senderNumber } from '../../queries/whatsapp-numbers.ts'
import { decideSuggestion, openSuggestion } from '../../records/suggested-messages.ts'
import { defineHandler } from '../handler.ts'

const UID_TAKEN = 'Esta mensagem já foi enviada em outro lead.'
const NO_TEMPLATE = 'Este modelo não existe mais ou foi desativado.'
const ANSWERED = 'Esta mensagem sugerida já foi respondida em outro aparelho.'
const FREE_TEXT = 'Texto livre'

/** Why the message can't go, or what goes. `name`: in the history. */
type Prepared =
  | { readonly problem: string }
  | { readonly message: OutgoingMessage; readonly templateId: number | null; readonly name: string }

async function prepareTemplate(
  tx: Tx,
  {
    template_id,
    values,
  }: { readonly template_id: number; readonly values: Partial<Record<TemplateField, string>> },
): Promise<Prepared> {
  const template = await tx
    .selectFrom('message_templates')
    .select(['name', 'body', 'meta_name', 'meta_language', 'active'])
    .where('id', '=', template_id)
    .forKeyShare()
    .executeTakeFirst()
  if (template?.active !== true) return { problem: NO_TEMPLATE }
  const { name, body, meta_name, meta_language } = template
  if (meta_name === null) return { problem: NOT_APPROVED }
  const [missing] = missingFields(body, values)
  if (missing !== undefined) return { problem: `Preencha o campo ${TEMPLATE_FIELDS[missing].label}.` }
  const parameters = fieldsIn(body).map((field) => asParameter(values[field] ?? ''))
  return {
    message: {
      kind: 'template',
      name: meta_name,
      language: meta_language ?? 'pt_BR',
      parameters,
      text: filledText(body, values),
    },
    templateId: template_id,
    name,
  }
}

/** Whether the client wrote within the last 24 hours. */
async function isWindowOpen(tx: Tx, leadUid: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from whatsapp_messages m
    where m.lead_uid in (
        select o.uid
        from leads l
        join leads o on o.client_uid = l.client_uid
        where l.uid = ${leadUid})
      and not m.is_sent
      and m.at > ${new Date(nowMs - WINDOW_MS).toISOString()}
    limit 1`.execute(tx)
  return rows.length > 0
}

const isConnected = async (tx: Tx): Promise<boolean> =>
  (await tx
    .selectFrom('whatsapp_connection')
    .select('single')
    .where('state', '=', 'on')
    .executeTakeFirst()) !== undefined

/** Two devices may answer one suggestion: the client gets one message. */
async function isAnswered(tx: Tx, uid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('suggested_messages')
    .select('decided_at')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined && row.decided_at !== null
}

export const sendMessage = defineHandler(
  sendMessageCommand,
  async ({ tx, lead, client, after, args, context, nowMs }) => {
    const { message_uid: uid, message: asked, phone, suggestion_uid } = args
    const userId = context.user.id
    const known = await tx
      .selectFrom('message_sendings')
      .select(['lead_uid', 'user_id'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    if (known !== undefined)
      return known.lead_uid === lead.uid && known.user_id === userId
        ? { kind: 'nothing' }
        : { kind: 'refuse', message: UID_TAKEN }
    if (suggestion_uid !== null && (await isAnswered(tx, suggestion_uid)))
      return { kind: 'refuse', message: ANSWERED }
    const refusal = asked.kind === 'template' ? optOutProblem(client) : null
    if (refusal !== null) return { kind: 'refuse', message: refusal }
    if (!(await isConnected(tx))) return { kind: 'refuse', message: NOT_CONNECTED }
    if (senderNumber(await readNumbers(tx), userId) === null) return { kind: 'refuse', message: NO_NUMBER }
    if (nowMs - Date.parse(context.occurredAt) > STALE_MS) return { kind: 'refuse', message: WAITED_TOO_LONG }
    if (asked.kind === 'text' && !(await isWindowOpen(tx, lead.uid, nowMs)))
      return { kind: 'refuse', message: WINDOW_CLOSED }
    const prepared: Prepared =
      asked.kind === 'template'
        ? await prepareTemplate(tx, asked)
        : { message: asked, templateId: null, name: FREE_TEXT }
    if ('problem' in prepared) return { kind: 'refuse', message: prepared.problem }
    const at = new Date(nowMs).toISOString()
    const next =
      suggestion_uid === null
        ? await openSuggestion(tx, lead.uid)
        : await decideSuggestion(tx, { uid: suggestion_uid, leadUid: lead.uid, decision: 'sent', userId, at })
    return {
      kind: 'accept',
      lead: { ...after.lead, suggested_message: next },
      also: async () => {
        await tx
          .insertInto('message_sendings')
          .values({
            uid,
            lead_uid: lead.uid,
            user_id: userId,
            template_id: prepared.templateId,
            phone: cleanPhone(phone),
            message: JSON.stringify(prepared.message),
            made_at: at,
            next_try_at: at,
          })
          .execute()
        return { message: { before: null, after: prepared.name } }
      },
    }
  },
)

export const decideMessage = defineHandler(
  decideMessageCommand,
  async ({ tx, lead, after, args, context, nowMs }) => {
    const next = await decideSuggestion(tx, {
      uid: args.suggestion_uid,
      leadUid: lead.uid,
      decision: args.decision,
      userId: context.user.id,
      at: new Date(nowMs).toISOString(),
    })
    return { kind: 'accept', lead: { ...after.lead, suggested_message: next } }
  },
)
