/** How the connection to WhatsApp stands: docs/rules.md#whatsapp */
export const CONNECTION_STATES = ['on', 'removed'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** More numbers than a brokerage has. */
export const MOST_NUMBERS = 100

/** What can be wrong with what comes in, in a sentence for administrators. */
const TROUBLES: ReadonlyMap<string, string> = new Map([
  ['signature', 'Chegou um aviso com assinatura errada. Confira a chave secreta do app.'],
  ['secret', 'A chave secreta do app não abre com a DEVICE_KEYS_KEY deste servidor. Digite-a de novo.'],
  ['other_account', 'Chegou um aviso de outra conta do WhatsApp. Confira o ID da conta.'],
  ['unknown_number', 'Chegou um aviso de um número que não está na lista. Confira os IDs dos números.'],
  ['unreadable', 'A Meta enviou algo que este Farol não entende.'],
  ['failed', 'Um aviso não pôde ser registrado depois de várias tentativas.'],
  ['sending', 'A Meta recusou uma mensagem por causa do token ou da conta. Confira os dois na Meta.'],
  ['PARTNER_REMOVED', 'O número foi desconectado no aplicativo WhatsApp Business.'],
  ['ACCOUNT_DELETED', 'A conta do WhatsApp foi apagada na Meta.'],
  ['DISABLED_UPDATE', 'A Meta desativou ou reativou a conta do WhatsApp.'],
  ['ACCOUNT_VIOLATION', 'A Meta apontou uma violação das regras do WhatsApp.'],
  ['ACCOUNT_RESTRICTION', 'A Meta restringiu a conta do WhatsApp.'],
  ['FLAGGED', 'A Meta marcou a qualidade do número como baixa.'],
  ['DOWNGRADE', 'A Meta baixou o limite de mensagens do número.'],
  ['history', 'A importação do histórico falhou na Meta. O Farol não usa o histórico.'],
])

/** Returns the sentence of a trouble, or of what Meta told by a name that Farol does not know. */
export const troubleSentence = (trouble: string): string =>
  TROUBLES.get(trouble) ?? `A Meta avisou: ${trouble}.`

/** After these Meta sends nothing more for the account. */
const ENDS: readonly string[] = ['PARTNER_REMOVED', 'ACCOUNT_DELETED']
export const endsConnection = (event: string): boolean => ENDS.includes(event)
