/** What a step says of itself below its title. */
import type { FirstSteps } from '../../../contract/administration/first-steps.ts'
import type { FirstStep } from '../../../domain/first-steps/first-steps.ts'
import { counted } from '../../../domain/text/counted.ts'

type Words = (steps: FirstSteps) => string

const OPEN: Readonly<Record<FirstStep, Words>> = {
  brokerage: () => 'O nome que clientes e equipe veem no Farol',
  controller: ({ controller: { name } }) =>
    name === null ? 'Quem responde pelos dados pessoais' : `${name}: falta o contato`,
  team: ({ counts: { idle_teams } }) =>
    idle_teams === 0
      ? 'Os canais de leads que um grupo de corretores atende'
      : 'A equipe ainda não tem canais: sem eles, os corretores dela não veem leads',
  partner: () => 'Quem indica clientes a vocês',
  broker: ({ counts: { idle_brokers } }) =>
    idle_brokers === 0
      ? 'Quem atende os leads'
      : 'O corretor ainda não tem equipe técnica: sem ela, não vê leads',
  mail: ({ mail: { configured } }) =>
    configured ? 'Configurado: falta enviar um e-mail de teste' : 'Este servidor ainda não envia e-mails',
  lead: () => 'Um lead criado agora, ou a sua carteira de renovações',
}

const DONE: Readonly<Record<FirstStep, Words>> = {
  brokerage: () => 'A corretora já assina o Farol',
  controller: ({ controller: { name, contact } }) => `${name ?? ''} · ${contact ?? ''}`,
  team: ({ counts: { teams } }) => counted(teams, 'equipe ativa', 'equipes ativas'),
  partner: ({ counts: { partners } }) => counted(partners, 'concessionária ativa', 'concessionárias ativas'),
  broker: ({ counts: { brokers } }) => counted(brokers, 'corretor ativo', 'corretores ativos'),
  mail: () => 'O servidor de e-mail aceita mensagens',
  lead: () => 'Já há leads no Farol',
}

export const stepWords = (step: FirstStep, isDone: boolean, steps: FirstSteps): string =>
  (isDone ? DONE : OPEN)[step](steps)

/** 'Bem-vindo' before anything is done, then how far it is. */
export const headline = (done: number, open: number): string => {
  if (open === 0) return 'Tudo pronto para trabalhar'
  if (done === 0) return 'Bem-vindo ao Farol'
  return open > 2 ? 'Um passo de cada vez' : 'O Farol está quase pronto'
}
