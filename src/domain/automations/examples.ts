/** Automations that the screen offers to begin with. */
import { RENEWAL_CHANNELS } from '../lead/channel-rules.ts'
import { type Definition, NO_CONDITIONS } from './definition.ts'

export interface AutomationExample extends Definition {
  readonly name: string
}

export const AUTOMATION_EXAMPLES: readonly AutomationExample[] = [
  {
    name: 'Lead parado',
    trigger: { kind: 'idle', days: 2 },
    conditions: NO_CONDITIONS,
    acts: [{ kind: 'notice', to: 'broker', text: 'Lead sem atividade há 2 dias úteis. Retome o contato.' }],
  },
  {
    name: 'Retorno atrasado',
    trigger: { kind: 'schedule_late' },
    conditions: NO_CONDITIONS,
    acts: [{ kind: 'notice', to: 'managers', text: 'Um retorno marcado com o cliente passou da hora.' }],
  },
  {
    name: 'Renovação em 30 dias',
    trigger: { kind: 'renewal_near', days: 30 },
    conditions: { ...NO_CONDITIONS, channels: [...RENEWAL_CHANNELS] },
    acts: [
      { kind: 'schedule', days: 1, time: '09:00', text: 'Falar da renovação' },
      { kind: 'notice', to: 'broker', text: 'O seguro vence em 30 dias. Prepare a renovação.' },
    ],
  },
]
