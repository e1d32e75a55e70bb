/** Where the help is. The shell needs no more of it. */
export const HELP_PATH = '/ajuda'

/** Returns what the help's address says when it is opened from a screen: which one it was. */
export const askedFrom = (path: string): { readonly tela?: string } =>
  path === HELP_PATH ? {} : { tela: path }
