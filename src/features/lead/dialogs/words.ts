/** Texts that several dialogs use. */

export const REQUIRED = 'Campo Obrigatório'

/** Shown if something needs the network and there is none. */
export const offlineWords = (what: string) => `Sem conexão: ${what} precisa de internet.`
