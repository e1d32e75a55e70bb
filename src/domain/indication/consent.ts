/** What the page without login says about the data, in versions. A changed text gets a new version. */

export const CONSENT_VERSION = '2026-11'
/** Texts that an open page may still show. */
export const CONSENT_VERSIONS: readonly string[] = [CONSENT_VERSION]

export interface Controller {
  /** Who is responsible for the data (LGPD: controlador). */
  readonly name: string
  /** Where a person asks about its data; empty: by whoever indicated. */
  readonly contact: string
}

/** Returns who treats the data, for what, for how long, and which rights there are. */
export function consentParagraphs(controller: Controller, inviter: string): readonly string[] {
  const { name, contact } = controller
  const where =
    contact === '' ? `fale com ${inviter}, que passa o seu pedido adiante` : `escreva para ${contact}`
  return [
    `Quem trata os dados: ${name}. ${inviter} vê os dados que você enviar.`,
    'Para quê: entrar em contato e fazer a cotação dos seguros escolhidos. Os dados não são vendidos.',
    'Por quanto tempo: durante o atendimento e a vigência do seguro, e depois só pelos prazos que a lei exige.',
    `Seus direitos (LGPD): pedir cópia, correção ou exclusão dos dados e retirar este consentimento. Para isso, ${where}.`,
  ]
}

export const CONSENT_LABEL =
  'Li o texto acima e autorizo o uso dos dados. Se indico outra pessoa, ela autorizou que eu os envie.'
