/** Texts of WhatsApp messages that a brokerage keeps, and what a suggestion of one is. docs/rules.md#message-templates */
import { isRenewal } from '../lead/channel-rules.ts'

export const PURPOSES = ['renewal', 'return', 'quote', 'other'] as const
export type TemplatePurpose = (typeof PURPOSES)[number]

export const PURPOSE_WORDS: Readonly<Record<TemplatePurpose, string>> = {
  renewal: 'Renovação',
  return: 'Retorno',
  quote: 'Cotação',
  other: 'Outro',
}

/** WhatsApp shows no longer text of a template. */
export const LONGEST_TEMPLATE = 1024

export interface DeliveredTemplate {
  readonly name: string
  readonly purpose: TemplatePurpose
  readonly body: string
}

/** With these a new Farol begins. A change here reaches new databases alone. */
export const DELIVERED_TEMPLATES: readonly DeliveredTemplate[] = [
  {
    name: 'Renovação',
    purpose: 'renewal',
    body: `Olá, {primeiro_nome}! Aqui é {corretor}, da {corretora}. Seu seguro {seguro} na {seguradora} vence em {fim_vigencia}. Posso preparar a renovação e comparar com outras seguradoras, sem compromisso?

Se não quiser mais mensagens, responda SAIR.`,
  },
  {
    name: 'Retorno combinado',
    purpose: 'return',
    body: 'Olá, {primeiro_nome}! Aqui é {corretor}, da {corretora}. Combinamos de falar em {retorno} sobre o seu seguro {seguro}. Esse horário continua bom para você?',
  },
  {
    name: 'Cotação',
    purpose: 'quote',
    body: 'Olá, {primeiro_nome}! Aqui é {corretor}, da {corretora}. A cotação do seu seguro {seguro} está pronta. Posso enviar os valores por aqui ou prefere que eu ligue?',
  },
]

export const DECISIONS = ['sent', 'opened', 'dismissed', 'opted_out'] as const
export type SuggestionDecision = (typeof DECISIONS)[number]

interface Situation {
  readonly old_end_of_validity: string | null
  readonly channel_id: number
  readonly quoted_date: string | null
  readonly sold: number | null
}

/** Returns the template that fits the lead best: a renewal's, what follows a quote, a return; else the first. undefined: none. */
export function fittingTemplate<Template extends { readonly purpose: TemplatePurpose }>(
  templates: readonly Template[],
  { channel_id, old_end_of_validity, quoted_date, sold }: Situation,
): Template | undefined {
  const renews = isRenewal(channel_id) || old_end_of_validity !== null
  const purpose = renews ? 'renewal' : quoted_date !== null && sold === null ? 'quote' : 'return'
  return templates.find((one) => one.purpose === purpose) ?? templates[0]
}
