/** The mails of Farol: subject, plain text and HTML that reads well without pictures. */

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Words {
  readonly subject: string
  /** null: unknown. */
  readonly name: string | null
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  /** Below the button. */
  readonly closing: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`

/** A button as mail programs draw it, and its address for those that do not. */
const buttonHtml = ({ label, link }: NonNullable<Words['button']>) => `
<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#12525f;color:#ffffff;text-decoration:none;font-weight:600">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5c6770">Se o botão não abrir, copie este endereço no navegador:<br><a href="${escaped(link)}" style="color:#12525f;word-break:break-all">${escaped(link)}</a></p>`

function letter({ subject, name, paragraphs, button, closing }: Words): Letter {
  const greeting = name === null ? 'Olá!' : `Olá, ${name}.`
  const linkLines = button === undefined ? [] : [`${button.label}:\n${button.link}`]
  const text = [greeting, ...paragraphs, ...linkLines, closing, 'Farol'].join('\n\n')
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f7;color:#1d252b;font:16px/1.5 Arial,sans-serif"><div style="max-width:520px;margin:0 auto;padding:28px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 20px;font-size:20px;font-weight:700;color:#12525f">Farol</p>
${[greeting, ...paragraphs].map(paragraph).join('\n')}${button === undefined ? '' : buttonHtml(button)}
<p style="margin:0;font-size:13px;color:#5c6770">${escaped(closing)}</p>
</div></body></html>`
  return { subject, text, html }
}

interface To {
  readonly name: string
  readonly login: string
}

export const invitationLetter = ({ name, login }: To, link: string): Letter =>
  letter({
    subject: 'Seu acesso ao Farol',
    name,
    paragraphs: [
      `Uma conta no Farol foi criada para você. O seu login é ${login}.`,
      'Crie a sua senha pelo link abaixo. Ele vale por 7 dias e só pode ser usado uma vez.',
    ],
    button: { label: 'Criar minha senha', link },
    closing: 'Se você não esperava este e-mail, pode ignorá-lo.',
  })

export const resetLetter = ({ name, login }: To, link: string): Letter =>
  letter({
    subject: 'Nova senha do Farol',
    name,
    paragraphs: [
      `Alguém pediu uma nova senha para o login ${login}.`,
      'Crie a nova senha pelo link abaixo. Ele vale por 1 hora e só pode ser usado uma vez.',
    ],
    button: { label: 'Criar nova senha', link },
    closing: 'Se não foi você, ignore este e-mail: a senha atual continua valendo.',
  })

export const newAddressLetter = ({ name, login }: To, link: string): Letter =>
  letter({
    subject: 'Confirme o seu novo e-mail no Farol',
    name,
    paragraphs: [
      `Este endereço foi informado como o novo e-mail do login ${login}.`,
      'Confirme pelo link abaixo. Ele vale por 7 dias. Até lá, o e-mail anterior continua valendo.',
    ],
    button: { label: 'Confirmar e-mail', link },
    closing: 'Se não foi você, ignore este e-mail: nada muda.',
  })

export const addressChangedLetter = ({ name, login }: To, address: string): Letter =>
  letter({
    subject: 'O e-mail da sua conta no Farol mudou',
    name,
    paragraphs: [
      `O e-mail do login ${login} agora é ${address}. Este endereço não recebe mais nossos e-mails.`,
    ],
    closing: 'Se não foi você, fale com um administrador da sua corretora.',
  })

export const passwordChangedLetter = ({ name, login }: To): Letter =>
  letter({
    subject: 'A senha da sua conta no Farol mudou',
    name,
    paragraphs: [
      `A senha do login ${login} foi trocada, e as sessões abertas em outros aparelhos foram encerradas.`,
    ],
    closing: 'Se não foi você, peça uma nova senha na entrada do Farol e fale com um administrador.',
  })

interface ReportWords {
  readonly report: string
  readonly view: string
  /** No lead is in the period. */
  readonly isEmpty: boolean
  readonly link: string
}

export const reportLetter = ({ name }: To, { report, view, isEmpty, link }: ReportWords): Letter =>
  letter({
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

/** To somebody whom a user indicates. */
export const externalLinkLetter = (inviter: string, link: string): Letter =>
  letter({
    subject: `${inviter} indicou você para uma cotação de seguro`,
    name: null,
    paragraphs: [
      `${inviter} indicou você para uma cotação de seguro.`,
      'Preencha os seus dados pelo link abaixo e um corretor entra em contato.',
    ],
    button: { label: 'Preencher os dados', link },
    closing: `Se você não conhece ${inviter}, pode ignorar este e-mail.`,
  })
