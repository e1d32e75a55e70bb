/** An automation as one sentence: 'Quando um lead de Renovação fica 2 dias úteis sem atividade, avise o corretor.' */
import { statusLine } from '../lead/status.ts'
import { formatMoney } from '../money/money.ts'
import { counted } from '../text/counted.ts'
import { joinAll, joinAny } from '../text/formats.ts'
import type { Act, Conditions, Definition, Trigger } from './definition.ts'

/** Of the rows that it names by number; null: the row is gone. */
export interface AutomationNames {
  readonly channel: (id: number) => string | null
  readonly insurance: (id: number) => string | null
  readonly partner: (id: number) => string | null
  readonly broker: (id: number) => string | null
  /** Of a WhatsApp message. */
  readonly template: (id: number) => string | null
}

const GONE = 'algo removido'
const either = (ids: readonly number[], name: (id: number) => string | null): string =>
  joinAny(ids.map((id) => name(id) ?? GONE))

const reais = (cents: number): string => `R$ ${formatMoney(cents)}`

function valueWords({ least_cents: least, most_cents: most }: Conditions): string | null {
  if (least !== null && most !== null) return `com venda de ${reais(least)} a ${reais(most)}`
  if (least !== null) return `com venda de ${reais(least)} ou mais`
  return most === null ? null : `com venda de até ${reais(most)}`
}

/** Which leads: 'um lead de Renovação, do seguro Auto ou Moto'. */
function subject(conditions: Conditions, names: AutomationNames): string {
  const { channels, insurances, partners, brokers } = conditions
  const [first, ...more] = [
    channels.length === 0 ? null : `de ${either(channels, names.channel)}`,
    insurances.length === 0 ? null : `do seguro ${either(insurances, names.insurance)}`,
    partners.length === 0 ? null : `da concessionária ${either(partners, names.partner)}`,
    brokers.length === 0 ? null : `com o corretor ${either(brokers, names.broker)}`,
    valueWords(conditions),
  ].filter((part) => part !== null)
  return ['um lead', ...(first === undefined ? [] : [` ${first}`]), ...more.map((part) => `, ${part}`)].join(
    '',
  )
}

function happening(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'lead_made':
      return 'é criado'
    case 'status_changed':
      return trigger.to === null ? 'muda de status' : `passa a ${statusLine(trigger.to).label}`
    case 'idle':
      return `fica ${counted(trigger.days, 'dia útil', 'dias úteis')} sem atividade`
    case 'schedule_late':
      return 'tem um agendamento atrasado'
    case 'deadline_near':
      return `está a ${counted(trigger.hours, 'hora', 'horas')} do prazo`
    case 'renewal_near':
      return `tem o seguro vencendo em ${counted(trigger.days, 'dia', 'dias')}`
  }
}

/** What it does, as a request. */
export function actWords(act: Act, names: Pick<AutomationNames, 'template'>): string {
  switch (act.kind) {
    case 'notice':
      return act.to === 'broker' ? 'avise o corretor' : 'avise os gerentes'
    case 'schedule':
      return `agende um retorno em ${counted(act.days, 'dia útil', 'dias úteis')} às ${act.time}`
    case 'note':
      return 'deixe uma nota no lead'
    case 'whatsapp':
      return `sugira ao corretor a mensagem ‘${names.template(act.template) ?? '…'}’ de WhatsApp`
    case 'webhook':
      return 'avise os webhooks'
  }
}

/** Returns the whole automation as one sentence. */
export function sentenceOf({ trigger, conditions, acts }: Definition, names: AutomationNames): string {
  const bulk = 'bulk' in trigger && trigger.bulk ? ', também por importação ou transferência' : ''
  const does = joinAll(acts.map((act) => actWords(act, names)))
  return `Quando ${subject(conditions, names)} ${happening(trigger)}${bulk}, ${does}.`
}

/** What the trigger says of leads that were ended meanwhile, or came in bulk, for the form. */
export function triggerHelp(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'lead_made':
    case 'status_changed':
      return trigger.bulk
        ? 'Leads importados e transferidos contam. Uma lista grande pausa a automação depois de 100 ações.'
        : 'Leads importados e transferidos em massa não contam.'
    case 'idle':
      return 'Conta o tempo de expediente desde a última mudança. Quem tem retorno marcado não está parado.'
    case 'schedule_late':
      return 'Vale para retornos marcados por pessoas.'
    case 'deadline_near':
      return 'Horas de expediente antes do fim da barra do cartão; em renovações, horas do relógio.'
    case 'renewal_near':
      return 'Vale para o ‘Vencimento do seguro’ de leads que ainda não terminaram.'
  }
}
