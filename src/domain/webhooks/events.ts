/** What other systems are told by webhooks, and what becomes of an address. docs/rules.md#webhooks */

export const WEBHOOK_EVENTS = [
  { kind: 'lead.created', label: 'Lead criado' },
  { kind: 'lead.captured', label: 'Lead capturado' },
  { kind: 'lead.moved', label: 'Mudança de status' },
  { kind: 'lead.sold', label: 'Venda' },
  { kind: 'lead.lost', label: 'Perda' },
  { kind: 'schedule.late', label: 'Agendamento atrasado' },
  { kind: 'automation.acted', label: 'Automação agiu' },
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]['kind']

/** What an administrator sends to try the address out. */
export const TEST_EVENT = 'webhook.test'
export type WebhookKind = WebhookEvent | typeof TEST_EVENT

export const WEBHOOK_KINDS: readonly WebhookKind[] = [...WEBHOOK_EVENTS.map(({ kind }) => kind), TEST_EVENT]

export const WEBHOOK_EVENT_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(WEBHOOK_EVENTS.map(({ kind, label }) => [kind, label])),
  [TEST_EVENT]: 'Teste',
}

export const eventLabel = (kind: WebhookKind): string => WEBHOOK_EVENT_WORDS[kind] ?? kind

/** `gone`: the address said so. `failing`: only failures for days. `restored`: the database came from a backup. */
export const WEBHOOK_STATES = ['on', 'off', 'gone', 'failing', 'restored'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** More addresses than anyone needs; each costs every change a row. */
export const MOST_WEBHOOKS = 20

/** Each state in words, as screen and audit say it. */
export const WEBHOOK_STATE_WORDS: Readonly<Record<WebhookState, string>> = {
  on: 'Ligado',
  off: 'Desligado',
  gone: 'Parado: o endereço não existe mais',
  failing: 'Parado: cinco dias só de falhas',
  restored: 'Parado: o banco foi restaurado',
}
