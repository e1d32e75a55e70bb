/** How a client says in a message that it wants no more: docs/rules.md#opt-out */
import { foldText } from '../text/fold.ts'

const WORDS: ReadonlySet<string> = new Set([
  'sair',
  'parar',
  'pare',
  'stop',
  'descadastrar',
  'cancelar mensagens',
])

/** True for a message that is one of these words and nothing else: 'Vou sair agora' is none. */
export const isOptOutText = (text: string): boolean =>
  WORDS.has(
    foldText(text)
      .replaceAll(/[^a-z0-9 ]+/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  )
