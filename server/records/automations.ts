/** What only the server says of an automation (`src/domain/automations/fields.ts`): docs/rules.md#automations */
import type { Automation } from '../../src/contract/administration/automations.ts'
import type { DEFINITION_NAMES } from '../../src/domain/automations/fields.ts'
import { counts, happens, says } from './meaning.ts'
import { type ColumnFacts, KEYS } from './tables/table.ts'

export const OF_ANY_LEAD = 'a rule of the brokerage, and what it says of any lead'

/** What a trial is sent, too. */
export const DEFINITION_FACTS = {
  name: { own: says('Nome da automação, que aparece no que ela faz.', 'Lead parado'), noPerson: OF_ANY_LEAD },
  trigger: { own: says('Quando ela age.'), noPerson: OF_ANY_LEAD },
  'trigger.kind': {
    own: says(
      'lead_made: um lead é criado. status_changed: o status muda. idle: nada acontece. schedule_late: um agendamento atrasa. deadline_near: o prazo está perto. renewal_near: o seguro está para vencer.',
      'idle',
    ),
  },
  'trigger.bulk': { own: says('true: também por importações e transferências em massa.', false) },
  'trigger.to': { own: says('O status novo. null: qualquer um.', 4) },
  'trigger.days': { own: says('Dias úteis parado, ou dias até o vencimento.', 2) },
  'trigger.hours': { own: says('Horas antes do fim do prazo.', 4) },
  conditions: { own: says('Para quais leads. Lista vazia ou null: sem condição.'), noPerson: OF_ANY_LEAD },
  'conditions.channels': { own: says('Canais.') },
  'conditions.insurances': { own: says('Seguros.') },
  'conditions.partners': { own: says('Concessionárias.') },
  'conditions.brokers': { own: says('Corretores do lead.') },
  'conditions.least_cents': { own: says('Menor valor da venda, em centavos.', 100_000) },
  'conditions.most_cents': { own: says('Maior valor da venda, em centavos.', 900_000) },
  acts: { own: says('O que ela faz, na ordem.'), noPerson: OF_ANY_LEAD },
  'acts.kind': {
    own: says(
      'notice: avisa. schedule: agenda um retorno. note: anota. whatsapp: sugere uma mensagem ao corretor. webhook: avisa outros sistemas.',
      'notice',
    ),
  },
  'acts.to': { own: says('broker: o corretor do lead. managers: os gerentes.', 'broker') },
  'acts.text': { own: says('O que é dito.', 'Retome o contato.') },
  'acts.days': { own: says('Dias úteis até o retorno.', 1) },
  'acts.template': { own: says('Número do modelo de mensagem.', 1) },
  'acts.time': { own: says('Hora do retorno, em São Paulo.', '09:00') },
} as const satisfies Readonly<Record<'name' | keyof typeof DEFINITION_NAMES, ColumnFacts>>

export const AUTOMATION_FACTS = {
  ...DEFINITION_FACTS,
  id: { own: says('Identificação da automação.', '0199b3a2-6f1c-4d3e-8a4b-2c5d6e7f8091') },
  on: { own: says('true liga, false desliga.') },
  state: {
    own: says(
      'on: ligada. off: desligada. paused: agiu mais de 100 vezes em uma hora. restored: o banco foi restaurado.',
      'on',
    ),
    noPerson: KEYS,
  },
  state_since: { own: happens('Desde quando está assim.') },
  times: { own: counts('Vezes que agiu em 30 dias.', 41) },
  last_acted_at: { own: happens('Quando agiu pela última vez. null: nunca.') },
  missing: { own: says('O que ela nomeia e não existe mais, ou não está em uso.') },
  'missing.kind': {
    own: says(
      'channel: canal. insurance: seguro. partner: concessionária. broker: corretor. template: modelo de mensagem.',
      'broker',
    ),
  },
  'missing.id': { own: says('Número do que falta.', 3) },
  'missing.name': { own: says('Nome do que falta. null: não existe mais.', 'Bruna') },
} as const satisfies Readonly<
  Record<Exclude<keyof Automation, 'revision'>, ColumnFacts> & Record<string, ColumnFacts>
>
