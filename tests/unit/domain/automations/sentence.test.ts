/** An automation as one sentence. docs/rules.md#automations */
import { expect, test } from 'vitest'
import {
  ACTS,
  type Definition,
  NEW_ACTS,
  NEW_TRIGGERS,
  NO_CONDITIONS,
  TRIGGERS,
  triggerSchema,
} from '../../../../src/domain/automations/definition.ts'
import { AUTOMATION_EXAMPLES } from '../../../../src/domain/automations/examples.ts'
import { resultWords } from '../../../../src/domain/automations/outcomes.ts'
import { type AutomationNames, sentenceOf, triggerHelp } from '../../../../src/domain/automations/sentence.ts'

const NAMES: AutomationNames = {
  channel: (id) => ({ 27: 'Renovação', 1: 'Interno' })[id] ?? null,
  insurance: () => 'Auto',
  partner: () => 'Sul Veículos',
  broker: () => 'Bruna',
  template: () => 'Retorno combinado',
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const said = (given: Partial<Definition>) =>
  plain(
    sentenceOf(
      { trigger: NEW_TRIGGERS.idle, conditions: NO_CONDITIONS, acts: [NEW_ACTS.notice], ...given },
      NAMES,
    ),
  )

test.each<[Partial<Definition>, string]>([
  [
    { conditions: { ...NO_CONDITIONS, channels: [27] } },
    'Quando um lead de Renovação fica 2 dias úteis sem atividade, avise o corretor.',
  ],
  [
    {
      trigger: { kind: 'status_changed', to: 4, bulk: true },
      conditions: {
        ...NO_CONDITIONS,
        channels: [1, 27, 99],
        insurances: [1],
        partners: [2],
        brokers: [3],
        least_cents: 100_000,
        most_cents: 200_000,
      },
      acts: [NEW_ACTS.schedule, NEW_ACTS.note, NEW_ACTS.webhook],
    },
    'Quando um lead de Interno, Renovação ou algo removido, do seguro Auto, da concessionária Sul Veículos, com o corretor Bruna, com venda de R$ 1.000,00 a R$ 2.000,00 passa a Envio Cotação, também por importação ou transferência, agende um retorno em 1 dia útil às 09:00, deixe uma nota no lead e avise os webhooks.',
  ],
  [{ trigger: { kind: 'lead_made', bulk: false } }, 'Quando um lead é criado, avise o corretor.'],
  [
    { trigger: { kind: 'renewal_near', days: 1 }, acts: [{ kind: 'notice', to: 'managers', text: 'x' }] },
    'Quando um lead tem o seguro vencendo em 1 dia, avise os gerentes.',
  ],
  [
    { trigger: { kind: 'deadline_near', hours: 4 } },
    'Quando um lead está a 4 horas do prazo, avise o corretor.',
  ],
  [
    { acts: [{ kind: 'whatsapp', template: 2 }] },
    'Quando um lead fica 2 dias úteis sem atividade, sugira ao corretor a mensagem ‘Retorno combinado’ de WhatsApp.',
  ],
  [{ trigger: { kind: 'schedule_late' } }, 'Quando um lead tem um agendamento atrasado, avise o corretor.'],
])('%#', (given, sentence) => {
  expect(said(given)).toBe(sentence)
})

test('each trigger and act that the form offers has a value of its own to begin with', () => {
  for (const { kind } of TRIGGERS) {
    expect(triggerSchema.parse(NEW_TRIGGERS[kind]).kind).toBe(kind)
    expect(triggerHelp(NEW_TRIGGERS[kind])).toMatch(/\.$/u)
  }
  for (const { kind } of ACTS) expect(NEW_ACTS[kind].kind).toBe(kind)
  expect(AUTOMATION_EXAMPLES).toHaveLength(3)
})

test('what became of an act is said with its reason', () => {
  expect(resultWords({ act: 'notice', why: null, message: null })).toBe('Avisar: feito')
  expect(resultWords({ act: 'schedule', why: 'no_broker', message: null })).toBe(
    'Agendar um retorno: não, o lead não tem corretor',
  )
  expect(resultWords({ act: 'note', why: 'refused', message: 'Está cheio.' })).toBe(
    'Deixar uma nota: não, o Farol recusou (Está cheio)',
  )
})
