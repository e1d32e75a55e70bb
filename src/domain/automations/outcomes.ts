/** What became of each act of an automation, and why it was left out. docs/rules.md#automations */
import { ACTS, type ActKind } from './definition.ts'

export const WHYS = {
  no_broker: 'o lead não tem corretor',
  not_captured: 'o lead ainda não foi capturado',
  nobody: 'não há ninguém a avisar',
  scheduled: 'já há um retorno em aberto',
  ended: 'o lead já terminou',
  erased: 'os dados do cliente foram excluídos',
  opted_out: 'o cliente não quer mensagens',
  no_template: 'o modelo da mensagem não está mais em uso',
  suggested: 'a mensagem já foi sugerida',
  no_webhook: 'nenhum webhook ligado recebe este evento',
  busy_lead: 'as automações já agiram demais neste lead na última hora',
  refused: 'o Farol recusou',
  failed: 'houve uma falha, registrada no servidor',
} as const
export type Why = keyof typeof WHYS

/** One act of a run. */
export interface ActResult {
  readonly act: ActKind
  /** null: it was done. */
  readonly why: Why | null
  /** With `refused`: the rule's sentence. */
  readonly message: string | null
}

const label = (act: string): string => ACTS.find(({ kind }) => kind === act)?.label ?? act
const isWhy = (why: string): why is Why => why in WHYS

/** Returns 'Avisar: feito', 'Agendar um retorno: não, o lead não tem corretor'. */
export function resultWords({
  act,
  why,
  message,
}: {
  readonly act: string
  readonly why: string | null
  readonly message: string | null
}): string {
  if (why === null) return `${label(act)}: feito`
  const reason = isWhy(why) ? WHYS[why] : why
  return `${label(act)}: não, ${reason}${message === null ? '' : ` (${message.replace(/\.$/, '')})`}`
}
