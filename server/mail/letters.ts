/** The words of the mails. `written-letter.ts` makes text and HTML of them, signed by the brokerage. */

export interface Letter {
  readonly subject: string
  /** null: unknown. */
  readonly name: string | null
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  /** Below the button. */
  readonly closing: string
}

interface To {
  readonly name: string
  readonly login: string
}

export const invitationLetter = ({ name, login }: To, link: string): Letter => ({
  subject: 'Seu acesso ao Farol',
  name,
  paragraphs: [
    `Uma conta no Farol foi criada para você. O seu login é ${login}.`,
    'Crie a sua senha pelo link abaixo. Ele vale por 7 dias e só pode ser usado uma vez.',
  ],
  button: { label: 'Criar minha senha', link },
  closing: 'Se você não esperava este e-mail, pode ignorá-lo.',
})

export const resetLetter = ({ name, login }: To, link: string): Letter => ({
  subject: 'Nova senha do Farol',
  name,
  paragraphs: [
    `Alguém pediu uma nova senha para o login ${login}.`,
    'Crie a nova senha pelo link abaixo. Ele vale por 1 hora e só pode ser usado uma vez.',
  ],
  button: { label: 'Criar nova senha', link },
  closing: 'Se não foi você, ignore este e-mail: a senha atual continua valendo.',
})

export const newAddressLetter = ({ name, login }: To, link: string): Letter => ({
  subject: 'Confirme o seu novo e-mail no Farol',
  name,
  paragraphs: [
    `Este endereço foi informado como o novo e-mail do login ${login}.`,
    'Confirme pelo link abaixo. Ele vale por 7 dias. Até lá, o e-mail anterior continua valendo.',
  ],
  button: { label: 'Confirmar e-mail', link },
  closing: 'Se não foi você, ignore este e-mail: nada muda.',
})

/** To the present address of an administrator. */
export const addressAskedLetter = ({ name, login }: To, address: string): Letter => ({
  subject: 'Pediram a troca do e-mail da sua conta no Farol',
  name,
  paragraphs: [
    `Alguém pediu que o e-mail do login ${login} passe a ser ${address}. Até a confirmação, este endereço continua valendo.`,
  ],
  closing:
    'Se não foi você, troque a sua senha e fale com outro administrador: na tela Usuários ele cancela a troca.',
})

export const addressChangedLetter = ({ name, login }: To, address: string): Letter => ({
  subject: 'O e-mail da sua conta no Farol mudou',
  name,
  paragraphs: [
    `O e-mail do login ${login} agora é ${address}. Este endereço não recebe mais nossos e-mails.`,
  ],
  closing: 'Se não foi você, fale com um administrador da sua corretora.',
})

/** Below the sentence about what was done, in each mail that its owner may disown: docs/rules.md#not-me */
const notMe = (link: string) => ({
  button: { label: 'Não fui eu', link },
  closing:
    'Se foi você, não precisa fazer nada. Se não foi, use o botão: ele encerra todas as sessões, e a conta só abre com uma senha nova. O link vale por 7 dias.',
})

export const passwordChangedLetter = ({ name, login }: To, link: string): Letter => ({
  subject: 'A senha da sua conta no Farol mudou',
  name,
  paragraphs: [
    `A senha do login ${login} foi trocada, e as sessões abertas em outros aparelhos foram encerradas.`,
  ],
  ...notMe(link),
})

interface NewDeviceWords {
  /** 'Chrome no Windows'. */
  readonly device: string
  /** In words. */
  readonly when: string
}

export const newDeviceLetter = (
  { name, login }: To,
  { device, when }: NewDeviceWords,
  link: string,
): Letter => ({
  subject: 'Entrada em um aparelho novo no Farol',
  name,
  paragraphs: [`O login ${login} entrou em um aparelho em que nunca tinha entrado: ${device}, ${when}.`],
  ...notMe(link),
})

/** `change`: a sentence without its dot. */
export const factorChangedLetter = ({ name, login }: To, change: string, link: string): Letter => ({
  subject: 'A segurança da sua conta no Farol mudou',
  name,
  paragraphs: [`${change}, no login ${login}.`],
  ...notMe(link),
})

/** After the first wrong code of a day. */
export const wrongCodeLetter = ({ name, login }: To, link: string): Letter => ({
  subject: 'Código errado na entrada do Farol',
  name,
  paragraphs: [
    `Alguém informou a senha certa do login ${login} e depois um código errado. A entrada não foi feita.`,
    'Se houver outros erros hoje, contamos todos em um só e-mail.',
  ],
  ...notMe(link),
})

/** At the end of a day with more than one. */
export const wrongCodesLetter = ({ name, login }: To, wrong: number, link: string): Letter => ({
  subject: `${wrong} códigos errados na entrada do Farol`,
  name,
  paragraphs: [
    `Em 24 horas, a senha certa do login ${login} foi seguida por ${wrong} códigos errados. Nenhuma dessas tentativas entrou.`,
  ],
  ...notMe(link),
})

