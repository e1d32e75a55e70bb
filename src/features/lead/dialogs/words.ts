/** What dialogs say in more than one place. */

export const REQUIRED = 'Campo Obrigatório'

/** Said where something needs the network and there is none. */
export const offlineWords = (what: string) => `Sem conexão: ${what} precisa de internet.`
