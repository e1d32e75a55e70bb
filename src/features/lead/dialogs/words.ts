/** Texts that several dialogs use. */

export const REQUIRED = 'Campo Obrigatório'
