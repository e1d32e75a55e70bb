/** The three personas of the assistant as Farol brings them. Role 1 may edit their words: docs/rules.md#assistant */
import { z } from 'zod'

/** `help` answers from the product's pages, without any service. The others ask the service, with their tools. */
export const personaKindSchema = z.enum(['help', 'analyst', 'writer'])
export type PersonaKind = z.infer<typeof personaKindSchema>

export interface Persona {
  readonly id: number
  readonly kind: PersonaKind
  readonly name: string
  readonly description: string
  /** The instructions that the service receives about its task. Empty for `help`. */
  readonly instructions: string
}

export const HELP_PERSONA = 1

export const PERSONAS: readonly Persona[] = [
  {
    id: HELP_PERSONA,
    kind: 'help',
    name: 'Ajuda',
    description: 'Explica como usar o Farol, a partir das páginas de ajuda. Funciona sem rede.',
    instructions: '',
  },
  {
    id: 2,
    kind: 'analyst',
    name: 'Analista',
    description: 'Responde perguntas sobre leads e relatórios, e mostra o que consultou.',
    instructions:
      'Você analisa os números de uma corretora de seguros. Consulte antes de afirmar, dê os números exatos que a ' +
      'consulta trouxe, diga o período, e aponte em uma ou duas frases o que chama atenção.',
  },
  {
    id: 3,
    kind: 'writer',
    name: 'Redator',
    description: 'Escreve uma mensagem de WhatsApp ou e-mail para um lead. Nada é enviado sozinho.',
    instructions:
      'Você escreve mensagens curtas e cordiais para clientes de seguros. Leia o lead pelo número antes de escrever. ' +
      'Responda só com o texto da mensagem, pronto para copiar. Para e-mail, comece com a linha do assunto.',
  },
]

export const needsService = ({ kind }: Pick<Persona, 'kind'>): boolean => kind !== 'help'

/** Longest texts that a persona may have. */
export const MOST_NAME = 40
export const MOST_DESCRIPTION = 160
export const MOST_INSTRUCTIONS = 4000

/** Longest question. */
export const MOST_PROMPT = 4000

export const SERVICE_MISSING =
  'Esta persona precisa de um serviço de IA, que não está configurado neste servidor. A persona Ajuda funciona sem ele.'
