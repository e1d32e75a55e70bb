/** What the server and the tests know of the demo's accounts without its names. */

/** Accounts for demos and tests. Their ids do not depend on the seed. */
export const DEMO_ACCOUNTS = {
  admin: 1,
  gerente: 2,
  corretor: 3,
  corretora: 4,
  concessionaria: 5,
  indicador: 6,
  especial: 7,
  parceiro: 8,
} as const

/** Domain of all demo accounts in each version of the demo. It has no mailboxes. */
export const DEMO_MAIL_DOMAIN = 'farol.exemplo.com.br'
