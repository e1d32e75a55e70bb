/** The sentence of every failed download. docs/rules.md#toasts */
export const NOT_DOWNLOADED = 'Erro ao Fazer Download do Arquivo'

/** Returns it, then the reason. */
export const notDownloadedWords = (reason: string) =>
  reason === '' ? NOT_DOWNLOADED : `${NOT_DOWNLOADED}. ${reason}`
