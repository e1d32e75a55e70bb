/** The values of a webhook's form, and its saves. docs/rules.md#webhooks */
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import {
  changeWebhookRoute,
  type MadeWebhook,
  newWebhookRoute,
  type Webhook,
  type WebhookBody,
  webhooksRoute,
} from '../../../contract/administration/webhooks.ts'
import { failureWords, online } from '../../../device/online.ts'
import { WEBHOOK_EVENTS } from '../../../domain/webhooks/events.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'

export const NEW_WEBHOOK: WebhookBody = {
  name: '',
  url: '',
  events: WEBHOOK_EVENTS.map(({ kind }) => kind),
  with_client: false,
}

export const valuesOf = ({ name, url, events, with_client }: Webhook): WebhookBody => ({
  name,
  url,
  events,
  with_client,
})

const MADE_BEFORE =
  'O webhook foi criado pela tentativa anterior, com outros valores. Feche, e altere-o na lista; o segredo dele se renova lá.'

type Outcome = SaveOutcome<WebhookBody>

interface Saving {
  /** null: a new one. */
  readonly row: Webhook | null
  readonly onMade: (made: MadeWebhook) => void
}

/** A creation whose answer was lost is sent again under its key, and a change names the revision that it began with. */
export function useWebhookSave({ row, onMade }: Saving): (body: WebhookBody) => Promise<Outcome> {
  const key = useRef(crypto.randomUUID())
  const revision = useRef(row?.revision)

  const refused = (result: Parameters<typeof failureWords>[0]): Outcome => {
    const message = failureWords(result, 'salvar o webhook') ?? ''
    if (result.kind !== 'refused') return { kind: 'refused', message }
    const { errors, made } = result.body
    if (made !== undefined) return { kind: 'refused', message: MADE_BEFORE }
    return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
  }
  const create = async (body: WebhookBody): Promise<Outcome> => {
    const result = await online((token) => call(newWebhookRoute, { token, key: key.current, body }))
    if (result.kind !== 'ok') return refused(result)
    onMade(result.value)
    return { kind: 'saved' }
  }
  const change = async ({ id }: Webhook, body: WebhookBody): Promise<Outcome> => {
    const result = await online((token) =>
      call(changeWebhookRoute, { token, params: { id }, body: { ...body, revision: revision.current } }),
    )
    if (result.kind === 'ok') return { kind: 'saved' }
    if (result.kind !== 'refused' || result.body.code !== 'conflict') return refused(result)
    const present = await online((token) => call(webhooksRoute, { token }))
    const now = present.kind === 'ok' ? present.value.data.find((one) => one.id === id) : undefined
    if (now === undefined) return refused(result)
    revision.current = now.revision
    return { kind: 'changed', message: result.body.message, present: valuesOf(now) }
  }
  return (body) => (row === null ? create(body) : change(row, body))
}