export const testLetter = (name: string): Letter => ({
  subject: 'E-mail de teste do Farol',
  name,
  paragraphs: [
    'Este é um e-mail de teste. Se você o recebeu, os convites, as novas senhas e os relatórios do Farol também chegam.',
  ],
  closing: 'Você mesmo pediu este e-mail, nos Primeiros passos.',
})

interface StoppedWebhook {
  readonly webhook: string
  readonly host: string
  readonly by: 'gone' | 'failing' | 'restored'
}

const WHY_STOPPED: Readonly<Record<StoppedWebhook['by'], string>> = {
  gone: 'porque o endereço respondeu que não existe mais',
  failing: 'porque há cinco dias todos os envios falham',
  restored: 'porque o banco de dados foi restaurado de uma cópia',
}

/** To each administrator. docs/rules.md#webhooks */
export const webhookStoppedLetter = (name: string, { webhook, host, by }: StoppedWebhook): Letter => ({
  subject: `O webhook ${webhook} foi parado`,
  name,
  paragraphs: [
    `O Farol parou o webhook ${webhook} (${host}), ${WHY_STOPPED[by]}. O sistema que o recebe não fica sabendo de mais nada.`,
    'O que esperava não foi enviado. Está na lista de envios do webhook, e pode ser enviado de novo.',
  ],
  closing: 'Para que volte, ligue o webhook na tela Webhooks, no menu Sistema.',
})

/** To each administrator. docs/rules.md#chain */
export const historyBrokenLetter = (name: string, leads: number): Letter => ({
  subject: 'O histórico de leads foi mudado por fora do Farol',
  name,
  paragraphs: [
    leads === 0
      ? 'As âncoras que guardam o histórico dos leads não são mais as que o Farol escreveu.'
      : `O histórico de ${leads === 1 ? 'um lead' : `${leads} leads`} não é mais o que o Farol escreveu: alguém mudou o banco de dados por fora.`,
    'O Farol não corrige nada sozinho. Guarde uma cópia do banco como está, e compare com uma cópia de segurança de antes.',
  ],
  closing: 'A tela Saúde diz o que foi encontrado, e npm run history:verify diz cada lead e cada entrada.',
})

export const historyRestoredLetter = (name: string): Letter => ({
  subject: 'O banco do Farol foi restaurado de uma cópia',
  name,
  paragraphs: [
    'O banco de dados voltou a uma cópia de antes, e o histórico dos leads de depois dela se perdeu.',
    'Se ninguém restaurou uma cópia, alguém mudou o banco por fora: compare com uma cópia de segurança.',
  ],
  closing: 'A tela Saúde diz de que âncoras se trata, e npm run history:verify também.',
})

interface ReportWords {
  readonly report: string
  readonly view: string
  /** No lead is in the period. */
  readonly isEmpty: boolean
  readonly link: string
}

export const reportLetter = ({ name }: To, { report, view, isEmpty, link }: ReportWords): Letter => ({
  subject: `${report}: ${view}`,
  name,
  paragraphs: [
    isEmpty
      ? `A sua visão "${view}" do ${report} não tem leads neste período. Por isso não há planilha em anexo.`
      : `Em anexo, a sua visão "${view}" do ${report}, com os dados deste momento.`,
  ],
  button: { label: 'Abrir o relatório', link },
  closing: 'Para não receber mais este e-mail, mude o envio da visão na tela Relatórios do Farol.',
})

/** To a person whom a user indicates. `brokerage`: its name, if it is known. */
export function externalLinkLetter(inviter: string, brokerage: string | null, link: string): Letter {
  const where = brokerage === null ? '' : ` com a ${brokerage}`
  return {
    subject: `${inviter} indicou você para uma cotação de seguro`,
    name: null,
    paragraphs: [
      `${inviter} indicou você para uma cotação de seguro${where}.`,
      'Preencha os seus dados pelo link abaixo: leva cerca de um minuto. Depois um corretor entra em contato.',
    ],
    button: { label: 'Preencher os dados', link },
    closing: `Se você não conhece ${inviter}, pode ignorar este e-mail.`,
  }
}

interface Followed {
  /** 'Lead 1522'. */
  readonly lead: string
  /** 'Primeiro contato em 2 h', in their order. */
  readonly steps: readonly string[]
}

/**
 * To a referrer, of one indication. It has no name of the client: the subject shows on a lock screen, and no erasure reaches a
 * mail that left. docs/rules.md#receipt
 */
export const receiptLetter = (name: string, { lead, steps }: Followed, link: string): Letter => ({
  subject: 'Andamento da sua indicação',
  name,
  paragraphs: [`${lead}: ${steps.join('. ')}.`],
  button: { label: 'Ver minhas indicações', link },
  closing: "Para não receber mais este e-mail, desligue 'Andamento por e-mail' em Profile.",
})
