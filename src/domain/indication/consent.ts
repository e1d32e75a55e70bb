/** What the page without login says about the data, in versions. A changed text gets a new version. */

export const CONSENT_VERSION = '2026-12-recibo'
/** Texts that an open page or a queued indication may still have. */
export const CONSENT_VERSIONS: readonly string[] = ['2026-11', '2026-12', CONSENT_VERSION]
/** Texts that name the receipt: without one of them nobody gets a receipt. docs/rules.md#receipt */
export const RECEIPT_CONSENTS: readonly string[] = [CONSENT_VERSION]

export interface Controller {
  /** Who is responsible for the data (LGPD: controlador). */
  readonly name: string
  /** Where a person asks about their data. Empty: the person who indicated them answers. */
  readonly contact: string
}

export interface Inviter {
  readonly name: string
  /** Staff of the brokerage sees everything. Others see no details, but the product that is made of some of them. */
  readonly isStaff: boolean
}

const whereOf = ({ contact }: Controller, { name }: Inviter): string =>
  contact === '' ? `fale com ${name}, que passa o seu pedido adiante` : `escreva para ${contact}`

/** docs/rules.md#what-each-role-sees-of-a-lead */
const seenBy = ({ name, isStaff }: Inviter): string =>
  isStaff
    ? `${name} trabalha na corretora e vê tudo o que você enviar.`
    : `${name} e a concessionária com que trabalha veem os dados do cliente, um resumo do seguro (como o modelo do ` +
      'veículo ou o número de dependentes), as observações e o andamento do atendimento.'

/** Returns who treats the data, who sees them, for what, for how long, and which rights there are. */
export function consentParagraphs(controller: Controller, inviter: Inviter): readonly string[] {
  return [
    `Quem trata os dados: ${controller.name}.`,
    `Quem vê: a equipe da corretora. ${seenBy(inviter)}`,
    'Recibo: quem envia recebe um código e acompanha por ele o andamento (recebida, primeiro contato, cotada, fechada ou ' +
      'não), com o nome que escreveu e mais nada.',
    'Para quê: entrar em contato e fazer a cotação dos seguros escolhidos. Os dados não são vendidos.',
    'Por quanto tempo: durante o atendimento e a vigência do seguro, e depois só pelos prazos que a lei exige.',
    `Seus direitos (LGPD): pedir cópia, correção ou exclusão dos dados e retirar este consentimento. Para isso, ${whereOf(controller, inviter)}.`,
  ]
}

export const CONSENT_LABEL =
  'Li o texto acima e autorizo o uso dos dados. Se indico outra pessoa, ela autorizou que eu os envie.'

export const HEALTH_CONSENT_VERSION = '2026-12'
export const HEALTH_CONSENT_VERSIONS: readonly string[] = [HEALTH_CONSENT_VERSION]

/** An agreement to the text about health, as the page keeps and sends it. */
export interface HealthConsent {
  readonly version: string
  /** ISO 8601. */
  readonly at: string
}

export const HEALTH_CONSENT_TITLE = 'Dados de saúde (opcional)'

/** Returns the text about health data, in the words of LGPD, article 11: docs/rules.md#health-consent */
export function healthConsentParagraphs(controller: Controller, inviter: Inviter): readonly string[] {
  return [
    'Informações sobre saúde são dados pessoais sensíveis (LGPD, art. 11): só são tratadas com o seu consentimento, ' +
      'dado de forma específica e destacada, para finalidades específicas.',
    `Finalidade: avaliar e cotar o seguro de vida. Quem trata: ${controller.name}.`,
    inviter.isStaff
      ? `Quem vê: a equipe da corretora, de que ${inviter.name} faz parte.`
      : `Quem vê: só a equipe da corretora. ${inviter.name} e a concessionária com que trabalha não veem.`,
    `Sem este consentimento a pergunta não é feita, e a indicação segue sem ela. Para retirá-lo depois, ${whereOf(controller, inviter)}.`,
  ]
}

export const HEALTH_CONSENT_LABEL =
  'Autorizo, de forma específica e destacada, o uso dos dados de saúde para cotar o seguro de vida. Se indico outra ' +
  'pessoa, ela ou o responsável legal dela deu esta autorização.'
