/** Sentences of the external indication: docs/rules.md#external-indication. */

export const INDICATION_SAVED = 'Lead salvo com sucesso!'
export const INDICATION_FAILED = 'Houve um Problema'
export const MAIL_WILL_GO = 'O email será enviado!'
export const LINK_COPIED = 'O Link foi copiado para a área de transferência! (Ctrl + V)'
export const INVITER_MISSING = 'Não conseguimos achar quem indicou. Confira se o link do email está correto'

export const DOCUMENT_FIRST = 'Informe o CPF ou CNPJ do cliente para ver os seguros.'
export const sendWords = (count: number): string =>
  count > 1 ? `Enviar ${count} indicações` : 'Enviar indicação'

/** The path of the form with login. Its draft has this path in its name. */
export const EXTERNAL_PATH = '/indicacao-externa'
/** The path of the page without login. The code of the inviter follows. */
export const EXTERNAL_PAGE = '/externalIndicationNoAuth/verify'
export const externalLink = (origin: string, code: string): string =>
  `${origin}${EXTERNAL_PAGE}?inviter_id=${code}`

/** Everyone who gets the link sees its preview, so it shows only the first name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
/** Title and preview of the page without login, with the inviter's first name. */
export const invitationTitle = (inviter: string): string =>
  `${inviter} indicou você para uma cotação de seguro`
/** `brokerage`: null where it has given no name. */
const brokerOf = (brokerage: string | null): string =>
  brokerage === null ? 'um corretor' : `um corretor da ${brokerage}`
export const invitationSummary = (brokerage: string | null): string =>
  `Preencha em cerca de um minuto. Depois ${brokerOf(brokerage)} entra em contato, sem compromisso.`

/** What happens, in order. */
export const invitationSteps = (brokerage: string | null): readonly string[] => [
  'Você preenche este formulário. Leva cerca de um minuto.',
  `Depois ${brokerOf(brokerage)} entra em contato com você.`,
  'Você recebe as cotações e decide com calma, sem compromisso.',
]
/** The title where no inviter is known, such as after a wrong link. */
export const INVITATION_TITLE = 'Cotação de seguro'
